/** Claims of a token, read with the types and the messages of the reference. */
import { getOwn } from "../../../base/own-property.ts";
import { jsonType } from "../../../codec/index.ts";
import { AuthenticationError } from "../../token-authenticator.ts";

/** The claims of a token, by name. Values are parsed JSON. */
export type Claims = Readonly<Record<string, unknown>>;

/** Whether the token has a claim, even if it is null. */
export function hasClaim(claims: Claims, name: string): boolean {
  return Object.hasOwn(claims, name);
}

/**
 * Returns a claim that must be a text. A claim that is null counts as an empty text.
 * @param doing the beginning of the error's message
 * @throws AuthenticationError if the claim is missing or has another type
 */
export function textClaim(claims: Claims, name: string, doing: string): string {
  if (!hasClaim(claims, name)) throw new AuthenticationError(`${doing}: claim not present`);
  const value = getOwn(claims, name) ?? "";
  if (typeof value === "string") return value;
  throw new AuthenticationError(`${doing}: ${mismatch(value, "string")}`);
}

/**
 * Returns a claim that must be a text or a list of texts. In a list, null counts as an empty text.
 * @param doing the beginning of the error's message
 * @throws AuthenticationError if the claim has another type
 */
export function textListClaim(claims: Claims, name: string, doing: string): readonly string[] {
  const value = getOwn(claims, name);
  if (value === null || value === undefined) return [];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || !value.every((item) => item === null || typeof item === "string")) {
    throw new AuthenticationError(`${doing}: ${mismatch(value, "string")}`);
  }
  return value.map((item: string | null) => item ?? "");
}

/** Returns the reference's message for a JSON value of another type. */
export function mismatch(value: unknown, type: string): string {
  return `json: cannot unmarshal ${jsonType(value)} into Go value of type ${type}`;
}
