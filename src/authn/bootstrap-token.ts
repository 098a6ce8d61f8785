/**
 * Authenticates bootstrap tokens, with which new nodes request their first certificate. Each token is a Secret in the namespace
 * of the system. As in the reference, an invalid token and one that does not exist get the same answer.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { compareText } from "../base/compare-text.ts";
import { ParseError } from "../meta/parse-error.ts";
import { parseTime } from "../meta/time.ts";
import { bootstrapSecretPrefix, bootstrapTokenType } from "../meta/tokens/bootstrap-token-secret.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { TokenAuthenticator, TokenIdentity } from "./token-authenticator.ts";

/** The fields of a Secret that a bootstrap token consists of. Data is encoded in base64. */
export interface BootstrapTokenSecret {
  readonly metadata: { readonly deletionTimestamp?: string | null | undefined };
  readonly type?: string | undefined;
  readonly data?: Readonly<Record<string, string>> | undefined;
}

/** How bootstrap tokens are found. */
export interface BootstrapTokenOptions {
  /** Returns a Secret in the namespace of the system, or undefined if it does not exist. */
  readonly readSecret: (name: string) => Promise<BootstrapTokenSecret | undefined>;
  readonly clock: Clock;
  readonly vocabulary: Vocabulary;
}

const tokenForm = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const groupForm = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
const defaultGroup = "system:bootstrappers";

/** Returns the method for bootstrap tokens. */
export function bootstrapTokenAuthenticator({
  readSecret,
  clock,
  vocabulary,
}: BootstrapTokenOptions): TokenAuthenticator {
  const type = vocabulary.bind(bootstrapTokenType);
  return async (token) => {
    const [, id, secret] = tokenForm.exec(token) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const stored = await readSecret(`${bootstrapSecretPrefix}${id}`);
    if (!stored || stored.metadata.deletionTimestamp || stored.type !== type) return undefined;
    const valueOf = (key: string): string => Buffer.from(stored.data?.[key] ?? "", "base64").toString("utf8");
    if (!areEqualSecrets(valueOf("token-secret"), secret) || valueOf("token-id") !== id) return undefined;
    if (valueOf("usage-bootstrap-authentication") !== "true") return undefined;
    return identityOf(id, { expiration: valueOf("expiration"), extraGroups: valueOf("auth-extra-groups") }, clock);
  };
}

/** Returns the user of a token. Undefined if it has expired, or one of its groups is not allowed. */
function identityOf(
  id: string,
  { expiration, extraGroups }: { readonly expiration: string; readonly extraGroups: string },
  clock: Clock,
): TokenIdentity | undefined {
  const expiresMs = expiration === "" ? undefined : expirationMs(expiration);
  if (expiresMs !== undefined && expiresMs <= clock.nowMs()) return undefined;
  const groups = extraGroups === "" ? [] : extraGroups.split(",");
  if (!groups.every((group) => groupForm.test(group))) return undefined;
  const user = { name: `system:bootstrap:${id}`, groups: [...new Set([defaultGroup, ...groups])].sort(compareText) };
  return { user, ...(expiresMs === undefined ? {} : { expiresMs }) };
}

/** Returns the time in a text. A text that is no time counts as one in the past. */
function expirationMs(text: string): number {
  try {
    return parseTime(text);
  } catch (error) {
    if (error instanceof ParseError) return Number.NEGATIVE_INFINITY;
    throw error;
  }
}

/** Compares two secrets in the same time for all values. */
function areEqualSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
