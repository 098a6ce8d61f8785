/** The keys of an issuer. They are fetched when a token needs them, and cached as the issuer allows. */
import type { Clock } from "../../../base/clock.ts";
import { reasonOf } from "../../../base/reason-of.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import { documentLimits, parseObject, type UntrustedToken } from "../tokens/parse-token.ts";
import type { TokenHeader } from "../tokens/token-header.ts";
import { type IssuerConnection, requestDocument } from "./fetch.ts";
import { FetchBudget } from "./fetch-budget.ts";
import { freshMs } from "./freshness.ts";
import { SignatureKey } from "./signature-key.ts";

/** Keys are fetched again if they become stale within this time, because clocks differ. */
const leewayMs = 30_000;
/** Largest number of keys. A token without a key ID is checked with each of them. */
const keysMax = 256;

interface CachedKeys {
  readonly keys: readonly SignatureKey[];
  readonly freshUntilMs: number;
}

/** Connection to the issuer of the keys. */
export interface KeySetOptions {
  /** URL of the key set. */
  readonly url: string;
  readonly connection: IssuerConnection;
  readonly clock: Clock;
}

/** The keys of one issuer. */
export class KeySet {
  readonly #options: KeySetOptions;
  readonly #budget: FetchBudget;
  #cached: CachedKeys = { keys: [], freshUntilMs: Number.NEGATIVE_INFINITY };
  /** The fetch in progress, which all tokens share. */
  #fetching: Promise<CachedKeys> | undefined;

  constructor(options: KeySetOptions) {
    this.#options = options;
    this.#budget = new FetchBudget(options.clock);
  }

  /**
   * Verifies the signature of a token. Stale keys are used as long as they verify it, so that tokens are accepted while
   * the issuer is down.
   * @throws AuthenticationError if no key of the issuer has signed it
   */
  async verify(token: UntrustedToken, header: TokenHeader): Promise<void> {
    if (await hasSigner(this.#cached.keys, token, header)) return;
    const isFresh = this.#options.clock.nowMs() + leewayMs <= this.#cached.freshUntilMs;
    if (isFresh || !(this.#fetching || this.#budget.take())) throw unverified("failed to verify id token signature");
    const { keys } = await this.#fetchShared();
    if (!(await hasSigner(keys, token, header))) throw unverified("failed to verify id token signature");
  }

  async #fetchShared(): Promise<CachedKeys> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    try {
      return await this.#fetching;
    } catch (error) {
      throw unverified(`fetching keys ${reasonOf(error)}`);
    }
  }

  async #fetch(): Promise<CachedKeys> {
    const { url, connection, clock } = this.#options;
    const { status, headers, body } = await requestDocument(url, connection).catch((error: unknown) => {
      throw new Error(`oidc: get keys failed ${reasonOf(error)}`, { cause: error });
    });
    if (status !== 200) throw new Error(`oidc: get keys failed: ${status}`);
    const members = parseObject(body, documentLimits)?.["keys"];
    if (!Array.isArray(members)) throw new Error("oidc: failed to decode keys");
    if (members.length > keysMax) {
      throw new Error(`oidc: the issuer has ${members.length} keys, but only ${keysMax} are allowed`);
    }
    const keys = members.map((member) => SignatureKey.of(member)).filter((key) => key !== undefined);
    this.#cached = { keys, freshUntilMs: clock.nowMs() + freshMs(headers, clock.nowMs()) };
    return this.#cached;
  }
}

async function hasSigner(
  keys: readonly SignatureKey[],
  token: UntrustedToken,
  { algorithm, keyId }: TokenHeader,
): Promise<boolean> {
  for (const key of keys) {
    const isCandidate = (keyId === undefined || key.id === keyId) && key.fits(algorithm);
    if (isCandidate && (await key.hasSigned(token, algorithm))) return true;
  }
  return false;
}

function unverified(reason: string): AuthenticationError {
  return new AuthenticationError(`failed to verify signature: ${reason}`);
}
