/** Authenticates the tokens of one issuer. */
import { AuthenticationError, type TokenIdentity } from "../token-authenticator.ts";
import type { CompiledAuthenticator } from "./configuration/compiled-authenticator.ts";
import { ClaimSources } from "./issuers/claim-sources.ts";
import { type IssuerServices, IssuerVerifier, type TrustedIssuer } from "./issuers/issuer-verifier.ts";
import { checkClaimRules, checkUserRules } from "./mapping/check-rules.ts";
import { type MappingOptions, userOfClaims } from "./mapping/map-claims.ts";
import type { UntrustedToken } from "./tokens/parse-token.ts";
import { withBeginning } from "./tokens/with-beginning.ts";

/** Services and settings that the authenticators of all issuers share. */
export interface IssuerOptions extends IssuerServices, MappingOptions {
  /** Accepted algorithms of signatures. */
  readonly algorithms: readonly string[];
}

/** Authenticates tokens of one issuer by the rules of the configuration. */
export class IssuerAuthenticator implements Disposable {
  readonly #authenticator: CompiledAuthenticator;
  readonly #options: IssuerOptions;
  readonly #verifier: IssuerVerifier;
  /** Undefined if the groups do not come from a claim. */
  readonly #sources: ClaimSources | undefined;

  constructor(authenticator: CompiledAuthenticator, options: IssuerOptions) {
    this.#authenticator = authenticator;
    this.#options = options;
    const issuer: TrustedIssuer = { ...authenticator, algorithms: options.algorithms };
    this.#verifier = new IssuerVerifier(issuer, options);
    const { groups } = authenticator;
    this.#sources = groups && "claim" in groups ? new ClaimSources(groups.claim, issuer, options) : undefined;
  }

  /** URL of the issuer. */
  get issuerUrl(): string {
    return this.#authenticator.issuerUrl;
  }

  /** Why tokens cannot be verified yet. Undefined if they can. */
  get fault(): string | undefined {
    return this.#verifier.fault;
  }

  /** Resolves when tokens can be verified. */
  get whenFound(): Promise<void> {
    return this.#verifier.whenFound;
  }

  /** Starts to look for the issuer. Has no effect if it was started before. */
  start(): void {
    this.#verifier.start();
  }

  /** Returns the owner of a token of this issuer. @throws AuthenticationError if the token is invalid */
  async authenticate(token: UntrustedToken): Promise<TokenIdentity> {
    if (this.fault !== undefined) throw new AuthenticationError("oidc: authenticator not initialized");
    const { expiresMs } = await withBeginning("oidc: verify token", this.#verifier.verify(token));
    const expanding = this.#sources?.expand(token.claims);
    const claims = expanding
      ? await withBeginning("oidc: could not expand distributed claims", expanding)
      : token.claims;
    const user = userOfClaims(claims, this.#authenticator, this.#options);
    checkClaimRules(claims, this.#authenticator, this.#options.clock);
    checkUserRules(user, this.#authenticator.userRules, this.#options.clock);
    return { user, expiresMs };
  }

  [Symbol.dispose](): void {
    this.#verifier[Symbol.dispose]();
    this.#sources?.[Symbol.dispose]();
  }
}
