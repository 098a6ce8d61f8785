/** Reads the issuer of a token before its signature is verified, to find the method that verifies it. */
import { isFieldName } from "../base/go-field-name.ts";

/**
 * Returns the claim `iss` as the reference reads it here. It ignores the case of the claim's name and null, and the last
 * claim counts. Empty if there is none.
 * @param claims in the order of the token. A caller whose parser keeps repeated claims passes all of them
 * @returns undefined if one of the claims is no text. The text is then no token for any issuer.
 */
export function unverifiedIssuer(claims: Iterable<readonly [name: string, value: unknown]>): string | undefined {
  let issuer = "";
  for (const [name, value] of claims) {
    if (!isFieldName(name, "iss") || value === null) continue;
    if (typeof value !== "string") return undefined;
    issuer = value;
  }
  return issuer;
}
