/** Authenticates the tokens of all issuers. The issuers can be replaced while tokens are authenticated. */
import { sleepOrAbort } from "../../base/clock.ts";
import { AuthenticationError, type TokenIdentity } from "../token-authenticator.ts";
import type { CompiledAuthenticator } from "./configuration/compiled-authenticator.ts";
import { IssuerAuthenticator, type IssuerOptions } from "./issuer-authenticator.ts";
import { hashOf, type JwtMetrics } from "./metrics.ts";
import { parseToken } from "./tokens/parse-token.ts";

/** How long a new configuration waits for its issuers. */
const issuersWaitMs = 60_000;
/** How long requests in progress can use the issuers of the configuration before. */
const replacedMs = 60_000;

/** Services and settings of all issuers, and the metrics of their tokens. */
export interface JwtAuthenticatorOptions extends IssuerOptions {
  readonly metrics: JwtMetrics;
}

/** An issuer and the hash of its URL. */
interface HashedIssuer {
  readonly authenticator: IssuerAuthenticator;
  readonly hash: string;
}

type Issuers = ReadonlyMap<string, HashedIssuer>;

/** Authenticates tokens by their issuer. */
export class JwtAuthenticator implements Disposable {
  readonly #options: JwtAuthenticatorOptions;
  readonly #stop = new AbortController();
  #issuers: Issuers;
  /** Issuers of earlier configurations that requests in progress may still use. */
  readonly #replaced = new Set<Issuers>();

  constructor(authenticators: readonly CompiledAuthenticator[], options: JwtAuthenticatorOptions) {
    this.#options = options;
    this.#issuers = this.#create(authenticators);
  }

  /** Starts to look for the issuers. Without it, the search begins with the first token. */
  start(): void {
    startAll(this.#issuers);
  }

  /**
   * Returns the owner of a token. Undefined if no issuer of the configuration has issued it.
   * @throws AuthenticationError if the token is invalid
   */
  async authenticate(text: string): Promise<TokenIdentity | undefined> {
    const token = parseToken(text);
    const issuer = token && this.#issuers.get(token.issuer);
    if (!token || !issuer) return undefined;
    const { authenticator, hash } = issuer;
    const { clock, metrics } = this.#options;
    authenticator.start();
    const startMs = clock.monotonicMs();
    const secondsSince = (): number => (clock.monotonicMs() - startMs) / 1000;
    try {
      const identity = await authenticator.authenticate(token);
      metrics.authenticated("success", hash, secondsSince());
      return identity;
    } catch (error) {
      if (error instanceof AuthenticationError) metrics.authenticated("failure", hash, secondsSince());
      throw error;
    }
  }

  /**
   * Replaces all issuers, once all new ones have been found.
   * @throws Error with the reasons if they are not found within a minute. The issuers before remain then.
   */
  async replace(authenticators: readonly CompiledAuthenticator[]): Promise<void> {
    const issuers = this.#create(authenticators);
    startAll(issuers);
    await this.#waitFor(issuers);
    const faults = Array.from(issuers.values(), ({ authenticator }) => authenticator.fault);
    const reasons = faults.filter((fault) => fault !== undefined);
    if (reasons.length > 0 || this.#stop.signal.aborted) {
      disposeAll(issuers);
      throw new Error(`not all token issuers are available: ${reasons.join(", ")}`);
    }
    const replaced = this.#issuers;
    this.#issuers = issuers;
    this.#replaced.add(replaced);
    this.#options.clock.after(replacedMs, () => {
      disposeAll(replaced);
      this.#replaced.delete(replaced);
    });
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    for (const issuers of [this.#issuers, ...this.#replaced]) disposeAll(issuers);
  }

  #create(authenticators: readonly CompiledAuthenticator[]): Issuers {
    return new Map(
      authenticators.map((one) => {
        const authenticator = new IssuerAuthenticator(one, this.#options);
        return [one.issuerUrl, { authenticator, hash: hashOf(one.issuerUrl) }];
      }),
    );
  }

  async #waitFor(issuers: Issuers): Promise<void> {
    const allFound = Promise.all(Array.from(issuers.values(), ({ authenticator }) => authenticator.whenFound));
    const waited = new AbortController();
    const signal = AbortSignal.any([waited.signal, this.#stop.signal]);
    await Promise.race([allFound, sleepOrAbort(this.#options.clock, issuersWaitMs, signal)]);
    waited.abort();
  }
}

function startAll(issuers: Issuers): void {
  for (const { authenticator } of issuers.values()) authenticator.start();
}

function disposeAll(issuers: Issuers): void {
  for (const { authenticator } of issuers.values()) authenticator[Symbol.dispose]();
}
