/** Credentials of the ServiceAccount as which a controller acts. */
import { serviceAccount, type TokenRequest } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Credentials, RequestCredentials } from "../../client/config/index.ts";
import { type Client, hasCode } from "../../client/index.ts";
import { parseTime } from "../../meta/time.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";

/** The account, and the client that requests its tokens. */
export interface AccountCredentialsOptions {
  /** Acts as the controller manager. */
  readonly client: Client;
  readonly namespace: string;
  readonly account: string;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
}

/** Requested lifetime of a token, as in the reference. */
const lifetimeSeconds = 3600;
/** Shortest lifetime that a server grants. A shorter one means that the clocks differ. */
const lifetimeMsMin = 600_000;
/** Part of the lifetime after which the token is replaced. */
const usedPart = 0.8;

/** A token with the monotonic time at which it must be replaced. */
interface CachedToken {
  readonly credentials: RequestCredentials;
  readonly replaceAtMs: number;
}

/**
 * Requests a token for the account when it is first needed, and another one before it expires. Creates the account if it
 * does not exist.
 */
export class AccountCredentials implements Credentials {
  readonly #options: AccountCredentialsOptions;
  #cached: CachedToken | undefined;
  #request: Promise<CachedToken> | undefined;

  constructor(options: AccountCredentialsOptions) {
    this.#options = options;
  }

  /** @throws StatusError if the server rejects the request for a token */
  async current(signal: AbortSignal): Promise<RequestCredentials> {
    signal.throwIfAborted();
    if (this.#cached && this.#options.clock.monotonicMs() < this.#cached.replaceAtMs) return this.#cached.credentials;
    // Concurrent callers share the request, so that no caller's signal may end it.
    this.#request ??= this.#requestToken().finally(() => {
      this.#request = undefined;
    });
    this.#cached = await this.#request;
    signal.throwIfAborted();
    return this.#cached.credentials;
  }

  invalidate(rejected?: RequestCredentials): void {
    if (rejected === undefined || rejected === this.#cached?.credentials) this.#cached = undefined;
  }

  async #requestToken(): Promise<CachedToken> {
    const { clock } = this.#options;
    const { status } = await this.#postTokenRequest();
    const { token = "", expirationTimestamp } = status ?? {};
    const lifetimeMs = expirationTimestamp ? parseTime(expirationTimestamp) - clock.nowMs() : 0;
    const replaceAtMs = clock.monotonicMs() + usedPart * Math.max(lifetimeMs, lifetimeMsMin);
    return { credentials: { headers: { authorization: `Bearer ${token}` } }, replaceAtMs };
  }

  async #postTokenRequest(): Promise<TokenRequest> {
    const { client, namespace, account, vocabulary } = this.#options;
    const accounts = client.api(serviceAccount, namespace);
    const apiVersion = `${vocabulary.bind(group("authentication"))}/v1`;
    const body = { kind: "TokenRequest", apiVersion, spec: { expirationSeconds: lifetimeSeconds } };
    try {
      return await accounts.post<TokenRequest>(account, "token", body);
    } catch (error) {
      if (!hasCode(error, 404)) throw error;
    }
    try {
      await accounts.create({ metadata: { name: account } });
    } catch (error) {
      // Another process created it first.
      if (!hasCode(error, 409)) throw error;
    }
    return await accounts.post<TokenRequest>(account, "token", body);
  }
}
