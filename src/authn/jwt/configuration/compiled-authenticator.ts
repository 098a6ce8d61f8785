/** An authenticator of the configuration whose rules were checked and whose expressions were compiled. */
import type { CompiledExpression } from "../expressions/compiled-expression.ts";

/** An expression that must be true. */
export interface CompiledRule {
  readonly expression: CompiledExpression;
  /** Empty: none. */
  readonly message: string;
}

/** The source of a value: a claim with a prefix, or an expression. */
export type ValueSource =
  | { readonly claim: string; readonly prefix: string }
  | { readonly expression: CompiledExpression };

/** An issuer, and the rules for its tokens. */
export interface CompiledAuthenticator {
  /** URL of the issuer, which the claim `iss` of its tokens contains. */
  readonly issuerUrl: string;
  /** URL of the discovery document. Undefined: below the URL of the issuer. */
  readonly discoveryUrl: string | undefined;
  /** CA certificates in PEM. Undefined: the CAs of Node. */
  readonly certificateAuthority: string | undefined;
  readonly audiences: readonly string[];
  /** Values that claims must have, by name. */
  readonly requiredClaims: ReadonlyMap<string, string>;
  readonly claimRules: readonly CompiledRule[];
  readonly username: ValueSource;
  /** Undefined: users have no groups. */
  readonly groups: ValueSource | undefined;
  /** Undefined: users have no uid. */
  readonly uid: ValueSource | undefined;
  /** Expressions of further properties, by key. */
  readonly extra: ReadonlyMap<string, CompiledExpression>;
  readonly userRules: readonly CompiledRule[];
}
