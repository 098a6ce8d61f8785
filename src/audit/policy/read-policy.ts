/** Reads an audit policy from a file. */
import { readConfigurationDocument } from "../../codec/index.ts";
import { ConfigurationError, configurationErrorOf } from "../../meta/configuration/configuration-error.ts";
import { type FieldError, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { group, machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import {
  anyJson,
  boolean,
  list,
  namedText,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";
import { type AuditPolicy, type AuditRule, type AuditStage, auditLevels, auditStages } from "./policy.ts";

/** The group of audit events and policies. */
export const auditGroup = group("audit");
/** The reference's name of its table of audit types. */
const typeTable = machineryLabel("apiserver/pkg/audit/scheme.go:30");

interface ResourcesDocument {
  group?: string;
  resources?: string[];
  resourceNames?: string[];
}

interface RuleDocument {
  level?: string;
  users?: string[];
  userGroups?: string[];
  verbs?: string[];
  resources?: ResourcesDocument[];
  namespaces?: string[];
  nonResourceURLs?: string[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

interface PolicyDocument {
  rules?: RuleDocument[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

const stage = namedText("v1.Stage");

const resourcesSchema: StructSchema<ResourcesDocument> = struct("audit/v1.GroupResources", "Resources of a group.", {
  group: optional(text, 1, "Name of the group. Empty for the core group."),
  resources: optional(list(text), 2, "Resources and subresources."),
  resourceNames: optional(list(text), 3, "Names of objects."),
});

const ruleSchema: StructSchema<RuleDocument> = struct("audit/v1.PolicyRule", "Level of some requests.", {
  level: optional(namedText("v1.Level"), 1, "How much is recorded."),
  users: optional(list(text), 2, "Names of users."),
  userGroups: optional(list(text), 3, "Names of groups."),
  verbs: optional(list(text), 4, "Verbs of requests."),
  resources: optional(list(resourcesSchema), 5, "Resources."),
  namespaces: optional(list(text), 6, "Namespaces."),
  nonResourceURLs: optional(list(text), 7, "Paths that are not resources."),
  omitStages: optional(list(stage), 8, "Stages that are not recorded."),
  omitManagedFields: pointer(boolean, 9, "Whether managed fields are left out."),
});

const policySchema: StructSchema<PolicyDocument> = struct("audit/v1.Policy", "Audit policy.", {
  ...typeMetaFields,
  metadata: optional(anyJson, 1, "Ignored."),
  rules: optional(list(ruleSchema), 2, "Rules. The first that matches applies."),
  omitStages: optional(list(stage), 3, "Stages that are not recorded."),
  omitManagedFields: optional(boolean, 4, "Whether managed fields are left out."),
});

/** Largest policy file. */
export const policyBytesMax = 3 * 1024 * 1024;

/**
 * Returns the policy in a YAML or JSON document. Unlike in the reference, unknown and repeated fields are errors.
 * @throws ConfigurationError with all invalid values, in the reference's words
 */
export function readAuditPolicy(content: string, vocabulary: Vocabulary): AuditPolicy {
  if (Buffer.byteLength(content) > policyBytesMax) {
    throw new ConfigurationError(`a policy has at most ${policyBytesMax} bytes`);
  }
  const document = decodePolicy(content, vocabulary);
  const faults = policyFaults(document);
  if (faults.length > 0) throw configurationErrorOf(faults);
  const { rules = [], omitStages = [], omitManagedFields = false } = document;
  if (rules.length === 0) throw new ConfigurationError("loaded illegal policy with 0 rules");
  return { rules: rules.map((rule) => ruleOf(rule, omitStages, omitManagedFields)) };
}

function decodePolicy(content: string, vocabulary: Vocabulary): PolicyDocument {
  try {
    return readConfigurationDocument<PolicyDocument>(Buffer.from(content), {
      types: [{ group: vocabulary.bind(auditGroup), version: "v1", kind: "Policy", schema: policySchema }],
      typeTable: vocabulary.bind(typeTable),
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`failed decoding: ${error.message}`, { cause: error });
  }
}

function ruleOf(rule: RuleDocument, omitStages: readonly string[], omitManagedFields: boolean): AuditRule {
  return {
    level: rule.level as AuditRule["level"],
    users: rule.users ?? [],
    userGroups: rule.userGroups ?? [],
    verbs: rule.verbs ?? [],
    resources: (rule.resources ?? []).map((one) => ({
      group: one.group ?? "",
      resources: one.resources ?? [],
      resourceNames: one.resourceNames ?? [],
    })),
    namespaces: rule.namespaces ?? [],
    nonResourceURLs: rule.nonResourceURLs ?? [],
    omitStages: [...new Set([...omitStages, ...(rule.omitStages ?? [])])] as AuditStage[],
    omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
  };
}

function policyFaults({ omitStages = [], rules = [] }: PolicyDocument): readonly FieldError[] {
  return [
    ...stageFaults("omitStages", omitStages),
    ...rules.flatMap((rule, index) => ruleFaults(`rules[${index}]`, rule)),
  ];
}

function ruleFaults(path: string, rule: RuleDocument): readonly FieldError[] {
  const { level = "", nonResourceURLs = [], resources = [], namespaces = [], omitStages = [] } = rule;
  const hasBoth = nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0);
  const why = "rules cannot apply to both regular resources and non-resource URLs";
  return [
    ...levelFaults(`${path}.level`, level),
    ...nonResourceURLs.flatMap((url, index) => urlFaults(`${path}.nonResourceURLs[${index}]`, url)),
    ...resources.flatMap((one) => resourceFaults(`${path}.resources`, one)),
    ...stageFaults(`${path}.omitStages`, omitStages),
    ...(hasBoth ? [invalidField(`${path}.nonResourceURLs`, nonResourceURLs, why)] : []),
  ];
}

function levelFaults(path: string, level: string): readonly FieldError[] {
  if (level === "") return [requiredField(path)];
  return (auditLevels as readonly string[]).includes(level) ? [] : [notSupportedField(path, level, auditLevels)];
}

function urlFaults(path: string, url: string): readonly FieldError[] {
  if (url === "*") return [];
  const faults: FieldError[] = [];
  if (!url.startsWith("/"))
    faults.push(invalidField(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes("*")) {
    faults.push(invalidField(path, url, "non-resource URL wildcards '*' must be the final character of the rule"));
  }
  return faults;
}

function resourceFaults(
  path: string,
  { group: name = "", resources = [], resourceNames = [] }: ResourcesDocument,
): readonly FieldError[] {
  const faults: FieldError[] = [];
  const nameFaults = name === "" ? [] : checkFormat("dns1123Subdomain", name);
  if (nameFaults.length > 0) faults.push(invalidField(`${path}.group`, name, nameFaults.join(",")));
  if (resourceNames.length > 0 && resources.length === 0) {
    const why = "using resourceNames requires at least one resource";
    faults.push(invalidField(`${path}.resourceNames`, resourceNames, why));
  }
  return faults;
}

function stageFaults(path: string, stages: readonly string[]): readonly FieldError[] {
  const why = `allowed stages are ${auditStages.join(",")}`;
  return stages.flatMap((one, index) =>
    (auditStages as readonly string[]).includes(one) ? [] : [invalidField(`${path}[${index}]`, one, why)],
  );
}
