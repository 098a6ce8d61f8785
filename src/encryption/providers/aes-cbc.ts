/**
 * AES in cipher block chaining mode, with PKCS #7 padding. Stored form: a random first block, and the encrypted value. The mode
 * does not authenticate the value, as in the reference.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { fillWithSecureBytes } from "../../base/random.ts";
import { type OpenedValue, TransformError, tooShort, type ValueTransformer } from "../value-transformer.ts";

const blockBytes = 16;

/** Encrypts with one key of 16, 24 or 32 bytes. */
export class AesCbc implements ValueTransformer {
  readonly #key: Uint8Array;
  readonly #cipher: string;

  constructor(key: Uint8Array) {
    this.#key = key;
    this.#cipher = `aes-${key.length * 8}-cbc`;
  }

  toStorage(value: Uint8Array): Buffer {
    const first = new Uint8Array(blockBytes);
    fillWithSecureBytes(first);
    const cipher = createCipheriv(this.#cipher, this.#key, first);
    return Buffer.concat([first, cipher.update(value), cipher.final()]);
  }

  fromStorage(stored: Uint8Array): OpenedValue {
    if (stored.length < blockBytes) throw tooShort();
    if (stored.length % blockBytes !== 0) {
      throw new TransformError("the stored data is not a multiple of the block size");
    }
    const decipher = createDecipheriv(this.#cipher, this.#key, stored.subarray(0, blockBytes)).setAutoPadding(false);
    const padded = Buffer.concat([decipher.update(stored.subarray(blockBytes)), decipher.final()]);
    return { value: withoutPadding(padded), isStale: false };
  }
}

function withoutPadding(padded: Buffer): Buffer {
  const count = padded.at(-1) ?? 0;
  if (count === 0 || count > padded.length) throw new TransformError("invalid PKCS7 data (empty or not padded)");
  const end = padded.length - count;
  for (let index = end; index < padded.length; index++) {
    if (padded[index] !== count) throw new TransformError("invalid padding on input");
  }
  return padded.subarray(0, end);
}
