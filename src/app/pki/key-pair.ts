/** The keys and certificates of a cluster, as PEM texts. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";

/** A certificate and its private key. */
export interface KeyPair {
  readonly certificate: string;
  /** SEC 1 (`BEGIN EC PRIVATE KEY`), unless the user has supplied a key in another form. */
  readonly key: string;
}

/** All keys and certificates of a cluster. */
export interface Pki {
  readonly ca: KeyPair;
  /** Serving certificate of the API server. */
  readonly serving: KeyPair;
  /** Client certificate of an administrator, in the group `system:masters`. */
  readonly admin: KeyPair;
  /** Client certificate of the controller manager. */
  readonly controllerManager: KeyPair;
  /**
   * CA of front proxies, which name the users of their requests. It is separate from `ca`, so that neither signs for
   * the other.
   */
  readonly frontProxyCa: KeyPair;
  /** Key that signs and verifies the tokens of service accounts. */
  readonly serviceAccount: SigningKey;
}

/** A private key and its public key. */
export interface SigningKey {
  readonly key: string;
  readonly publicKey: string;
}

const generate = promisify(generateKeyPair);

/** Returns a new ECDSA key on P-256, in the form of SEC 1, which every client library can read. */
export async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generate("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return { key: privateKey, publicKey };
}
