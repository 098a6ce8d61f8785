/** Checks the signatures of tokens, in the thread pool of Node. */
import { verify } from "node:crypto";
import { promisify } from "node:util";
import { AuthenticationError } from "../token-authenticator.ts";
import { wrongType } from "./public-claims.ts";
import type { SignedToken } from "./token-text.ts";
import type { VerificationKey, VerificationKeys } from "./verification-keys.ts";

const verifyInThreadPool = promisify(verify);

/**
 * Checks the signature of a token with the key that its header names, or with all keys if it names none.
 * @throws AuthenticationError if no key verifies it
 */
export async function verifySignature(token: SignedToken, keys: VerificationKeys): Promise<void> {
  const isUnderstood = readCritical(token).every((name) => name === knownExtension);
  const candidates = keys.withId(token.keyId);
  if (candidates.length === 0) throw new AuthenticationError("invalid signature, no keys found");
  for (const key of candidates) if (isUnderstood && (await isSignedBy(token, key))) return;
  throw new AuthenticationError("square/go-jose: error in cryptographic primitive");
}

/** Header parameter that says whether the claims were encoded before they were signed (RFC 7797). */
const knownExtension = "b64";

function readCritical({ critical }: SignedToken): readonly unknown[] {
  if (Array.isArray(critical)) return critical;
  throw wrongType(critical, "[]string");
}

async function isSignedBy(token: SignedToken, { publicKey, algorithms }: VerificationKey): Promise<boolean> {
  const algorithm = algorithms.get(token.algorithm);
  if (!algorithm) return false;
  const { hash, ...options } = algorithm;
  return await verifyInThreadPool(hash, token.signedBytes, { key: publicKey, ...options }, token.signature);
}
