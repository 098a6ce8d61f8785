/** The signature algorithms of tokens (RFC 7518) that keys of each type can use. */
import { constants, type KeyObject, type SigningOptions } from "node:crypto";

/** How `node:crypto` computes a signature. */
export interface SignatureAlgorithm extends SigningOptions {
  readonly hash: string;
}

const pkcs1 = { padding: constants.RSA_PKCS1_PADDING };
// The length of the salt is part of the signature.
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
const fixedSize = { dsaEncoding: "ieee-p1363" } as const;

const rsaAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map<string, SignatureAlgorithm>([
  ["RS256", { hash: "sha256", ...pkcs1 }],
  ["RS384", { hash: "sha384", ...pkcs1 }],
  ["RS512", { hash: "sha512", ...pkcs1 }],
  ["PS256", { hash: "sha256", ...pss }],
  ["PS384", { hash: "sha384", ...pss }],
  ["PS512", { hash: "sha512", ...pss }],
]);

const curveAlgorithms: ReadonlyMap<string, ReadonlyMap<string, SignatureAlgorithm>> = new Map([
  ["prime256v1", new Map([["ES256", { hash: "sha256", ...fixedSize }]])],
  ["secp384r1", new Map([["ES384", { hash: "sha384", ...fixedSize }]])],
  ["secp521r1", new Map([["ES512", { hash: "sha512", ...fixedSize }]])],
]);

/**
 * Returns the algorithms that a key can use, by the names in the header of a token. The first one signs new tokens.
 * Undefined if keys of this type cannot be used.
 */
export function algorithmsOf(key: KeyObject): ReadonlyMap<string, SignatureAlgorithm> | undefined {
  if (key.asymmetricKeyType === "rsa") return rsaAlgorithms;
  return curveAlgorithms.get(key.asymmetricKeyDetails?.namedCurve ?? "");
}

/**
 * Whether a signature with this key takes less time than its transfer to another thread. OpenSSL has special code for P-256:
 * a signature takes 30 us, but 300 us or more with other keys. The transfer takes 100 us if all processors are busy.
 */
export function isQuickToSign(key: KeyObject): boolean {
  return key.asymmetricKeyDetails?.namedCurve === "prime256v1";
}
