/** Verifies the tokens of one issuer, once the issuer has been found. */
import type { Clock, Timer } from "../../../base/clock.ts";
import { deferred } from "../../../base/deferred.ts";
import type { Logger } from "../../../base/logger.ts";
import { reasonOf } from "../../../base/reason-of.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import { type CheckedClaims, checkClaims, requireAudience } from "../tokens/check-claims.ts";
import type { UntrustedToken } from "../tokens/parse-token.ts";
import { headerOf } from "../tokens/token-header.ts";
import { discoverKeys, type IssuerAddress } from "./discover.ts";
import type { Fetch, IssuerConnection } from "./fetch.ts";
import { KeySet } from "./key-set.ts";

/** Time between two attempts to find an issuer. */
const retryMs = 10_000;

/** Services with which issuers are reached. */
export interface IssuerServices {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An issuer, and the tokens that are accepted from it. */
export interface TrustedIssuer extends IssuerAddress {
  readonly certificateAuthority: string | undefined;
  /** A token must be for one of them. */
  readonly audiences: readonly string[];
  /** Accepted algorithms of signatures. */
  readonly algorithms: readonly string[];
}

/** Verifies tokens of one issuer. It looks for the issuer until it finds it, or is disposed. */
export class IssuerVerifier implements Disposable {
  readonly #issuer: TrustedIssuer;
  readonly #services: IssuerServices;
  readonly #stop = new AbortController();
  readonly #found = deferred();
  #isStarted = false;
  #retry: Timer | undefined;
  /** Undefined until the issuer has been found. */
  #keys: KeySet | undefined;
  #fault: string;

  constructor(issuer: TrustedIssuer, services: IssuerServices) {
    this.#issuer = issuer;
    this.#services = services;
    this.#fault = `oidc: authenticator for issuer ${goQuote(issuer.issuerUrl)} is not initialized`;
  }

  /** Why the issuer has not been found yet. Undefined if tokens can be verified. */
  get fault(): string | undefined {
    return this.#keys ? undefined : this.#fault;
  }

  /** Resolves when tokens can be verified. */
  get whenFound(): Promise<void> {
    return this.#found.promise;
  }

  /** Starts to look for the issuer. Has no effect if it was started before. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#discover();
  }

  /**
   * Verifies a token of the issuer.
   * @throws AuthenticationError if the token is not valid, with a message for which the caller adds the beginning
   */
  async verify(token: UntrustedToken): Promise<CheckedClaims> {
    const { issuerUrl, audiences, algorithms } = this.#issuer;
    const keys = this.#keys;
    if (!keys) throw new AuthenticationError(this.#fault);
    const header = headerOf(token);
    const checked = checkClaims(token, { issuer: issuerUrl, audiences }, this.#services.clock.nowMs());
    if (!algorithms.includes(header.algorithm)) {
      const accepted = algorithms.map((one) => goQuote(one)).join(" ");
      const found = `expected [${accepted}] got ${goQuote(header.algorithm)}`;
      throw new AuthenticationError(`oidc: id token signed with unsupported algorithm, ${found}`);
    }
    await keys.verify(token, header);
    requireAudience(checked.audiences, audiences);
    return checked;
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#retry?.cancel();
  }

  async #discover(): Promise<void> {
    const { clock, fetch } = this.#services;
    const { certificateAuthority } = this.#issuer;
    const connection: IssuerConnection = { fetch, certificateAuthority, signal: this.#stop.signal };
    try {
      this.#keys = new KeySet({ url: await discoverKeys(this.#issuer, connection), connection, clock });
      this.#found.resolve();
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#report(reasonOf(error));
      this.#retry = clock.after(retryMs, () => void this.#discover());
    }
  }

  /** Logs the reason of a failure, unless the attempt before failed for the same reason. */
  #report(reason: string): void {
    const { issuerUrl } = this.#issuer;
    if (reason === this.#fault) return;
    this.#fault = reason;
    this.#services.logger.warning("a token issuer is not available", { issuer: issuerUrl, reason });
  }
}
