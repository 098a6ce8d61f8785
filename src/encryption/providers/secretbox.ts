/**
 * XSalsa20 and Poly1305. Stored form: a random nonce of 24 bytes, a tag of 16 bytes, and the encrypted value. Node has no such
 * cipher, so the module imports a library. Load it only if a configuration uses it.
 */
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { fillWithSecureBytes } from "../../base/random.ts";
import { type OpenedValue, TransformError, tooShort, type ValueTransformer } from "../value-transformer.ts";

const nonceBytes = 24;
const tagBytes = 16;

/** Encrypts with one key of 32 bytes. */
export class Secretbox implements ValueTransformer {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  toStorage(value: Uint8Array): Buffer {
    const nonce = new Uint8Array(nonceBytes);
    fillWithSecureBytes(nonce);
    return Buffer.concat([nonce, xsalsa20poly1305(this.#key, nonce).encrypt(value)]);
  }

  fromStorage(stored: Uint8Array): OpenedValue {
    if (stored.length < nonceBytes + tagBytes) throw tooShort();
    const nonce = stored.subarray(0, nonceBytes);
    try {
      return { value: xsalsa20poly1305(this.#key, nonce).decrypt(stored.subarray(nonceBytes)), isStale: false };
    } catch (error) {
      // The reference's message, which describes the fault badly.
      throw new TransformError("output array was not large enough for encryption", { cause: error });
    }
  }
}
