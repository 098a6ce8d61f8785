/** The header of a token: the algorithm and the key of its signature. */
import { isJsonObject } from "../../../base/json-object.ts";
import { DecodeError } from "../../../codec/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { base64UrlFault } from "../../compact-token.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import { type Claims, mismatch } from "./claims.ts";
import { parseValue, type UntrustedToken } from "./parse-token.ts";

/** The parts of a header that select the key. */
export interface TokenHeader {
  readonly algorithm: string;
  /** Undefined: any key of the issuer may have signed the token. */
  readonly keyId: string | undefined;
}

/** Asymmetric algorithms, so that a public key never serves as a shared secret. */
export const signatureAlgorithms: readonly string[] = [
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

/** Returns the header of a token. @throws AuthenticationError if the header or the signature is malformed */
export function headerOf({ text }: UntrustedToken): TokenHeader {
  const [encodedHeader = "", , encodedSignature = ""] = text.split(".");
  for (const part of [encodedHeader, encodedSignature]) {
    const offset = base64UrlFault(part);
    if (offset >= 0) throw malformed(`illegal base64 data at input byte ${offset}`);
  }
  const header = parseHeader(encodedHeader);
  const algorithm = textOf(header["alg"], "algorithm");
  return { algorithm, keyId: textOf(header["kid"], "key ID") || undefined };
}

function parseHeader(encoded: string): Claims {
  if (encoded === "") return {};
  const value = parseValue(Buffer.from(encoded, "base64url"));
  if (value instanceof DecodeError) throw malformed(value.message);
  if (isJsonObject(value)) return value;
  throw malformed(mismatch(value, "jose.rawHeader"));
}

function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const shown = JSON.stringify(value, (_, one) => (typeof one === "bigint" ? Number(one) : one));
  throw malformed(`failed to unmarshal ${name}: ${mismatch(value, "string")}: ${goQuote(shown)}`);
}

function malformed(reason: string): AuthenticationError {
  return new AuthenticationError(`oidc: malformed jwt: ${reason}`);
}
