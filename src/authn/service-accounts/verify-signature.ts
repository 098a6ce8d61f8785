/** Checks the signatures of tokens, in the thread pool of Node. */
import { verify } from "node:crypto";
import { promisify } from "node:util";
import { AuthenticationError } from "../token-authenticator.ts";
import type { SignedToken } from "./token-text.ts";
import type { VerificationKey, VerificationKeys } from "./verification-keys.ts";

const verifyInThreadPool = promisify(verify);

/**
 * Checks the signature of a token with the key that its header names, or with all keys if it names none.
 * @throws AuthenticationError if no key verifies it
 */
export async function verifySignature(token: SignedToken, keys: VerificationKeys): Promise<void> {
  const candidates = keys.withId(token.keyId);
  if (candidates.length === 0) throw new AuthenticationError("invalid signature, no keys found");
  for (const key of candidates) if (await isSignedBy(token, key)) return;
  throw new AuthenticationError("square/go-jose: error in cryptographic primitive");
}

async function isSignedBy(token: SignedToken, { publicKey, algorithms }: VerificationKey): Promise<boolean> {
  const algorithm = token.isUnderstood ? algorithms.get(token.algorithm) : undefined;
  if (!algorithm) return false;
  const { hash, ...options } = algorithm;
  return await verifyInThreadPool(hash, token.signedBytes, { key: publicKey, ...options }, token.signature);
}
