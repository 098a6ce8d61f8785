/** Reads the claims that the specification of OpenID Connect defines, with the types and the messages of the reference. */

import { goFields, isFieldName } from "../../../base/go-field-name.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { getOwn } from "../../../base/own-property.ts";
import { jsonType } from "../../../codec/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import { claimTime } from "./claim-time.ts";
import type { Claims } from "./claims.ts";

/** Claims of every ID token. */
export interface IdTokenClaims {
  readonly audiences: readonly string[];
  /** Undefined: the token has no expiry. */
  readonly expiresMs: number | undefined;
  /** Undefined: the token has no beginning. */
  readonly notBeforeMs: number | undefined;
}

/** Members of a source of claims. */
export const sourceFields = ["endpoint", "access_token"] as const;

/** Claims that must be texts. */
const textNames = ["sub", "nonce", "at_hash"] as const;

/** Names of the other claims that are read here. */
const fieldNames = ["aud", "exp", "iat", "nbf", "_claim_names", "_claim_sources"] as const;

/** The claims that are read here, by these names. */
type IdTokenFields = Partial<Readonly<Record<(typeof fieldNames)[number], unknown>>>;

/**
 * Returns the claims. The case of their names does not count here. The rules of the configuration find a claim only by
 * its exact name.
 * @throws AuthenticationError if one has a wrong type, or names a source that does not exist
 */
export function readIdToken(allClaims: Claims): IdTokenClaims {
  const claims = goFields(allClaims, fieldNames);
  for (const [key, value] of Object.entries(allClaims)) {
    const name = textNames.find((one) => isFieldName(key, one));
    if (name !== undefined) requireText(value, `idToken.${name}`);
  }
  const audiences = audiencesOf(claims);
  const expiresMs = timeOf(claims, "exp");
  timeOf(claims, "iat");
  const notBeforeMs = claims["nbf"] === null ? undefined : timeOf(claims, "nbf");
  checkClaimSources(claims);
  return { audiences, expiresMs, notBeforeMs };
}

function requireText(value: unknown, field: string): void {
  if (value !== undefined && value !== null && typeof value !== "string") throw unreadable(field, value, "string");
}

/** @param field the type and the path of the field: `idToken.aud` */
function unreadable(field: string, value: unknown, type: string): AuthenticationError {
  return unusable(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${field} of type ${type}`);
}

function unusable(reason: string): AuthenticationError {
  return new AuthenticationError(`oidc: failed to unmarshal claims: ${reason}`);
}

/** Returns the audiences. As in the reference, null counts as an empty text. */
function audiencesOf({ aud }: IdTokenFields): readonly string[] {
  if (aud === undefined) return [];
  if (aud === null || typeof aud === "string") return [aud ?? ""];
  if (!Array.isArray(aud)) throw unreadable("idToken.aud", aud, "[]string");
  return aud.map((one: unknown) => {
    if (one === null || typeof one === "string") return one ?? "";
    throw unreadable("idToken.aud", one, "string");
  });
}

/** Returns the time in a claim. Undefined if it is absent. @throws AuthenticationError if it is no time */
function timeOf(claims: IdTokenFields, name: "exp" | "iat" | "nbf"): number | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  if (value === null) throw unusable('strconv.ParseFloat: parsing "": invalid syntax');
  const ms = claimTime(value);
  if (ms !== undefined) return ms;
  if (typeof value !== "string") throw unreadable(`idToken.${name}`, value, "json.Number");
  throw unusable(`json: invalid number literal, trying to unmarshal ${goQuote(JSON.stringify(value))} into Number`);
}

/** Checks that each claim that the token has by reference names an existing source. */
function checkClaimSources({ _claim_names: names, _claim_sources: sources }: IdTokenFields): void {
  const namesByClaim = membersOf(names, "_claim_names", "map[string]string");
  const sourcesByName = membersOf(sources, "_claim_sources", "map[string]oidc.claimSource");
  for (const name of Object.values(namesByClaim)) requireText(name, "idToken._claim_names");
  for (const source of Object.values(sourcesByName)) {
    const members = membersOf(source, "_claim_sources", "oidc.claimSource");
    const { endpoint, access_token: accessToken } = goFields(members, sourceFields);
    requireText(endpoint, "claimSource._claim_sources.endpoint");
    requireText(accessToken, "claimSource._claim_sources.access_token");
  }
  for (const name of Object.values(namesByClaim)) {
    if (typeof name !== "string" || name === "") {
      throw new AuthenticationError("oidc: failed to obtain source from claim name");
    }
    if (getOwn(sourcesByName, name) === undefined) throw new AuthenticationError("oidc: source does not exist");
  }
}

function membersOf(value: unknown, name: string, type: string): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw unreadable(`idToken.${name}`, value, type);
}
