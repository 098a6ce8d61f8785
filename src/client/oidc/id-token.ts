/** Verifies the signature and the claims of ID tokens. */
import { timingSafeEqual } from "node:crypto";
import type { JSONWebKeySet, JWTPayload } from "jose";
import { getDocument } from "./issuer-request.ts";
import { LoginError } from "./login-error.ts";
import type { OidcClient } from "./oidc-client.ts";

/** An ID token whose signature and claims are right, with the claims that the caller uses. */
export interface VerifiedIdToken {
  /** The token as it is sent to servers. */
  readonly text: string;
  readonly subject: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresMs: number;
}

/** Accepted signatures. All are asymmetric, so that the token cannot be signed with a public value. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];
const tokenBytesMax = 65_536;
const keysMax = 1_000;
/** Difference between the clocks of this machine and of the issuer that is accepted. */
const clockToleranceSeconds = 10;

/**
 * Verifies a token with the issuer's published keys.
 * @param expected `nonce` of the login; undefined if the flow has none
 * @throws LoginError that names the wrong claim
 */
export async function verifyIdToken(
  text: unknown,
  {
    client,
    nonce,
    signal,
  }: { readonly client: OidcClient; readonly nonce: string | undefined; readonly signal: AbortSignal },
): Promise<VerifiedIdToken> {
  const { issuer, clientId, clock } = client;
  if (typeof text !== "string" || text === "") throw new LoginError(`${issuer.issuer} returned no ID token`);
  if (text.length > tokenBytesMax) throw invalid(`it has more than ${tokenBytesMax} bytes`);
  const keys = await readKeys(client, signal);
  const { createLocalJWKSet, errors, jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(text, createLocalJWKSet(keys), {
      algorithms,
      issuer: issuer.issuer,
      audience: clientId,
      requiredClaims: ["sub", "iat", "exp"],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.nowMs()),
    });
    checkAuthorizedParty(payload, clientId);
    checkNonce(payload["nonce"], nonce);
    return { text, subject: String(payload.sub), expiresMs: Number(payload.exp) * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalid(error.message, error);
    throw error;
  }
}

async function readKeys({ issuer, send }: OidcClient, signal: AbortSignal): Promise<JSONWebKeySet> {
  const document = await getDocument(issuer.jwksUri, "the keys of the issuer", { send, signal });
  const { keys } = document;
  if (!Array.isArray(keys)) throw new LoginError(`the keys of the issuer at ${issuer.jwksUri}: keys is missing`);
  if (keys.length > keysMax) throw new LoginError(`the issuer publishes more than ${keysMax} keys`);
  return { keys };
}

function checkAuthorizedParty({ aud, azp }: JWTPayload, clientId: string): void {
  const isRequired = Array.isArray(aud) && aud.length > 1;
  if (azp === undefined ? isRequired : azp !== clientId) throw invalid('unexpected "azp" claim value');
}

function checkNonce(received: unknown, expected: string | undefined): void {
  if (expected === undefined) return;
  const [one, other] = [typeof received === "string" ? received : "", expected].map((text) => Buffer.from(text));
  const isEqual =
    one?.length === other?.length && one !== undefined && other !== undefined && timingSafeEqual(one, other);
  if (!isEqual) throw invalid('unexpected "nonce" claim value: the token belongs to another login');
}

function invalid(problem: string, cause?: unknown): LoginError {
  return new LoginError(`the ID token of the issuer is invalid: ${problem}`, { cause });
}
