/** The configuration of the plugin: the policy of namespaces without labels, and exemptions. */
import { readConfigurationDocument } from "../../codec/index.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { duplicateField, type FieldError, formatFieldError, invalidField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { group, machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { list, optional, type StructSchema, struct, text, typeMetaFields } from "../../schema/index.ts";
import { PluginInitializationError } from "../plugin-configuration.ts";
import { levelRule, type PolicyMode, type SecurityPolicy, versionRule } from "./policy.ts";
import { isVersion, type LevelVersion, latestVersion, securityLevel } from "./standards/level.ts";

/** The settings of the plugin. They are plain data, so that all processes of a server can get them. */
export interface PodSecuritySettings {
  /** The policy of namespaces, as far as their labels do not say another. */
  readonly defaults: SecurityPolicy;
  readonly exemptions: Exemptions;
}

/** Requests that are not checked. */
export interface Exemptions {
  readonly usernames: readonly string[];
  readonly namespaces: readonly string[];
  readonly runtimeClasses: readonly string[];
}

const privileged: LevelVersion = { level: "privileged", version: latestVersion };

/** The settings without a configuration. */
export const defaultSettings: PodSecuritySettings = {
  defaults: { enforce: privileged, audit: privileged, warn: privileged },
  exemptions: { usernames: [], namespaces: [], runtimeClasses: [] },
};

/** The defaults as a file contains them. */
interface DefaultsDocument {
  enforce?: string;
  "enforce-version"?: string;
  audit?: string;
  "audit-version"?: string;
  warn?: string;
  "warn-version"?: string;
}

interface ExemptionsDocument {
  usernames?: string[];
  namespaces?: string[];
  runtimeClasses?: string[];
}

/** The content of a PodSecurityConfiguration. */
interface ConfigurationDocument {
  defaults?: DefaultsDocument;
  exemptions?: ExemptionsDocument;
}

/** Versions in which a file can be written. They have the same fields. */
const versions = ["v1alpha1", "v1beta1", "v1"] as const;
const configurationGroup = group("pod-security.admission.config");
/** The reference's name of its table of configuration types. */
const typeTable = machineryLabel("pod-security-admission/admission/api/scheme/scheme.go:31");

function configurationSchema(version: string): StructSchema<ConfigurationDocument> {
  const nameOf = (type: string): string => `podsecurity/${version}.${type}`;
  const defaults: StructSchema<DefaultsDocument> = struct(nameOf("PodSecurityDefaults"), "Levels of namespaces.", {
    enforce: optional(text, 1, "Level that Pods must not violate."),
    "enforce-version": optional(text, 2, "Version of this level."),
    audit: optional(text, 3, "Level whose violations are in the audit log."),
    "audit-version": optional(text, 4, "Version of this level."),
    warn: optional(text, 5, "Level whose violations cause warnings."),
    "warn-version": optional(text, 6, "Version of this level."),
  });
  const exemptions: StructSchema<ExemptionsDocument> = struct(nameOf("PodSecurityExemptions"), "Exempt requests.", {
    usernames: optional(list(text), 1, "Names of users."),
    namespaces: optional(list(text), 2, "Names of namespaces."),
    runtimeClasses: optional(list(text), 3, "Names of runtime classes."),
  });
  return struct(nameOf("PodSecurityConfiguration"), "Configuration of the plugin.", {
    ...typeMetaFields,
    defaults: optional(defaults, 1, "Levels of namespaces without labels."),
    exemptions: optional(exemptions, 2, "Requests that are not checked."),
  });
}

/**
 * Returns the settings in a configuration.
 * @param content YAML or JSON; the default settings apply if it is empty
 * @throws ConfigurationError if it cannot be read
 * @throws PluginInitializationError with all invalid values of the defaults, or of the exemptions
 */
export function readSettings(content: string, vocabulary: Vocabulary): PodSecuritySettings {
  if (content === "") return defaultSettings;
  const document = readConfigurationDocument<ConfigurationDocument>(Buffer.from(content), {
    types: versions.map((version) => ({
      group: vocabulary.bind(configurationGroup),
      version,
      kind: "PodSecurityConfiguration",
      schema: configurationSchema(version),
    })),
    typeTable: vocabulary.bind(typeTable),
  });
  return settingsOf(document);
}

function settingsOf({ defaults = {}, exemptions = {} }: ConfigurationDocument): PodSecuritySettings {
  const policy = policyOf(defaults);
  const faults = exemptionFaults(exemptions);
  if (faults.length > 0) {
    throw new PluginInitializationError(`PodSecurity invalid: ${aggregateErrors(faults.map(formatFieldError))}`);
  }
  const { usernames = [], namespaces = [], runtimeClasses = [] } = exemptions;
  return { defaults: policy, exemptions: { usernames, namespaces, runtimeClasses } };
}

function policyOf(defaults: DefaultsDocument): SecurityPolicy {
  const problems: string[] = [];
  const levelOf = (mode: PolicyMode): LevelVersion => {
    const level = securityLevel(defaults[mode] || "privileged");
    const version = defaults[`${mode}-version`] || latestVersion;
    if (!level) problems.push(`${mode}: ${levelRule}`);
    if (!isVersion(version)) problems.push(`${mode}-version: ${versionRule}`);
    return { level: level ?? "restricted", version };
  };
  const policy = { enforce: levelOf("enforce"), audit: levelOf("audit"), warn: levelOf("warn") };
  if (problems.length === 0) return policy;
  throw new PluginInitializationError(`PodSecurity configuration error: ${aggregateErrors(problems)}`);
}

function exemptionFaults({
  namespaces = [],
  runtimeClasses = [],
  usernames = [],
}: ExemptionsDocument): readonly FieldError[] {
  const usernameRule = (name: string): readonly string[] => (name === "" ? ["username must not be empty"] : []);
  return [
    ...nameFaults("exemptions.namespaces", namespaces, (name) => checkFormat("dns1123Label", name)),
    ...nameFaults("exemptions.runtimeClasses", runtimeClasses, (name) => checkFormat("dns1123Subdomain", name)),
    ...nameFaults("exemptions.usernames", usernames, usernameRule),
  ];
}

function nameFaults(
  path: string,
  names: readonly string[],
  check: (name: string) => readonly string[],
): readonly FieldError[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const itemPath = `${path}[${index}]`;
    const messages = check(name);
    if (messages.length > 0) return [invalidField(itemPath, name, messages.join(", "))];
    if (seen.has(name)) return [duplicateField(itemPath, name)];
    seen.add(name);
    return [];
  });
}
