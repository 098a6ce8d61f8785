/** What the cluster's keys and certificates are, and how keys are made. All of them are PEM texts. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";

export interface KeyPair {
  readonly certificate: string;
  /** SEC 1 (`BEGIN EC PRIVATE KEY`), unless its owner put another form there. */
  readonly key: string;
}

export interface Pki {
  readonly ca: KeyPair;
  /** Of the API server. */
  readonly serving: KeyPair;
  /** A client in `system:masters`. */
  readonly admin: KeyPair;
  /** Authority of front proxies, which name the users of their requests. Separate from `ca`: neither signs for the other. */
  readonly frontProxyCa: KeyPair;
  /** Signs and verifies the tokens of service accounts. */
  readonly serviceAccount: SigningKey;
}

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
