/** Keys and signed tokens for tests. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A key of an issuer. */
export class TestKey {
  readonly id: string;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(id: string) {
    this.id = id;
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** The public key, as a member of a key set. */
  get jwk(): Readonly<Record<string, unknown>> {
    return { ...this.#publicKey.export({ format: "jwk" }), kid: this.id, use: "sig", alg: "RS256" };
  }

  /** Returns a token that the key has signed. @param header members that replace the usual ones */
  sign(claims: object, header: object = {}): string {
    const input = `${encode({ alg: "RS256", kid: this.id, ...header })}.${encode(claims)}`;
    return `${input}.${sign("sha256", Buffer.from(input), this.#privateKey).toString("base64url")}`;
  }
}

/** Returns a part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
