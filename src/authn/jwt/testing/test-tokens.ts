/** Keys and signed tokens for tests. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** RSA keys are used again after this many others, because generating one takes a tenth of a second. */
const distinctRsaKeys = 16;
const rsaKeys: KeyPair[] = [];
let usedRsaKeys = 0;

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function rsaKeyPair(): KeyPair {
  const index = usedRsaKeys++ % distinctRsaKeys;
  const pair = rsaKeys[index] ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  rsaKeys[index] = pair;
  return pair;
}

/** A key of an issuer. It differs from the 15 keys that were created before it. */
export class TestKey {
  readonly id: string;
  readonly #algorithm: "RS256" | "ES256";
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(id: string, algorithm: "RS256" | "ES256" = "RS256") {
    this.id = id;
    this.#algorithm = algorithm;
    const { publicKey, privateKey } =
      algorithm === "RS256" ? rsaKeyPair() : generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** The public key, as a member of a key set. */
  get jwk(): Readonly<Record<string, unknown>> {
    return { ...this.#publicKey.export({ format: "jwk" }), kid: this.id, use: "sig", alg: this.#algorithm };
  }

  /** Returns a token that the key has signed. @param header members that replace the usual ones */
  sign(claims: object, header: object = {}): string {
    const input = `${encode({ alg: this.#algorithm, kid: this.id, ...header })}.${encode(claims)}`;
    const key = { key: this.#privateKey, dsaEncoding: "ieee-p1363" } as const;
    return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
  }
}

/** Returns a part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
