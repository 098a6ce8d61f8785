/** The tokens of service accounts: how this server issues, verifies and publishes them. Keys are read when needed. */
import {
  accountTokenAuthenticators,
  boundClaims,
  readPrivateKey,
  readPublicKeys,
  type SignClaims,
  type TokenAuthenticator,
  tokenSigner,
  VerificationKeys,
} from "../../authn/index.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { AccountTokenIssuer, AccountTokenRequest } from "../../meta/accounts/account-token.ts";
import { product, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess } from "../../schema/index.ts";
import type { AuthenticationConfig } from "../config/authentication-config.ts";
import type { AccountKeys } from "../config/process-config.ts";
import { temporaryAccountKeys } from "./account-keys.ts";
import { AccountTokenUses } from "./account-token-uses.ts";
import { storedTokenObjects } from "./stored-token-objects.ts";

/** Everything that the tokens of service accounts depend on. */
export interface AccountTokenServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly objects: ObjectAccess;
  /** Default: a new key, which no other server has. */
  readonly keys?: AccountKeys | undefined;
}

interface ParsedKeys {
  readonly sign: SignClaims;
  readonly verifying: VerificationKeys;
}

/** Issues and verifies the tokens of service accounts. */
export class AccountTokens implements AccountTokenIssuer {
  /** The first one is in new tokens. All are accepted. */
  readonly issuers: readonly [string, ...string[]];
  readonly audiences: readonly string[];
  readonly lifetimeSecondsMax: number;
  readonly extendsLifetime: boolean;
  /** Methods that check tokens of service accounts. */
  readonly authenticators: readonly TokenAuthenticator[];
  readonly #vocabulary: Vocabulary;
  readonly #givenKeys: AccountKeys | undefined;
  readonly #uses: AccountTokenUses;
  #keys: Promise<ParsedKeys> | undefined;

  constructor({ audiences, serviceAccounts }: AuthenticationConfig, services: AccountTokenServices) {
    const { clock, vocabulary, objects, keys } = services;
    this.issuers = accountTokenIssuers(serviceAccounts, vocabulary);
    this.audiences = audiences.length === 0 ? this.issuers : audiences;
    this.lifetimeSecondsMax = Math.floor(serviceAccounts.expirationMaxMs / 1000);
    this.extendsLifetime = serviceAccounts.extendsExpiration;
    this.#vocabulary = vocabulary;
    this.#givenKeys = keys;
    this.#uses = new AccountTokenUses(services);
    this.authenticators = accountTokenAuthenticators({
      vocabulary,
      issuers: this.issuers,
      audiences: this.audiences,
      keys: () => this.verificationKeys(),
      objects: storedTokenObjects(objects),
      uses: this.#uses,
      requiresObjects: serviceAccounts.lookup,
      nowMs: () => clock.nowMs(),
    });
  }

  /** Shows the counters of used tokens in a registry. */
  registerMetrics(registry: MetricRegistry): void {
    this.#uses.register(registry);
  }

  async issue(request: AccountTokenRequest): Promise<string> {
    const { sign } = await this.#parsedKeys();
    return await sign(boundClaims(this.issuers[0], request, this.#vocabulary));
  }

  /** Signs a token with any claims, such as one that is kept in a Secret. */
  async sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { sign } = await this.#parsedKeys();
    return await sign(claims);
  }

  /** Returns the keys that verify tokens. */
  async verificationKeys(): Promise<VerificationKeys> {
    return (await this.#parsedKeys()).verifying;
  }

  #parsedKeys(): Promise<ParsedKeys> {
    this.#keys ??= parseKeys(this.#givenKeys);
    return this.#keys;
  }
}

async function parseKeys(given: AccountKeys | undefined): Promise<ParsedKeys> {
  const { signing, verifying } = given ?? (await temporaryAccountKeys());
  const signingKey = readPrivateKey(signing);
  assert(signingKey, "the reader of key files has found a private key");
  return { sign: tokenSigner(signingKey), verifying: new VerificationKeys(verifying.flatMap(readPublicKeys)) };
}

/** Returns the accepted issuers of service account tokens. The first one is in new tokens. */
export function accountTokenIssuers(
  { issuers }: AuthenticationConfig["serviceAccounts"],
  vocabulary: Vocabulary,
): readonly [string, ...string[]] {
  const [first = defaultIssuer(vocabulary), ...others] = issuers;
  return [first, ...others];
}

function defaultIssuer(vocabulary: Vocabulary): string {
  return `https://${vocabulary.bind(product(".default.svc"))}`;
}
