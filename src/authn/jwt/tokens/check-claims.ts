/** Checks the issuer, the audience and the times of an ID token. The signature is verified afterwards. */
import { goQuote } from "../../../meta/go-quote.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import { goTimeOf } from "./claim-time.ts";
import type { Claims } from "./claims.ts";
import { readIdToken } from "./read-id-token.ts";

/** The values that tokens of an issuer must have. */
export interface ExpectedClaims {
  readonly issuer: string;
  /** The token must be for one of them. */
  readonly audiences: readonly string[];
}

/** The checked claims of a token. */
export interface CheckedClaims {
  /** Audiences of the token. */
  readonly audiences: readonly string[];
  readonly expiresMs: number;
}

/** How long before its beginning a token is accepted, because clocks differ. */
const leewayMs = 60_000;
/** The moment at which a token without an expiry has expired: the zero time of the reference. */
const yearOneMs = -62_135_596_800_000;

/**
 * Checks the claims of a token. Several audiences are checked by `requireAudience()` after the signature, as in the
 * reference.
 * @param token.issuer the claim `iss`
 * @throws AuthenticationError for the first claim that breaks a rule
 */
export function checkClaims(
  { claims, issuer }: { readonly claims: Claims; readonly issuer: string },
  expected: ExpectedClaims,
  nowMs: number,
): CheckedClaims {
  const { audiences, expiresMs = yearOneMs, notBeforeMs } = readIdToken(claims);
  if (issuer !== expected.issuer) {
    const found = `expected ${goQuote(expected.issuer)} got ${goQuote(issuer)}`;
    throw new AuthenticationError(`oidc: id token issued by a different provider, ${found}`);
  }
  const [audience = ""] = expected.audiences;
  if (expected.audiences.length === 1 && !audiences.includes(audience)) {
    throw new AuthenticationError(`oidc: expected audience ${goQuote(audience)} got ${quotedList(audiences)}`);
  }
  if (expiresMs < nowMs) throw new AuthenticationError(`oidc: token is expired (Token Expiry: ${goTimeOf(expiresMs)})`);
  if (notBeforeMs !== undefined && nowMs + leewayMs < notBeforeMs) {
    const times = `current time ${goTimeOf(nowMs)} before the nbf (not before) time: ${goTimeOf(notBeforeMs)}`;
    throw new AuthenticationError(`oidc: ${times}`);
  }
  return { audiences, expiresMs };
}

/** Checks that a token is for one of several audiences. @throws AuthenticationError if it is for none of them */
export function requireAudience(found: readonly string[], expected: readonly string[]): void {
  if (found.some((one) => expected.includes(one))) return;
  throw new AuthenticationError(
    `oidc: expected audience in ${quotedList(expected.toSorted())} got ${quotedList(found)}`,
  );
}

function quotedList(texts: readonly string[]): string {
  return `[${texts.map((text) => goQuote(text)).join(" ")}]`;
}
