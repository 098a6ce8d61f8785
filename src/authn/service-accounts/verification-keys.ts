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
  /** All keys, in the order of their files. */
  readonly all: readonly VerificationKey[];
  readonly #byId: ReadonlyMap<string, readonly VerificationKey[]>;

  /**
   * Computes the ids of the keys.
   * @param publicKeys RSA keys, and ECDSA keys on the curves P-256, P-384 and P-521
   */
  constructor(publicKeys: readonly KeyObject[]) {
    this.all = publicKeys.map(verificationKey);
    this.#byId = Map.groupBy(this.all, ({ id }) => id);
  }

  /** Returns the keys with this id. If the id is empty, as in tokens without one, returns all keys. */
  withId(id: string): readonly VerificationKey[] {
    return id === "" ? this.all : (this.#byId.get(id) ?? []);
  }
}

function verificationKey(publicKey: KeyObject): VerificationKey {
  const algorithms = algorithmsOf(publicKey);
  assert(algorithms, "the reader of keys skips keys that cannot verify tokens");
  return { id: keyId(publicKey), publicKey, algorithms };
}
