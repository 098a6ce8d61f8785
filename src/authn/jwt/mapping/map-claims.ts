/** Maps the claims of a verified token to a user. */
import type { Clock } from "../../../base/clock.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { User } from "../../user.ts";
import type { CompiledAuthenticator, ValueSource } from "../configuration/compiled-authenticator.ts";
import type { CompiledExpression, ExpressionResult } from "../expressions/compiled-expression.ts";
import { evaluateFor } from "../expressions/evaluate-for.ts";
import { type Claims, hasClaim, mismatch, textClaim, textListClaim } from "../tokens/claims.ts";

/** Names and services of a mapping. */
export interface MappingOptions {
  readonly clock: Clock;
  /** Key in the user's `extra` that identifies the token. */
  readonly credentialIdKey: string;
}

const listRule = "expression must return a string or a list of strings";

/** Returns the user. @throws AuthenticationError if a claim is missing, or has a wrong type or an invalid value */
export function userOfClaims(claims: Claims, authenticator: CompiledAuthenticator, options: MappingOptions): User {
  const { username, groups, uid } = authenticator;
  const mapping = new ClaimMapping(claims, options);
  const name = mapping.username(username);
  const user = { name, groups: groups ? mapping.groups(groups) : [] };
  const id = uid ? mapping.uid(uid) : "";
  const extra = mapping.extra(authenticator.extra);
  return { ...user, ...(id === "" ? {} : { uid: id }), ...(Object.keys(extra).length === 0 ? {} : { extra }) };
}

/** The mappings of one token. */
class ClaimMapping {
  readonly #claims: Claims;
  readonly #options: MappingOptions;

  constructor(claims: Claims, options: MappingOptions) {
    this.#claims = claims;
    this.#options = options;
  }

  username(source: ValueSource): string {
    if ("claim" in source) {
      const name = textClaim(this.#claims, source.claim, `oidc: parse username claims "${source.claim}"`);
      if (source.claim === "email") requireVerifiedEmail(this.#claims);
      return source.prefix + name;
    }
    const name = this.#text(source.expression, "username");
    if (name === "") throw new AuthenticationError("oidc: empty username via CEL expression is not allowed");
    return name;
  }

  groups(source: ValueSource): readonly string[] {
    if ("expression" in source) {
      const doing = "oidc: error evaluating group claim expression";
      return textsOf(this.#evaluate(source.expression, doing)) ?? reject(`${doing}: ${listRule}`);
    }
    const { claim, prefix } = source;
    const groups = textListClaim(this.#claims, claim, `oidc: parse groups claim "${claim}"`);
    return groups.map((group) => prefix + group);
  }

  uid(source: ValueSource): string {
    if ("expression" in source) return this.#text(source.expression, "uid");
    return textClaim(this.#claims, source.claim, `oidc: parse uid claim "${source.claim}"`);
  }

  extra(expressions: ReadonlyMap<string, CompiledExpression>): Readonly<Record<string, readonly string[]>> {
    const extra: Record<string, readonly string[]> = {};
    const { jti } = this.#claims;
    if (typeof jti === "string" && jti !== "") extra[this.#options.credentialIdKey] = [`JTI=${jti}`];
    const doing = "oidc: error evaluating extra claim expression";
    for (const [key, expression] of expressions) {
      // As in the reference, only the error about the type of the result begins with what failed.
      const result = expression.evaluate(this.#claims, this.#options.clock);
      const texts = textsOf(result) ?? reject(`${doing}: ${expression.text}: ${listRule}`);
      if (texts.length > 0) extra[key] = texts;
    }
    return extra;
  }

  #text(expression: CompiledExpression, name: string): string {
    const doing = `oidc: error evaluating ${name} claim expression`;
    const value = this.#evaluate(expression, doing);
    return typeof value === "string" ? value : reject(`${doing}: ${name} claim expression must return a string`);
  }

  #evaluate(expression: CompiledExpression, doing: string): ExpressionResult {
    return evaluateFor(doing, expression, this.#claims, this.#options.clock);
  }
}

/** Returns a text or a list of texts without the empty ones. Null is empty. Undefined if the result is of another type. */
function textsOf(result: ExpressionResult): readonly string[] | undefined {
  if (result === undefined || typeof result === "boolean") return undefined;
  return [result ?? ""].flat().filter((text) => text !== "");
}

function reject(message: string): never {
  throw new AuthenticationError(message);
}

/** Rejects an email address that the token says is not verified. */
function requireVerifiedEmail(claims: Claims): void {
  if (!hasClaim(claims, "email_verified")) return;
  const value = claims["email_verified"] ?? false;
  if (typeof value !== "boolean") reject(`oidc: parse 'email_verified' claim: ${mismatch(value, "bool")}`);
  if (!value) reject("oidc: email not verified");
}
