/** Checks the claims that every ID token has: types, issuer, audience and times. The signature is verified afterwards. */
import { isJsonObject } from "../../../base/json-object.ts";
import { jsonType } from "../../../codec/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { Claims } from "./claims.ts";
import { claimTime, goTimeOf } from "./claim-time.ts";

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
  for (const name of textNames) requireType(claims, name, "string");
  const audiences = audiencesOf(claims);
  const expiresMs = timeOf(claims, "exp") ?? yearOneMs;
  timeOf(claims, "iat");
  const notBeforeMs = timeOf(claims, "nbf");
  checkClaimSources(claims);
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
  throw new AuthenticationError(`oidc: expected audience in ${quotedList(expected.toSorted())} got ${quotedList(found)}`);
}

const textNames = ["sub", "nonce", "at_hash"] as const;

function requireType(claims: Claims, name: string, type: "string"): void {
  const value = claims[name] ?? "";
  if (typeof value !== "string") throw unreadable(name, value, type);
}

function unreadable(name: string, value: unknown, type: string): AuthenticationError {
  const field = `Go struct field idToken.${name} of type ${type}`;
  return new AuthenticationError(`oidc: failed to unmarshal claims: json: cannot unmarshal ${jsonType(value)} into ${field}`);
}

function audiencesOf({ aud }: Claims): readonly string[] {
  if (typeof aud === "string") return [aud];
  if (aud === undefined || aud === null) return [];
  if (!Array.isArray(aud)) throw unreadable("aud", aud, "[]string");
  const audiences: string[] = [];
  for (const one of aud) {
    if (typeof one !== "string") throw unreadable("aud", one, "string");
    audiences.push(one);
  }
  return audiences;
}

/** Returns the time in a claim. Undefined if it is absent. @throws AuthenticationError if it is no time */
function timeOf(claims: Claims, name: "exp" | "iat" | "nbf"): number | undefined {
  const value = claims[name];
  if (value === undefined || value === null) return undefined;
  const ms = claimTime(value);
  if (ms === undefined) throw unreadable(name, value, "json.Number");
  return ms;
}

/** Checks that each claim that the token has by reference names an existing source. */
function checkClaimSources({ _claim_names: names = {}, _claim_sources: sources = {} }: Claims): void {
  if (!isJsonObject(names ?? {})) throw unreadable("_claim_names", names, "map[string]string");
  if (!isJsonObject(sources ?? {})) throw unreadable("_claim_sources", sources, "map[string]oidc.claimSource");
  for (const source of Object.values(names ?? {})) {
    if (typeof source !== "string" || source === "") {
      throw new AuthenticationError("oidc: failed to obtain source from claim name");
    }
    if (!Object.hasOwn(sources ?? {}, source)) throw new AuthenticationError("oidc: source does not exist");
  }
}

function quotedList(texts: readonly string[]): string {
  return `[${texts.map((text) => goQuote(text)).join(" ")}]`;
}
