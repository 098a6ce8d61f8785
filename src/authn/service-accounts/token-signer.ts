/** Signs the tokens of service accounts. Slow signatures are computed in the thread pool of Node. */

import { createPublicKey, type KeyObject, type SigningOptions, sign } from "node:crypto";
import { promisify } from "node:util";
import { assert } from "../../base/assert.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { algorithmsOf, isQuickToSign } from "./signature-algorithms.ts";
import { SigningKeys } from "./signing-keys.ts";
import { keyId } from "./verification-keys.ts";

/** Returns a signed token with these claims. Members are written in the order of the object. */
export type SignClaims = (claims: ReadonlyJsonObject) => Promise<string>;

const signInThreadPool = promisify(sign);

/**
 * Returns a function that signs tokens with a private key.
 * @param privateKey RSA, or ECDSA on one of the curves P-256, P-384 and P-521
 */
export function tokenSigner(privateKey: KeyObject): SignClaims {
  const [named] = algorithmsOf(privateKey) ?? [];
  assert(named, "the reader of keys skips keys that cannot sign tokens");
  const [alg, { hash, ...options }] = named;
  const signBytes = isQuickToSign(privateKey)
    ? (bytes: Buffer) => sign(hash, bytes, { key: privateKey, ...options })
    : threadPoolSigner(privateKey, hash, options);
  const header = encode({ alg, kid: keyId(createPublicKey(privateKey)) });
  return async (claims) => {
    const signedText = `${header}.${encode(claims)}`;
    const signature = await signBytes(Buffer.from(signedText, "latin1"));
    return `${signedText}.${signature.toString("base64url")}`;
  };
}

function threadPoolSigner(
  privateKey: KeyObject,
  hash: string,
  options: SigningOptions,
): (bytes: Buffer) => Promise<Buffer> {
  const keys = new SigningKeys(privateKey);
  return (bytes) => keys.use((key) => signInThreadPool(hash, bytes, { key, ...options }));
}

function encode(value: ReadonlyJsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
