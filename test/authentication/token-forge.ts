/** Makes signed tokens for tests, including malformed and forged ones. */
import { constants, createHash, createHmac, createPublicKey, type KeyObject, sign } from "node:crypto";

/** Header parameters or claims of a token. */
export type TokenPart = Readonly<Record<string, unknown>>;

/** Encodes a value as one part of a token. */
export function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Returns the key id that the reference computes. */
export function referenceKeyId(key: KeyObject): string {
  const publicKey = createPublicKey(key.export({ type: "pkcs8", format: "pem" }));
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
}

/** Returns a token. The header's `alg` selects how it is signed. */
export function forgeToken(header: TokenPart, claims: unknown, key: KeyObject | string): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`;
  return `${text}.${signText(String(header["alg"]), text, key)}`;
}

/** Returns the signature of a text. A key that is a text is the secret of an HMAC. */
export function signText(algorithm: string, text: string, key: KeyObject | string): string {
  if (algorithm === "none") return "";
  const hash = `sha${algorithm.slice(2)}`;
  if (typeof key === "string") return createHmac(hash, key).update(text).digest("base64url");
  const options = algorithm.startsWith("PS") ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
  return sign(hash, Buffer.from(text), { key, dsaEncoding: "ieee-p1363", ...options }).toString("base64url");
}
