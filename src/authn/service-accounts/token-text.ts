/** Parses tokens in the compact form of RFC 7515. It accepts and ignores the same characters as the reference. */
import { isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { decodeBase64Url, tokenCharactersMax } from "../compact-token.ts";
import { unverifiedIssuer } from "../unverified-issuer.ts";

/** A token whose signature was not checked yet. */
export interface SignedToken {
  /** The claim `iss`, in any case; empty if it is absent. */
  readonly issuer: string;
  /** All claims. */
  readonly claims: ReadonlyJsonObject;
  /** Name of the signature algorithm. Empty if the header has none. */
  readonly algorithm: string;
  /** Id of the key. Empty if the header has none. */
  readonly keyId: string;
  /** The header parameter `crit`: names of extensions that the receiver must implement. */
  readonly critical: unknown;
  /** The bytes that were signed. */
  readonly signedBytes: Buffer;
  readonly signature: Buffer;
}

/** Returns the parts of a token in its compact form, without a check. Undefined if the text has another form. */
export function parseToken(text: string): SignedToken | undefined {
  if (text.length > tokenCharactersMax) return undefined;
  const [headerText, claimsText, signatureText, ...rest] = text.split(".");
  if (headerText === undefined || claimsText === undefined || signatureText === undefined || rest.length > 0) {
    return undefined;
  }
  const claimsBytes = decodeBase64Url(claimsText.replace(/[\r\n]/g, ""));
  const headerBytes = decodeBase64Url(headerText.replace(/\s/g, ""));
  const signature = decodeBase64Url(signatureText.replace(/\s/g, ""));
  if (!claimsBytes || !headerBytes || !signature) return undefined;
  const claims = parseObject(claimsBytes);
  // A token may have no header parameters. Then its signature is not valid for any key.
  const header = headerBytes.length === 0 ? {} : parseObject(headerBytes);
  if (!claims || !header) return undefined;
  const { alg, kid } = header;
  const issuer = unverifiedIssuer(Object.entries(claims));
  if (issuer === undefined || !isOptionalText(alg) || !isOptionalText(kid)) return undefined;
  return {
    issuer,
    claims,
    algorithm: alg ?? "",
    keyId: kid ?? "",
    critical: header["crit"] ?? [],
    signedBytes: signedBytes(headerBytes, claimsBytes, header["b64"] !== false),
    signature,
  };
}

function parseObject(bytes: Buffer): ReadonlyJsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Any client can send text that is not JSON. It is no token.
    return undefined;
  }
}

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === "string";
}

/**
 * Returns the bytes that were signed. The parts are encoded again, because their encoding is not unique, and the
 * reference compares the unique one.
 */
function signedBytes(header: Buffer, claims: Buffer, isEncoded: boolean): Buffer {
  const start = `${header.toString("base64url")}.`;
  return isEncoded ? Buffer.from(start + claims.toString("base64url")) : Buffer.concat([Buffer.from(start), claims]);
}
