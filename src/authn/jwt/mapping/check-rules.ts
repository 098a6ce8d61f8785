/** Checks the rules about claims and about users. */

import type { Clock } from "../../../base/clock.ts";
import { fromJson, type Value } from "../../../cel/index.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { User } from "../../user.ts";
import type { CompiledAuthenticator, CompiledRule } from "../configuration/compiled-authenticator.ts";
import type { ExpressionVariable } from "../expressions/environments.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import { type Claims, hasClaim, textClaim } from "../tokens/claims.ts";

/** @throws AuthenticationError for the first required claim, and then the first rule, that the claims break */
export function checkClaimRules(
  claims: Claims,
  { requiredClaims, claimRules }: Pick<CompiledAuthenticator, "requiredClaims" | "claimRules">,
  clock: Clock,
): void {
  for (const [name, required] of requiredClaims) requireClaim(claims, name, required);
  if (claimRules.length === 0) return;
  checkRules(claimRules, {
    variable: "claims",
    value: fromJson(claims),
    clock,
    doing: "oidc: error evaluating claim validation expression",
  });
}

/** @throws AuthenticationError for the first rule that the user breaks */
export function checkUserRules(user: User, rules: readonly CompiledRule[], clock: Clock): void {
  if (rules.length === 0) return;
  const { name: username, uid = "", groups, extra = {} } = user;
  checkRules(rules, {
    variable: "user",
    value: fromJson({ username, uid, groups, extra }),
    clock,
    doing: "oidc: error evaluating user info validation rule",
  });
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

interface CheckedVariable {
  readonly variable: ExpressionVariable;
  readonly value: Value;
  readonly clock: Clock;
  /** Beginning of the error's message. */
  readonly doing: string;
}

function checkRules(rules: readonly CompiledRule[], { variable, value, clock, doing }: CheckedVariable): void {
  const results = rules.map(({ expression }) => evaluateExpression(expression, variable, value, { clock, doing }));
  const index = results.findIndex((result) => result !== true);
  const broken = rules[index];
  if (!broken) return;
  throw new AuthenticationError(
    `${doing}: validation expression '${broken.expression.text}' failed: ${broken.message}`,
  );
}
