import { createHmac } from "node:crypto";
import type { SigningToken } from "../bootstrap-token/index.ts";

/**
 * Returns the signature of a text as a JWS without its payload (RFC 7515, appendix F). The key is the secret part of
 * the token, as in the reference.
 */
export function detachedSignature(text: string, { id, secret }: SigningToken): string {
  const header = encode(JSON.stringify({ alg: "HS256", kid: id }));
  const signature = createHmac("sha256", secret)
    .update(`${header}.${encode(text)}`)
    .digest("base64url");
  return `${header}..${signature}`;
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}
