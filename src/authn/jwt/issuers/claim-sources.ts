/**
 * Distributed claims (OpenID Connect Core 1.0, section 5.6.2): the groups of a user may be in another token, which the
 * first token names. The other token may have another issuer.
 */

import { goFields } from "../../../base/go-field-name.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { getOwn } from "../../../base/own-property.ts";
import { reasonOf } from "../../../base/reason-of.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import { type Claims, hasClaim } from "../tokens/claims.ts";
import { parseToken, type UntrustedToken } from "../tokens/parse-token.ts";
import { sourceFields } from "../tokens/read-id-token.ts";
import { withBeginning } from "../tokens/with-beginning.ts";
import { requestDocument } from "./fetch.ts";
import { type IssuerServices, IssuerVerifier, type TrustedIssuer } from "./issuer-verifier.ts";

/** Largest number of issuers that the sources of one issuer's tokens may have. */
const issuersMax = 16;

/** Where a claim is. */
interface ClaimSource {
  readonly url: string;
  /** Bearer token for the request. Empty: none. */
  readonly accessToken: string;
}

/** Resolves one distributed claim of an issuer's tokens. */
export class ClaimSources implements Disposable {
  readonly #claim: string;
  readonly #issuer: TrustedIssuer;
  readonly #services: IssuerServices;
  readonly #stop = new AbortController();
  readonly #verifiers = new Map<string, IssuerVerifier>();

  /** @param issuer of the tokens that name sources. Tokens of the sources are accepted for the same audiences. */
  constructor(claim: string, issuer: TrustedIssuer, services: IssuerServices) {
    this.#claim = claim;
    this.#issuer = issuer;
    this.#services = services;
  }

  /**
   * Returns the claims, with the distributed claim if they name its source.
   * @throws AuthenticationError if the source has no valid token with the claim
   */
  async expand(claims: Claims): Promise<Claims> {
    const source = hasClaim(claims, this.#claim) ? undefined : sourceOf(claims, this.#claim);
    if (!source) return claims;
    const token = await this.#fetch(source);
    const verifying = this.#verifierOf(token.issuer).verify(token);
    await withBeginning("verify distributed claim token", verifying);
    if (hasClaim(token.claims, this.#claim)) return { ...claims, [this.#claim]: token.claims[this.#claim] };
    const where = `jwt returned by distributed claim endpoint ${goQuote(source.url)}`;
    throw new AuthenticationError(`${where} did not contain claim: ${this.#claim}`);
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    for (const verifier of this.#verifiers.values()) verifier[Symbol.dispose]();
  }

  async #fetch({ url, accessToken }: ClaimSource): Promise<UntrustedToken> {
    const { certificateAuthority } = this.#issuer;
    const connection = { fetch: this.#services.fetch, certificateAuthority, signal: this.#stop.signal };
    const headers: Record<string, string> = accessToken === "" ? {} : { authorization: `Bearer ${accessToken}` };
    const doing = `while getting distributed claim ${goQuote(this.#claim)}`;
    const { status, body } = await requestDocument(url, connection, headers).catch((error: unknown) => {
      throw new AuthenticationError(`${doing}: ${reasonOf(error)}`);
    });
    if (status < 200 || status > 226) {
      throw new AuthenticationError(`${doing}: error while getting distributed claim JWT: ${status}`);
    }
    const token = parseToken(body.toString("utf8"));
    if (token) return token;
    const failure = `getting untrusted issuer from endpoint ${url} failed for claim ${goQuote(this.#claim)}`;
    throw new AuthenticationError(`${failure}: malformed token`);
  }

  #verifierOf(issuerUrl: string): IssuerVerifier {
    let verifier = this.#verifiers.get(issuerUrl);
    if (!verifier) {
      if (this.#verifiers.size >= issuersMax) {
        throw new AuthenticationError(`verifying untrusted issuer ${issuerUrl} failed: there are too many issuers`);
      }
      verifier = new IssuerVerifier({ ...this.#issuer, issuerUrl, discoveryUrl: undefined }, this.#services);
      this.#verifiers.set(issuerUrl, verifier);
      verifier.start();
    }
    if (verifier.fault === undefined) return verifier;
    const reason = `verifier not initialized for issuer: ${goQuote(issuerUrl)}`;
    throw new AuthenticationError(`verifying untrusted issuer ${issuerUrl} failed: ${reason}`);
  }
}

/** Returns the source of a claim. Undefined if the token does not name one. `readIdToken()` has checked the types. */
function sourceOf({ _claim_names: names, _claim_sources: sources }: Claims, claim: string): ClaimSource | undefined {
  const name = isJsonObject(names) ? getOwn(names, claim) : undefined;
  const source = isJsonObject(sources) && typeof name === "string" ? getOwn(sources, name) : undefined;
  const { endpoint: url, access_token: accessToken } = isJsonObject(source) ? goFields(source, sourceFields) : {};
  if (typeof url !== "string" || url === "") return undefined;
  return { url, accessToken: typeof accessToken === "string" ? accessToken : "" };
}
