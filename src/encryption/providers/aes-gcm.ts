/**
 * AES in Galois/counter mode. Stored form: a random nonce of 12 bytes, the encrypted value, and a tag of 16 bytes. The key of
 * the value in the store is authenticated, so that a value cannot be moved to another key.
 */
import { type CipherGCMTypes, createCipheriv, createDecipheriv } from "node:crypto";
import { fillWithSecureBytes } from "../../base/random.ts";
import { type OpenedValue, TransformError, tooShort, type ValueTransformer } from "../value-transformer.ts";

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with one key of 16, 24 or 32 bytes. */
export class AesGcm implements ValueTransformer {
  readonly #key: Uint8Array;
  readonly #cipher: CipherGCMTypes;

  constructor(key: Uint8Array) {
    this.#key = key;
    this.#cipher = `aes-${key.length * 8}-gcm` as CipherGCMTypes;
  }

  toStorage(value: Uint8Array, key: string): Buffer {
    return this.sealAfter(0, value, key);
  }

  /** Returns `headBytes` bytes that the caller fills, and after them the stored form. */
  sealAfter(headBytes: number, value: Uint8Array, key: string): Buffer {
    const sealed = Buffer.allocUnsafeSlow(headBytes + nonceBytes + value.length + tagBytes);
    const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
    fillWithSecureBytes(nonce);
    const cipher = createCipheriv(this.#cipher, this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(key));
    sealed.set(cipher.update(value), headBytes + nonceBytes);
    cipher.final();
    sealed.set(cipher.getAuthTag(), sealed.length - tagBytes);
    return sealed;
  }

  fromStorage(stored: Uint8Array, key: string): OpenedValue {
    if (stored.length < nonceBytes) throw tooShort();
    if (stored.length < nonceBytes + tagBytes) throw notAuthentic();
    const nonce = stored.subarray(0, nonceBytes);
    const decipher = createDecipheriv(this.#cipher, this.#key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(key));
    decipher.setAuthTag(stored.subarray(stored.length - tagBytes));
    const value = decipher.update(stored.subarray(nonceBytes, stored.length - tagBytes));
    try {
      decipher.final();
    } catch (error) {
      throw notAuthentic(error);
    }
    return { value, isStale: false };
  }
}

function notAuthentic(cause?: unknown): TransformError {
  return new TransformError("cipher: message authentication failed", { cause });
}
