/** Secret types that require certain keys or annotations. */
import type { Secret } from "../../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../../meta/field-error.ts";
import { accountNameAnnotation, accountTokenType } from "../../../meta/tokens/account-token-secret.ts";
import { label, type NameToken, type Vocabulary } from "../../../meta/vocabulary.ts";
import { readGoJson } from "../../go-json.ts";

type TypeCheck = (secret: Secret, vocabulary: Vocabulary) => FieldError[];

/** Type of Secrets with a TLS certificate and its private key. */
export const keyPairType = label("tls");

const checks: readonly (readonly [NameToken, TypeCheck])[] = [
  [accountTokenType, accountErrors],
  [label("dockercfg"), (secret) => registryErrors(secret, ".dockercfg")],
  [label("dockerconfigjson"), (secret) => registryErrors(secret, ".dockerconfigjson")],
  [label("basic-auth"), basicAuthErrors],
  [label("ssh-auth"), sshAuthErrors],
  [keyPairType, (secret) => missingKeys(secret, ["tls.crt", "tls.key"])],
];

/** Returns the errors of a Secret whose type requires keys or annotations. Empty for all other types. */
export function secretTypeErrors(secret: Secret, vocabulary: Vocabulary): FieldError[] {
  const found = checks.find(([type]) => vocabulary.bind(type) === secret.type);
  return found ? found[1](secret, vocabulary) : [];
}

function accountErrors({ metadata }: Secret, vocabulary: Vocabulary): FieldError[] {
  const key = vocabulary.bind(accountNameAnnotation);
  return metadata.annotations?.[key] ? [] : [requiredField(`metadata.annotations[${key}]`)];
}

function missingKeys({ data = {} }: Secret, keys: readonly string[]): FieldError[] {
  return keys.filter((key) => !Object.hasOwn(data, key)).map((key) => requiredField(`data[${key}]`));
}

/** Requires one of the two keys. Its value may be empty. */
function basicAuthErrors(secret: Secret): FieldError[] {
  const keys = ["username", "password"];
  const missing = missingKeys(secret, keys);
  return missing.length === keys.length ? missing : [];
}

function sshAuthErrors({ data }: Secret): FieldError[] {
  return data?.["ssh-privatekey"] ? [] : [requiredField("data[ssh-privatekey]")];
}

/** Requires the credentials of an image registry, a JSON object. */
function registryErrors(secret: Secret, key: string): FieldError[] {
  const missing = missingKeys(secret, [key]);
  if (missing.length > 0) return missing;
  const bytes = Buffer.from(secret.data?.[key] ?? "", "base64");
  const { fault } = readGoJson(bytes, "object", "map[string]interface {}");
  return fault === undefined ? [] : [invalidField(`data[${key}]`, "<secret contents redacted>", fault)];
}
