/** What the cluster's keys and certificates are, and how keys are made. All of them are PEM texts. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";

export interface KeyPair {
  readonly certificate: string;
  /** PKCS #8, unless its owner put another form there. */
  readonly key: string;
}

export interface Pki {
  readonly ca: KeyPair;
  /** Of the API server. */
  readonly serving: KeyPair;
  /** A client in `system:masters`. */
  readonly admin: KeyPair;
  /** Signs and verifies the tokens of service accounts. */
  readonly serviceAccount: SigningKey;
}

export interface SigningKey {
  readonly key: string;
  readonly publicKey: string;
}

const generate = promisify(generateKeyPair);

/** A new ECDSA key on P-256. */
export async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generate("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return { key: privateKey, publicKey };
}
