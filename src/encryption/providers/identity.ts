/** The provider that stores values as they are. It does not read values that another provider has encrypted. */
import { type OpenedValue, TransformError, type ValueTransformer } from "../value-transformer.ts";

/** The start of all encrypted values, in both vocabularies. No other value begins with these bytes. */
export const encryptedMark: Buffer = Buffer.from("k8s:enc:");

/** Whether stored bytes are an encrypted value. */
export function isEncrypted(stored: Uint8Array): boolean {
  return stored[0] === encryptedMark[0] && encryptedMark.equals(stored.subarray(0, encryptedMark.length));
}

/** The only instance that is needed. */
export const identity: ValueTransformer = {
  toStorage: (value) => value,
  fromStorage(stored: Uint8Array): OpenedValue {
    if (isEncrypted(stored)) throw new TransformError("identity transformer tried to read encrypted data");
    return { value: stored, isStale: false };
  },
};
