/** Checks the rules about claims and about users. */

import type { Clock } from "../../../base/clock.ts";
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { User } from "../../user.ts";
import type { CompiledAuthenticator, CompiledRule } from "../configuration/compiled-authenticator.ts";
import { evaluateFor } from "../expressions/evaluate-for.ts";
import { type Claims, hasClaim, textClaim } from "../tokens/claims.ts";

/**
 * Checks the required claims, and then the rules about claims.
 * @throws AuthenticationError for the first one that the claims break
 */
export function checkClaimRules(
  claims: Claims,
  { requiredClaims, claimRules }: Pick<CompiledAuthenticator, "requiredClaims" | "claimRules">,
  clock: Clock,
): void {
  for (const [name, required] of requiredClaims) requireClaim(claims, name, required);
  checkRules(claimRules, claims, clock, "oidc: error evaluating claim validation expression");
}

/**
 * Checks the rules about the user.
 * @throws AuthenticationError for the first one that the user breaks
 */
export function checkUserRules(user: User, rules: readonly CompiledRule[], clock: Clock): void {
  const { name: username, uid = "", groups, extra = {} } = user;
  checkRules(rules, { username, uid, groups, extra }, clock, "oidc: error evaluating user info validation rule");
}

function requireClaim(claims: Claims, name: string, required: string): void {
  if (!hasClaim(claims, name)) {
    throw new AuthenticationError(`oidc: required claim ${name} not present in ID token`);
  }
  const value = textClaim(claims, name, `oidc: parse claim ${name}`);
  if (value === required) return;
  const values = `Got = ${value}, want = ${required}`;
  throw new AuthenticationError(`oidc: required claim ${name} value does not match. ${values}`);
}

/** @param doing the beginning of the error's message */
function checkRules(rules: readonly CompiledRule[], value: ReadonlyJsonObject, clock: Clock, doing: string): void {
  const results = rules.map(({ expression }) => evaluateFor(doing, expression, value, clock));
  const broken = rules[results.findIndex((result) => result !== true)];
  if (!broken) return;
  throw new AuthenticationError(
    `${doing}: validation expression '${broken.expression.text}' failed: ${broken.message}`,
  );
}
