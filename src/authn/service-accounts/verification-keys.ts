/** Public keys that verify tokens. The key id in the header of a token selects the key. */
import { createHash, type KeyObject } from "node:crypto";
import { assert } from "../../base/assert.ts";
import { algorithmsOf, type SignatureAlgorithm } from "./signature-algorithms.ts";

/** A public key that verifies tokens. */
export interface VerificationKey {
  readonly id: string;
  readonly publicKey: KeyObject;
  readonly algorithms: ReadonlyMap<string, SignatureAlgorithm>;
}

/** Returns the id of a key as the reference computes it: the hash of the public key, which does not reveal the key. */
export function keyId(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
}

/** The public keys that verify the tokens of a server. */
export class VerificationKeys {
  readonly #byId: ReadonlyMap<string, VerificationKey>;

  /**
   * Computes the ids of the keys. Repeated keys count once.
   * @param publicKeys RSA keys, and ECDSA keys on the curves P-256, P-384 and P-521
   */
  constructor(publicKeys: readonly KeyObject[]) {
    this.#byId = new Map(publicKeys.map(verificationKey).map((key) => [key.id, key]));
  }

  /** All keys, in the order of their files. */
  get all(): readonly VerificationKey[] {
    return [...this.#byId.values()];
  }

  /** Returns the keys with this id. If the id is empty, as in tokens without one, returns all keys. */
  withId(id: string): readonly VerificationKey[] {
    if (id === "") return this.all;
    const key = this.#byId.get(id);
    return key ? [key] : [];
  }
}

function verificationKey(publicKey: KeyObject): VerificationKey {
  const algorithms = algorithmsOf(publicKey);
  assert(algorithms, "the reader of keys skips keys that cannot verify tokens");
  return { id: keyId(publicKey), publicKey, algorithms };
}
