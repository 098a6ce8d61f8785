/**
 * AES in Galois/counter mode with a separate key for each value. Stored form: 32 random bytes, and the form of `AesGcm`. The key
 * is derived from the seed and the random bytes by HKDF with SHA-256, whose first step is omitted because the seed is random.
 */
import { createHmac } from "node:crypto";
import { fillWithSecureBytes } from "../../base/random.ts";
import { AesGcm } from "../providers/aes-gcm.ts";
import { type OpenedValue, tooShort, type ValueTransformer } from "../value-transformer.ts";

/** Bytes of a seed, of a derived key, and of the random bytes from which it is derived. */
export const seedBytes = 32;
/** HKDF counts the blocks of its output from 1. A key is one block. */
const firstBlock = Buffer.from([1]);

/** Encrypts with keys that are derived from one seed. */
export class DerivedKeys implements ValueTransformer {
  readonly #seed: Uint8Array;

  constructor(seed: Uint8Array) {
    this.#seed = seed;
  }

  toStorage(value: Uint8Array, key: string): Buffer {
    const info = new Uint8Array(seedBytes);
    fillWithSecureBytes(info);
    const stored = this.#cipher(info).sealAfter(seedBytes, value, key);
    stored.set(info);
    return stored;
  }

  fromStorage(stored: Uint8Array, key: string): OpenedValue {
    if (stored.length < seedBytes) throw tooShort();
    return this.#cipher(stored.subarray(0, seedBytes)).fromStorage(stored.subarray(seedBytes), key);
  }

  #cipher(info: Uint8Array): AesGcm {
    return new AesGcm(createHmac("sha256", this.#seed).update(info).update(firstBlock).digest());
  }
}
