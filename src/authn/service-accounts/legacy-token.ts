/**
 * Checks tokens in Secrets. They never expire. Such a token is valid as long as its Secret contains it and its service
 * account exists. Its use is recorded in the labels of the Secret, so that unused Secrets can be found.
 */

import { timingSafeEqual } from "node:crypto";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { type AccountName, parseAccountUserName } from "../../meta/accounts/account-names.ts";
import { formatTime } from "../../meta/time.ts";
import { tokenInvalidSinceLabel, tokenLastUsedLabel } from "../../meta/tokens/account-token-secret.ts";
import { secretTokenClaimNames } from "../../meta/tokens/secret-token-claims.ts";
import type { NameToken } from "../../meta/vocabulary.ts";
import { AuthenticationError } from "../token-authenticator.ts";
import type { VerifiedAccount } from "./account-user.ts";
import { type BoundTokenCheck, missingAccount } from "./bound-token.ts";
import { type PublicClaims, textOf } from "./public-claims.ts";
import type { AccountState, SecretState } from "./token-objects.ts";
import type { TokenCounter, TokenUses, UsedSecret } from "./token-uses.ts";

/** Services that the check of a token in a Secret needs. */
export interface LegacyTokenCheck extends BoundTokenCheck {
  readonly uses: TokenUses;
  /** Whether the Secret and the account must exist. */
  readonly requiresObjects: boolean;
}

/** A service account whose token was checked, with advice about the token for the client. */
export interface LegacyAccount extends VerifiedAccount {
  readonly warnings: readonly string[];
}

/** The objects that the claims of a token in a Secret name. */
interface LegacyClaims extends AccountName {
  readonly uid: string;
  readonly secretName: string;
}

/**
 * Returns the service account of a token in a Secret whose signature is valid.
 * @param text the whole token
 * @throws AuthenticationError if the Secret or the account does not exist, or has changed
 */
export async function checkLegacyToken(
  text: string,
  claims: ReadonlyJsonObject,
  { subject }: PublicClaims,
  check: LegacyTokenCheck,
): Promise<LegacyAccount> {
  const legacy = readLegacyClaims(claims, subject, check);
  const { namespace, name, uid } = legacy;
  const warnings = check.requiresObjects ? await checkObjects(text, legacy, check) : [];
  return { namespace, name, uid, tokenId: "", warnings };
}

function readLegacyClaims(claims: ReadonlyJsonObject, subject: string, { vocabulary }: BoundTokenCheck): LegacyClaims {
  const textIn = (token: NameToken): string => textOf(claims[vocabulary.bind(token)]);
  requireClaim("sub", subject);
  const namespace = requireClaim("namespace", textIn(secretTokenClaimNames.namespace));
  const secretName = requireClaim("secretName", textIn(secretTokenClaimNames.secretName));
  const name = requireClaim("serviceAccountName", textIn(secretTokenClaimNames.accountName));
  const uid = requireClaim("serviceAccountUID", textIn(secretTokenClaimNames.accountUid));
  const account = parseAccountUserName(subject);
  if (account?.namespace !== namespace || account.name !== name) throw new AuthenticationError("sub claim is invalid");
  return { namespace, name, uid, secretName };
}

function requireClaim(name: string, value: string): string {
  if (value === "") throw new AuthenticationError(`${name} claim is missing`);
  return value;
}

/** Compares the claims with the stored objects, and records the use of the Secret. Returns warnings for the client. */
async function checkObjects(text: string, legacy: LegacyClaims, check: LegacyTokenCheck): Promise<readonly string[]> {
  const { namespace, name, secretName } = legacy;
  const { objects, uses, vocabulary } = check;
  const secret = requireSecret(text, await objects.secret(namespace, secretName));
  const account = requireAccount(legacy, await objects.account(namespace, name));
  const used: UsedSecret = { namespace, name: secretName, uid: secret.uid };
  const isInvalidated = (secret.labels[vocabulary.bind(tokenInvalidSinceLabel)] ?? "") !== "";
  const isGenerated = account.secretNames.includes(secretName);
  uses.count(counterOf(isInvalidated, isGenerated));
  await labelLastUse(used, secret, check);
  if (isInvalidated) throw new AuthenticationError(markedInvalid(legacy, vocabulary.bind(tokenInvalidSinceLabel)));
  return isGenerated ? [generatedWarning] : [];
}

function requireSecret(text: string, secret: SecretState | undefined): SecretState {
  if (!secret || secret.deletedMs !== undefined) throw new AuthenticationError("Token has been invalidated");
  const sent = Buffer.from(text);
  if (sent.length !== secret.token.length || !timingSafeEqual(sent, secret.token)) {
    throw new AuthenticationError("Token does not match server's copy");
  }
  return secret;
}

function requireAccount({ namespace, name, uid }: LegacyClaims, account: AccountState | undefined): AccountState {
  if (!account) throw new AuthenticationError(missingAccount(namespace, name));
  if (account.deletedMs !== undefined) {
    throw new AuthenticationError(`ServiceAccount ${namespace}/${name} has been deleted`);
  }
  if (account.uid !== uid) {
    throw new AuthenticationError(`ServiceAccount UID (${account.uid}) does not match claim (${uid})`);
  }
  return account;
}

function counterOf(isInvalidated: boolean, isGenerated: boolean): TokenCounter {
  if (isInvalidated) return "invalid_legacy_auto_token_uses_total";
  return isGenerated ? "legacy_auto_token_uses_total" : "legacy_manual_token_uses_total";
}

const generatedWarning =
  "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.";

function markedInvalid({ namespace, name, secretName }: LegacyClaims, key: string): string {
  return (
    `the token in secret ${namespace}/${secretName} for service account ${namespace}/${name} has been marked invalid. ` +
    "Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the " +
    `'${key}' label from the secret to temporarily allow use of this token`
  );
}

const dayMs = 86_400_000;

/** Writes today's date to the Secret's label. Another server, whose clock is ahead, may already have written tomorrow's. */
async function labelLastUse(
  used: UsedSecret,
  { labels }: SecretState,
  { nowMs, uses, vocabulary }: LegacyTokenCheck,
): Promise<void> {
  const key = vocabulary.bind(tokenLastUsedLabel);
  const today = dateOf(nowMs);
  const lastUsed = labels[key];
  if (lastUsed !== today && lastUsed !== dateOf(nowMs + dayMs)) await uses.labelSecret(used, { [key]: today });
}

function dateOf(ms: number): string {
  return formatTime(ms).slice(0, "2006-01-02".length);
}
