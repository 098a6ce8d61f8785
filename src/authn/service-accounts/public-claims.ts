/** The registered claims of a token (RFC 7519), and the check of their times. */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { goUnixSeconds } from "../go-unix-seconds.ts";
import { AuthenticationError } from "../token-authenticator.ts";

/** The registered claims of a token. Absent texts are empty. */
export interface PublicClaims {
  readonly issuer: string;
  readonly subject: string;
  /** Empty if the token names none. */
  readonly audiences: readonly string[];
  /** The claim `jti`. */
  readonly tokenId: string;
  /** Times in whole seconds since 1970. */
  readonly expiresSeconds: number | undefined;
  readonly notBeforeSeconds: number | undefined;
  readonly issuedSeconds: number | undefined;
}

/** Difference between the clocks of two machines that is accepted, as in the reference. */
export const leewayMs = 60_000;

/**
 * Reads the registered claims.
 * @throws AuthenticationError if one has the wrong type
 */
export function readPublicClaims(claims: ReadonlyJsonObject): PublicClaims {
  const { iss, sub, aud, jti, exp, nbf, iat } = claims;
  return {
    issuer: textOf(iss),
    subject: textOf(sub),
    audiences: audiencesOf(aud),
    tokenId: textOf(jti),
    expiresSeconds: secondsOf(exp),
    notBeforeSeconds: secondsOf(nbf),
    issuedSeconds: secondsOf(iat),
  };
}

/**
 * Checks the times of a token.
 * @throws AuthenticationError if it has expired, or if it is not valid yet
 */
export function checkTimes({ expiresSeconds, notBeforeSeconds, issuedSeconds }: PublicClaims, nowMs: number): void {
  if (isAfter(notBeforeSeconds, nowMs + leewayMs))
    throw new AuthenticationError("service account token is not valid yet");
  if (expiresSeconds !== undefined && nowMs - leewayMs > expiresSeconds * 1000) {
    throw new AuthenticationError("service account token has expired");
  }
  if (isAfter(issuedSeconds, nowMs + leewayMs)) {
    throw new AuthenticationError("service account token is issued in the future");
  }
}

function isAfter(seconds: number | undefined, ms: number): boolean {
  return seconds !== undefined && seconds * 1000 > ms;
}

/**
 * Returns a claim that is a text; empty if it is absent.
 * @throws AuthenticationError if it has another type
 */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw wrongType(value, "string");
  return value;
}

/**
 * Returns a claim that is a time, in whole seconds. Undefined if it is absent.
 * @throws AuthenticationError if it has another type
 */
export function secondsOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new AuthenticationError("square/go-jose/jwt: expected number value to unmarshal NumericDate");
  }
  return goUnixSeconds(value);
}

function audiencesOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const audiences: unknown = typeof value === "string" ? [value] : value;
  if (Array.isArray(audiences) && audiences.every((one) => typeof one === "string")) return audiences;
  throw new AuthenticationError("square/go-jose/jwt: expected string or array value to unmarshal to Audience");
}

/** Returns the error for a claim of the wrong type, in the words of the reference. */
export function wrongType(value: unknown, goType: string): AuthenticationError {
  const names: Readonly<Record<string, string>> = { boolean: "bool", number: "number", string: "string" };
  const name = names[typeof value] ?? (Array.isArray(value) ? "array" : "object");
  return new AuthenticationError(`json: cannot unmarshal ${name} into Go value of type ${goType}`);
}
