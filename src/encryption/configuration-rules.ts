/** The rules of a configuration, in the reference's words and order. */

import { parseDuration } from "../meta/duration.ts";
import { type FieldError, invalidField, requiredField } from "../meta/field-error.ts";
import { GoText, goQuote } from "../meta/go-quote.ts";
import { goUrlFault } from "../meta/go-url.ts";
import { base64Fault } from "../schema/index.ts";
import type {
  EncryptionConfiguration,
  KeyConfiguration,
  KeysConfiguration,
  KmsConfiguration,
  ProviderConfiguration,
} from "./configuration-schema.ts";
import { type ConfiguredResource, isAnyResource, parseResource } from "./configured-resource.ts";

/** Version of a key service that a file does not name. */
export const kmsVersionDefault = "v1";
/** Time limit of calls of a key service. */
export const kmsTimeoutDefault = "3s";

const aesKeyBytes = [16, 24, 32];
const secretboxKeyBytes = [32];
/** Resources without an API, which the reference never encrypts by name. */
const withoutApi = ["apiserveripinfo", "serviceipallocations", "servicenodeportallocations"];

/** Facts on which the rules depend, besides the configuration. */
export interface EncryptionRuleContext {
  /** Name of the API group of the newer Events, in the cluster's vocabulary. */
  readonly eventsGroup: string;
  /** Whether the server loads the file again when it changes. */
  readonly isReloaded: boolean;
}

/** Returns all faults of a configuration. */
export function configurationFaults(
  configuration: EncryptionConfiguration,
  context: EncryptionRuleContext,
): FieldError[] {
  const { resources: entries = [] } = configuration;
  if (entries.length === 0) return [atLeastOne("resources")];
  const kmsNames = new Set<string>();
  return entries.flatMap(({ resources = [], providers = [] }, index) => {
    const path = `resources[${index}]`;
    return [
      ...(resources.length === 0 ? [atLeastOne(`${path}.resources`)] : []),
      ...overlapFaults(resources, `${path}.resources`),
      ...resources.flatMap((name, at) => nameFaults(name, `${path}.resources[${at}]`, context)),
      ...(providers.length === 0 ? [atLeastOne(`${path}.providers`)] : []),
      ...providers.flatMap((one, at) => providerFaults(one, `${path}.providers[${at}]`, { ...context, kmsNames })),
    ];
  });
}

function atLeastOne(path: string, what = path): FieldError {
  return requiredField(path, `at least one ${what} is required`);
}

function overlapFaults(names: readonly string[], path: string): FieldError[] {
  const resources = names.map(parseResource);
  const pairs = resources.flatMap((one, index) => resources.slice(index + 1).map((other) => [one, other] as const));
  const isRepeated = pairs.some(([one, other]) => isSame(one, other));
  const isOverlapping = pairs.some(([one, other]) => !isSame(one, other) && overlap(one, other));
  return [
    ...(isRepeated ? [invalidField(path, [...names], "the same resource cannot be specified multiple times")] : []),
    ...(isOverlapping
      ? [
          invalidField(
            path,
            [...names],
            "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
          ),
        ]
      : []),
  ];
}

function isSame(one: ConfiguredResource, other: ConfiguredResource): boolean {
  return one.group === other.group && one.resource === other.resource;
}

function overlap(one: ConfiguredResource, other: ConfiguredResource): boolean {
  if (isAnyResource(one) || isAnyResource(other)) return true;
  return one.group === other.group && (one.resource === "*" || other.resource === "*");
}

function nameFaults(name: string, path: string, { eventsGroup }: EncryptionRuleContext): FieldError[] {
  const why = nameFault(name, eventsGroup);
  return why === undefined ? [] : [invalidField(path, name, why)];
}

function nameFault(name: string, eventsGroup: string): string | undefined {
  const { group, resource } = parseResource(name);
  if (name.toLowerCase() !== name) return "resource name should not contain capital letters";
  if (name === "*") {
    return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  }
  if (withoutApi.includes(name)) return "resources which do not have REST API/s cannot be encrypted";
  if (group === eventsGroup) {
    const objects = `'*.${eventsGroup}' objects are stored using the 'events' API group in etcd.`;
    return `${objects} Use 'events' instead in the config file`;
  }
  if (group === "extensions") return "'extensions' group has been removed and cannot be used for encryption";
  if (group === "*" && resource !== "*") return "encrypting the same resource across groups is not supported";
  return undefined;
}

interface ProviderContext extends EncryptionRuleContext {
  /** Names of the key services before this one. */
  readonly kmsNames: Set<string>;
}

function providerFaults(provider: ProviderConfiguration, path: string, context: ProviderContext): FieldError[] {
  return [...memberFaults(provider, path), ...settingFaults(provider, path, context)];
}

function memberFaults(provider: ProviderConfiguration, path: string): FieldError[] {
  const { aesgcm, aescbc, secretbox, identity, kms } = provider;
  const count = [aesgcm, aescbc, secretbox, identity, kms].filter((member) => member !== undefined).length;
  if (count === 1) return [];
  const rule =
    count === 0
      ? "provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity"
      : "more than one provider specified in a single element, should split into different list elements";
  return [invalidField(path, goProvider(provider), rule)];
}

/** Returns the provider in Go syntax. Pointers have an address that means nothing. */
function goProvider({ aesgcm, aescbc, secretbox, identity, kms }: ProviderConfiguration): GoText {
  const pointerText = (name: string, type: string, member: unknown): string =>
    `${name}:(*apiserver.${type})(${member === undefined ? "nil" : "0xc000000000"})`;
  const members = [
    pointerText("AESGCM", "AESConfiguration", aesgcm),
    pointerText("AESCBC", "AESConfiguration", aescbc),
    pointerText("Secretbox", "SecretboxConfiguration", secretbox),
    pointerText("Identity", "IdentityConfiguration", identity),
    pointerText("KMS", "KMSConfiguration", kms),
  ];
  return new GoText(`apiserver.ProviderConfiguration{${members.join(", ")}}`);
}

function settingFaults(
  { kms, aesgcm, aescbc, secretbox }: ProviderConfiguration,
  path: string,
  context: ProviderContext,
): FieldError[] {
  if (kms) return kmsFaults(kms, `${path}.kms`, context);
  if (aesgcm) return keysFaults(aesgcm, `${path}.aesgcm.keys`, aesKeyBytes);
  if (aescbc) return keysFaults(aescbc, `${path}.aescbc.keys`, aesKeyBytes);
  return secretbox ? keysFaults(secretbox, `${path}.secretbox.keys`, secretboxKeyBytes) : [];
}

function keysFaults({ keys = [] }: KeysConfiguration, path: string, lengths: readonly number[]): FieldError[] {
  if (keys.length === 0) return [atLeastOne(path, "keys")];
  return keys.flatMap((key, index) => keyFaults(key, `${path}[${index}]`, lengths));
}

function keyFaults({ name, secret }: KeyConfiguration, path: string, lengths: readonly number[]): FieldError[] {
  return [...(name === "" ? [mandatory(`${path}.name`, "name", "key")] : []), ...secretFaults(secret, path, lengths)];
}

/** Returns the faults of a key. Messages never show it. */
function secretFaults(secret: string, path: string, lengths: readonly number[]): FieldError[] {
  const field = `${path}.secret`;
  if (secret === "") return [mandatory(field, "secret", "key")];
  if (base64Fault(secret) !== undefined) return [invalidField(field, "REDACTED", "secrets must be base64 encoded")];
  const { length } = Buffer.from(secret, "base64");
  if (lengths.includes(length)) return [];
  const rule = `secret is not of the expected length, got ${length}, expected one of [${lengths.join(" ")}]`;
  return [invalidField(field, "REDACTED", rule)];
}

function mandatory(path: string, field: string, owner: string): FieldError {
  return requiredField(path, `${field} is a mandatory field for a ${owner}`);
}

function kmsFaults(kms: KmsConfiguration, path: string, { isReloaded, kmsNames }: ProviderContext): FieldError[] {
  const { apiVersion = kmsVersionDefault, name, cachesize, endpoint, timeout = kmsTimeoutDefault } = kms;
  const hasOldVersion = apiVersion === "v1";
  const isRepeated = (isReloaded || !hasOldVersion) && kmsNames.has(name);
  kmsNames.add(name);
  const nanos = parseDuration(timeout);
  return [
    ...(name === "" ? [mandatory(`${path}.name`, "name", "provider")] : []),
    ...(!hasOldVersion && name.includes(":")
      ? [invalidField(`${path}.name`, name, `invalid KMS provider name ${name}, must not contain ':'`)]
      : []),
    ...(isRepeated
      ? [invalidField(`${path}.name`, name, `duplicate KMS provider name ${name}, names must be unique`)]
      : []),
    ...(nanos <= 0n
      ? [
          invalidField(
            `${path}.timeout`,
            new GoText(`v1.Duration{Duration:${nanos}}`),
            "timeout should be a positive value",
          ),
        ]
      : []),
    ...endpointFaults(endpoint, `${path}.endpoint`),
    ...(!hasOldVersion && cachesize !== undefined
      ? [invalidField(`${path}.cachesize`, cachesize, "cachesize is not supported in v2")]
      : []),
    ...(hasOldVersion && cachesize === 0
      ? [invalidField(`${path}.cachesize`, 0, "cachesize should be a positive value, or negative to disable")]
      : []),
    ...(apiVersion !== "v1" && apiVersion !== "v2"
      ? [
          invalidField(
            `${path}.apiVersion`,
            apiVersion,
            // The reference names the field in place of the version.
            "unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported",
          ),
        ]
      : []),
  ];
}

function endpointFaults(endpoint: string, path: string): FieldError[] {
  if (endpoint === "") return [invalidField(path, "", "endpoint is a mandatory field for a kms")];
  const fault = goUrlFault(endpoint);
  if (fault !== undefined) {
    return [invalidField(path, endpoint, `invalid endpoint for kms provider, error: ${fault}`)];
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(endpoint)?.[1]?.toLowerCase() ?? "";
  if (scheme === "unix") return [];
  return [
    invalidField(path, endpoint, `unsupported scheme ${goQuote(scheme)} for KMS provider, only unix is supported`),
  ];
}
