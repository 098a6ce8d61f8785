/** Reads a configuration file, and returns the providers of its resources. */
import { assert } from "../base/assert.ts";
import { apiServerTypes, readConfigurationDocument } from "../codec/index.ts";
import { ConfigurationError, configurationErrorOf } from "../meta/configuration/configuration-error.ts";
import { durationMs, parseDuration } from "../meta/duration.ts";
import { group, machineryLabel, type Vocabulary } from "../meta/vocabulary.ts";
import { configurationFaults, kmsTimeoutDefault, kmsVersionDefault } from "./configuration-rules.ts";
import {
  type EncryptionConfiguration,
  encryptionConfigurationSchema,
  type KeysConfiguration,
  type ProviderConfiguration,
} from "./configuration-schema.ts";
import { type ConfiguredResource, formatResource, isAnyResource, parseResource } from "./configured-resource.ts";

/** A named key. */
export interface ProviderKey {
  readonly name: string;
  readonly secret: Buffer;
}

/** One provider. */
export type ProviderSettings =
  | { readonly type: "aesgcm" | "aescbc" | "secretbox"; readonly keys: readonly ProviderKey[] }
  | { readonly type: "identity" }
  | KmsSettings;

/** A key service. */
export interface KmsSettings {
  readonly type: "kms";
  readonly name: string;
  /** Path of its socket. */
  readonly socketPath: string;
  /** Time limit of a call. */
  readonly timeoutMs: number;
}

/** Resources, and the providers of their objects: the first one writes, and all of them read. */
export interface EncryptedResources {
  readonly resources: readonly ConfiguredResource[];
  readonly providers: readonly ProviderSettings[];
}

/** How a file is read. */
export interface ReadConfigurationOptions {
  /** Path of the file, for messages. */
  readonly path: string;
  readonly vocabulary: Vocabulary;
  /** Whether the server loads the file again when it changes. */
  readonly isReloaded: boolean;
  /** Whether a feature gate is enabled. */
  readonly isEnabled: (gate: string) => boolean;
}

/** The reference's name of its table of configuration types. */
const typeTable = machineryLabel("apiserver/pkg/server/options/encryptionconfig/config.go:142");
const kind = "EncryptionConfiguration";
/** Kind of the file in releases that had no versions of configuration files. */
const legacyKind = "EncryptionConfig";
const wrongTypeMark = "got unexpected config type: ";
const eventsGroup = group("events");

/**
 * Returns the resources and providers in a configuration file.
 * @throws ConfigurationError with all faults, in the reference's words
 */
export function readEncryptionConfiguration(
  content: string,
  options: ReadConfigurationOptions,
): readonly EncryptedResources[] {
  const configuration = parsedConfiguration(content, options);
  const faults = configurationFaults(configuration, {
    eventsGroup: options.vocabulary.bind(eventsGroup),
    isReloaded: options.isReloaded,
  });
  if (faults.length > 0) {
    throw new ConfigurationError(`error while parsing file: ${configurationErrorOf(faults).message}`);
  }
  try {
    return settingsOf(configuration, options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`error while building transformers: ${error.message}`, { cause: error });
  }
}

function parsedConfiguration(content: string, { path, vocabulary }: ReadConfigurationOptions): EncryptionConfiguration {
  const file = `encryption provider configuration file "${path}"`;
  if (content === "")
    throw new ConfigurationError(`error while parsing file: error while loading file: ${file} is empty`);
  const schema = encryptionConfigurationSchema;
  try {
    return readConfigurationDocument(Buffer.from(content), {
      types: [
        ...apiServerTypes({ vocabulary, kind, schemas: new Map([["v1", schema]]) }),
        { group: "", version: "v1", kind: legacyKind, schema },
      ],
      typeTable: vocabulary.bind(typeTable),
      wrongKind: (found, apiVersion) => `${wrongTypeMark}${apiVersion}, Kind=${found}`,
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { message } = error;
    const what = message.startsWith(wrongTypeMark) ? message : `error decoding ${file}: ${message}`;
    throw new ConfigurationError(`error while parsing file: ${what}`, { cause: error });
  }
}

function settingsOf(
  { resources: entries = [] }: EncryptionConfiguration,
  options: ReadConfigurationOptions,
): readonly EncryptedResources[] {
  const earlier: ConfiguredResource[] = [];
  return entries.map(({ resources: names = [], providers = [] }) => {
    const settings = providers.map((provider) => providerSettings(provider, options));
    const resources = names.map(parseResource);
    for (const resource of resources) {
      const mask = maskOf(resource, earlier);
      if (mask) {
        const message = `resource "${formatResource(resource)}" is masked by earlier rule "${formatResource(mask)}"`;
        throw new ConfigurationError(message);
      }
      earlier.push(resource);
    }
    return { resources, providers: settings };
  });
}

/** Returns the earlier entry that stands for a resource, too. Undefined if there is none. */
function maskOf(
  { group: groupName }: ConfiguredResource,
  earlier: readonly ConfiguredResource[],
): ConfiguredResource | undefined {
  return (
    earlier.find((one) => one.group === groupName && one.resource === "*" && !isAnyResource(one)) ??
    earlier.find(isAnyResource)
  );
}

function providerSettings(
  { aesgcm, aescbc, secretbox, kms }: ProviderConfiguration,
  { isEnabled }: ReadConfigurationOptions,
): ProviderSettings {
  if (aesgcm) return { type: "aesgcm", keys: keysOf(aesgcm) };
  if (aescbc) return { type: "aescbc", keys: keysOf(aescbc) };
  if (secretbox) return { type: "secretbox", keys: keysOf(secretbox) };
  if (!kms) return { type: "identity" };
  const { apiVersion = kmsVersionDefault, name, endpoint, timeout = kmsTimeoutDefault } = kms;
  if (apiVersion === "v1") {
    throw new ConfigurationError(isEnabled("KMSv1") ? unsupportedOldVersion : deprecatedOldVersion);
  }
  return { type: "kms", name, socketPath: socketPathOf(endpoint), timeoutMs: durationMs(parseDuration(timeout)) };
}

const deprecatedOldVersion =
  "KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set " +
  "--feature-gates=KMSv1=true to use the deprecated KMSv1 feature.";
const unsupportedOldVersion = "this server does not implement KMSv1, which is deprecated. Use apiVersion: v2 instead";

function keysOf({ keys = [] }: KeysConfiguration): readonly ProviderKey[] {
  return keys.map(({ name, secret }) => ({ name, secret: Buffer.from(secret, "base64") }));
}

/** Returns the path in `unix:///path`. As in the reference, `unix:///@name` is the name of an abstract socket. */
function socketPathOf(endpoint: string): string {
  assert(/^unix:/i.test(endpoint), "the rules check the scheme");
  const rest = endpoint.slice("unix:".length);
  const slash = rest.startsWith("//") ? rest.indexOf("/", 2) : 0;
  const path = slash < 0 ? "" : rest.slice(slash);
  return path.startsWith("/@") ? `\0${path.slice(2)}` : path;
}
