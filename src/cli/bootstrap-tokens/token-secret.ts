/** Converts between bootstrap tokens and the Secrets that store them. */
import type { Secret } from "../../api/core/v1/secret.ts";
import { compareText } from "../../base/compare-text.ts";
import type { NewObject } from "../../client/index.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { formatTime, parseTime } from "../../meta/time.ts";
import { bootstrapSecretPrefix } from "../../meta/tokens/bootstrap-token-secret.ts";
import { parseToken, type TokenParts } from "./token-rules.ts";

const usagePrefix = "usage-bootstrap-";

/** A token with its attributes. */
export interface TokenEntry {
  readonly token: TokenParts;
  readonly description: string;
  /** Milliseconds since the Unix epoch. Undefined if the token does not expire. */
  readonly expiresMs: number | undefined;
  readonly usages: readonly string[];
  readonly groups: readonly string[];
}

/** Returns the name of the Secret of a token. */
export function secretName(id: string): string {
  return `${bootstrapSecretPrefix}${id}`;
}

/** Returns the Secret of a token. @param type the bound name of the Secret type */
export function secretOf(
  { token, description, expiresMs, usages, groups }: TokenEntry,
  type: string,
): NewObject<Secret> {
  const data = {
    "token-id": token.id,
    "token-secret": token.secret,
    ...(description === "" ? {} : { description }),
    ...(expiresMs === undefined ? {} : { expiration: formatTime(expiresMs) }),
    ...Object.fromEntries(usages.map((usage) => [`${usagePrefix}${usage}`, "true"])),
    ...(groups.length === 0 ? {} : { "auth-extra-groups": groups.join(",") }),
  };
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
  return { metadata: { name: secretName(token.id) }, type, data: Object.fromEntries(encoded) };
}

/** Returns the token of a Secret, or a text that says why the Secret does not hold one. The text shows no secret. */
export function entryOf({ metadata, data }: Secret): TokenEntry | string {
  const { name = "" } = metadata;
  const text = (key: string): string => Buffer.from(data?.[key] ?? "", "base64").toString("utf8");
  const id = text("token-id");
  if (id === "") return `Secret ${name} has no token-id`;
  if (name !== secretName(id)) return `Secret ${name} is not named ${bootstrapSecretPrefix} and the id of its token`;
  const token = parseToken(`${id}.${text("token-secret")}`);
  if (!token) return `Secret ${name} has no valid token-id and token-secret`;
  const expiration = text("expiration");
  const expiresMs = expiration === "" ? undefined : timeOf(expiration);
  if (Number.isNaN(expiresMs)) return `Secret ${name} has an expiration that is not an RFC 3339 time`;
  const usages = Object.keys(data ?? {})
    .filter((key) => key.startsWith(usagePrefix) && text(key) === "true")
    .map((key) => key.slice(usagePrefix.length))
    .toSorted(compareText);
  const groups = text("auth-extra-groups");
  return { token, description: text("description"), expiresMs, usages, groups: groups === "" ? [] : groups.split(",") };
}

function timeOf(text: string): number {
  try {
    return parseTime(text);
  } catch (error) {
    if (error instanceof ParseError) return Number.NaN;
    throw error;
  }
}
