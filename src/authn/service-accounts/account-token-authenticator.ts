/**
 * Authenticates service accounts by their tokens: those that the TokenRequest API has issued, and those in Secrets. The
 * issuer in a token tells them apart.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { secretTokenIssuer } from "../../meta/tokens/secret-token-claims.ts";
import { groupName, type Vocabulary } from "../../meta/vocabulary.ts";
import {
  AuthenticationError,
  commonAudiences,
  type TokenAuthenticator,
  type TokenIdentity,
} from "../token-authenticator.ts";
import { accountUser } from "./account-user.ts";
import {
  type BoundTokenCheck,
  type ClaimedObjects,
  checkBoundToken,
  readBoundObjects,
  staleAnnotation,
} from "./bound-token.ts";
import { checkLegacyToken } from "./legacy-token.ts";
import { leewayMs, type PublicClaims, readPublicClaims } from "./public-claims.ts";
import type { TokenObjects } from "./token-objects.ts";
import { parseToken } from "./token-text.ts";
import type { TokenUses } from "./token-uses.ts";
import type { VerificationKeys } from "./verification-keys.ts";
import { verifySignature } from "./verify-signature.ts";

/** Everything that the authentication of service accounts uses. */
export interface AccountTokenOptions {
  readonly vocabulary: Vocabulary;
  /** Issuers whose tokens are accepted. */
  readonly issuers: readonly string[];
  /** Audiences of this server. */
  readonly audiences: readonly string[];
  /** Returns the keys that verify tokens. Called for each token that names an accepted issuer. */
  readonly keys: () => Promise<VerificationKeys>;
  readonly objects: TokenObjects;
  readonly uses: TokenUses;
  /** Whether tokens in Secrets require that the Secret and the account exist. */
  readonly requiresObjects: boolean;
  readonly nowMs: () => number;
}

/** A method for the tokens of some issuers. The types of all claims are checked before their values, as in the reference. */
interface TokenMethod<P> {
  readonly issuers: readonly string[];
  /** Reads the claims that only these tokens have. */
  readonly readClaims: (claims: ReadonlyJsonObject) => P;
  readonly identify: (text: string, privateClaims: P, publicClaims: PublicClaims) => Promise<TokenIdentity>;
}

/** Returns the authenticators of service accounts: for tokens in Secrets, and for tokens of the TokenRequest API. */
export function accountTokenAuthenticators(options: AccountTokenOptions): readonly TokenAuthenticator[] {
  const { vocabulary, issuers, objects, uses, requiresObjects, nowMs } = options;
  const check = (): BoundTokenCheck => ({
    vocabulary,
    objects,
    nowMs: nowMs(),
    count: (counter) => uses.count(counter),
  });
  const identifyLegacy: TokenMethod<ReadonlyJsonObject>["identify"] = async (text, claims, publicClaims) => {
    const { warnings, annotations, ...account } = await checkLegacyToken(text, claims, publicClaims, {
      ...check(),
      uses,
      requiresObjects,
    });
    return { user: accountUser(account, vocabulary), ...(warnings.length > 0 ? { warnings } : {}), annotations };
  };
  const identifyBound: TokenMethod<ClaimedObjects>["identify"] = async (_, bound, publicClaims) => {
    const { expiresSeconds } = publicClaims;
    const boundCheck = check();
    const account = await checkBoundToken(bound, publicClaims, boundCheck);
    const stale = staleAnnotation(bound, publicClaims, boundCheck);
    const expiry = expiresSeconds === undefined ? {} : { expiresMs: expiresSeconds * 1000 + leewayMs };
    return { user: accountUser(account, vocabulary), ...expiry, ...(stale ? { annotations: [stale] } : {}) };
  };
  return [
    authenticatorOf(
      { issuers: [vocabulary.bind(secretTokenIssuer)], readClaims: (claims) => claims, identify: identifyLegacy },
      options,
    ),
    authenticatorOf(
      { issuers, readClaims: (claims) => readBoundObjects(claims, vocabulary), identify: identifyBound },
      options,
    ),
  ];
}

function authenticatorOf<P>(
  { issuers, readClaims, identify }: TokenMethod<P>,
  { keys, uses, vocabulary, audiences: ownAudiences }: AccountTokenOptions,
): TokenAuthenticator {
  const accepted = new Set(issuers);
  return async (text, requestedAudiences) => {
    const token = parseToken(text);
    if (!token || !accepted.has(token.issuer)) return undefined;
    await verifySignature(token, await keys());
    const claims = readPublicClaims(token.claims);
    const privateClaims = readClaims(token.claims);
    // The case of the claim's name counts here, but not before the signature is verified.
    if (!accepted.has(claims.issuer)) {
      throw new AuthenticationError(`token issuer ${goQuote(claims.issuer)} is invalid`);
    }
    if (claims.audiences.length === 0) uses.count("legacy_tokens_total");
    const audiences = matchingAudiences(
      claims.audiences.length === 0 ? ownAudiences : claims.audiences,
      requestedAudiences.length === 0 ? ownAudiences : requestedAudiences,
    );
    const identity = await identify(text, privateClaims, claims);
    if (claims.audiences.length > 0) return { audiences, ...identity };
    const legacy = [vocabulary.bind(groupName("authentication/legacy-token")), claims.subject] as const;
    return { audiences, ...identity, annotations: [legacy, ...(identity.annotations ?? [])] };
  };
}

/** Returns the requested audiences that the token has. Throws an AuthenticationError if there are none. */
function matchingAudiences(tokenAudiences: readonly string[], requested: readonly string[]): readonly string[] {
  const matching = commonAudiences(tokenAudiences, requested);
  if (matching.length > 0) return matching;
  throw new AuthenticationError(
    `token audiences ${quotedList(tokenAudiences)} is invalid for the target audiences ${quotedList(requested)}`,
  );
}

function quotedList(texts: readonly string[]): string {
  return `[${texts.map(goQuote).join(" ")}]`;
}
