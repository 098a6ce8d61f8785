/** The header of a token: the algorithm and the key of its signature. */
import { AuthenticationError } from "../../token-authenticator.ts";
import { decodeBase64Url, parseObject, type UntrustedToken } from "./parse-token.ts";

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
  const bytes = decodeBase64Url(encodedHeader);
  const header = bytes && parseObject(bytes);
  if (!header || !decodeBase64Url(encodedSignature)) throw malformed("illegal base64 data or JSON");
  const { alg = "", kid } = header;
  if (typeof alg !== "string") throw malformed("the algorithm is not a string");
  if (kid !== undefined && kid !== null && typeof kid !== "string") throw malformed("the key ID is not a string");
  return { algorithm: alg, keyId: kid || undefined };
}

function malformed(reason: string): AuthenticationError {
  return new AuthenticationError(`oidc: malformed jwt: ${reason}`);
}
