/**
 * Caches the results of token checks for a short time. Requests with the same token share one check. The keys are keyed hashes,
 * so that clients cannot choose keys that collide. The last token of each open connection is kept, too.
 */
import type { Clock } from "../base/clock.ts";
import { AuthenticationError } from "./authentication-error.ts";
import type { TokenCacheMetrics } from "./authentication-metrics.ts";
import type { AuthenticationOutcome } from "./authenticator.ts";
import { KeyedHash } from "./keyed-hash.ts";
import { SharedUsers } from "./shared-users.ts";
import type { TokenAuthenticator, TokenIdentity } from "./token-authenticator.ts";
import { withAuthenticatedGroup } from "./user.ts";

/** How long a valid token is accepted without another check by default, as in the reference. */
const defaultLifetimeMs = 10_000;
/** Maximum number of cached tokens. The oldest ones are removed first. */
const tokensMax = 10_000;

interface CachedToken {
  /** Undefined if no method recognizes the token. */
  readonly identity: TokenIdentity | undefined;
  /** Monotonic time at which the token must be checked again. */
  readonly freshUntilMs: number;
}

/** The last token of a connection. Most connections send the same token in all requests. */
interface LastToken {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly key: string;
}

/** The method whose results are cached. */
export interface TokenCacheOptions {
  readonly authenticate: TokenAuthenticator;
  readonly clock: Clock;
  readonly metrics: TokenCacheMetrics;
  /** How long a token is not checked again, in milliseconds. Default: 10,000. */
  readonly lifetimeMs?: number;
  /** Whether tokens that no method recognizes are cached, too. Errors never are. Default: false. */
  readonly keepsUnknown?: boolean;
}

/** Checks tokens, and remembers the results. */
export class TokenCache {
  readonly #options: TokenCacheOptions;
  readonly #hash = new KeyedHash();
  /** In the order of their insertion, which is that of their expiry. */
  readonly #tokens = new Map<string, CachedToken>();
  readonly #users = new SharedUsers();
  readonly #lastTokens = new WeakMap<object, LastToken>();
  readonly #checks = new Map<string, Promise<AuthenticationOutcome>>();

  constructor(options: TokenCacheOptions) {
    this.#options = options;
  }

  /**
   * Returns the owner of a token, at once if the token is cached. The user is in the group of authenticated users.
   * @param connection the connection that sent the token. The hash of its last token is not computed again.
   */
  check(
    token: string,
    audiences: readonly string[],
    connection?: object,
  ): AuthenticationOutcome | Promise<AuthenticationOutcome> {
    const { clock, metrics } = this.#options;
    const startedMs = clock.monotonicMs();
    const key = connection ? this.#keyOn(connection, token, audiences) : this.#keyOf(token, audiences);
    const cached = this.#fresh(key, startedMs);
    if (cached) {
      metrics.countRequest("hit", clock.monotonicMs() - startedMs);
      return cached.identity;
    }
    return this.#sharedCheck(key, token, audiences).finally(() => {
      metrics.countRequest("miss", clock.monotonicMs() - startedMs);
    });
  }

  #fresh(key: string, monotonicMs: number): CachedToken | undefined {
    const cached = this.#tokens.get(key);
    if (cached === undefined || cached.freshUntilMs <= monotonicMs) return undefined;
    const expiresMs = cached.identity?.expiresMs;
    return expiresMs === undefined || this.#options.clock.nowMs() < expiresMs ? cached : undefined;
  }

  async #sharedCheck(key: string, token: string, audiences: readonly string[]): Promise<AuthenticationOutcome> {
    let check = this.#checks.get(key);
    if (!check) {
      check = this.#check(key, token, audiences).finally(() => this.#checks.delete(key));
      this.#checks.set(key, check);
    }
    using _blocked = this.#options.metrics.blocked();
    return await check;
  }

  async #check(key: string, token: string, audiences: readonly string[]): Promise<AuthenticationOutcome> {
    const fetch = this.#options.metrics.fetching();
    try {
      const found = await this.#options.authenticate(token, audiences);
      fetch.end("ok");
      if (!found && !this.#options.keepsUnknown) return undefined;
      return this.#keep(key, found && { ...found, user: withAuthenticatedGroup(found.user) });
    } catch (error) {
      fetch.end("error");
      if (error instanceof AuthenticationError) return error;
      throw error;
    }
  }

  #keep(key: string, found: TokenIdentity | undefined): TokenIdentity | undefined {
    const { clock, lifetimeMs = defaultLifetimeMs } = this.#options;
    const nowMs = clock.monotonicMs();
    this.#tokens.delete(key);
    this.#makeRoom(nowMs);
    const identity = found && { ...found, user: this.#users.share(found.user) };
    // A whole number takes no memory beside the entry.
    this.#tokens.set(key, { identity, freshUntilMs: Math.floor(nowMs + lifetimeMs) });
    return identity;
  }

  /** Removes the tokens that must be checked again, and the oldest one if there are too many. */
  #makeRoom(nowMs: number): void {
    for (const [oldest, { freshUntilMs }] of this.#tokens) {
      if (freshUntilMs > nowMs && this.#tokens.size < tokensMax) return;
      this.#tokens.delete(oldest);
    }
    this.#users.clear();
  }

  #keyOn(connection: object, token: string, audiences: readonly string[]): string {
    const last = this.#lastTokens.get(connection);
    if (last?.token === token && last.audiences === audiences) return last.key;
    const key = this.#keyOf(token, audiences);
    this.#lastTokens.set(connection, { token, audiences, key });
    return key;
  }

  /** Returns a hash of the token and the audiences. Lengths before the texts make the input unambiguous. */
  #keyOf(token: string, audiences: readonly string[]): string {
    let input = `${token.length} ${token}`;
    for (const audience of audiences) input += `${audience.length} ${audience}`;
    return this.#hash.of(input);
  }
}
