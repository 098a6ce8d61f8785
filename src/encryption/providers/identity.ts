/** The provider that stores values as they are. It does not read values that another provider has encrypted. */
import { type OpenedValue, TransformError, type ValueTransformer } from "../value-transformer.ts";

/** The start of all encrypted values, in both vocabularies. No other value begins with these bytes. */
export const encryptedMark = "k8s:enc:";

const markBytes = Buffer.from(encryptedMark);

/** Whether stored bytes are an encrypted value. */
export function isEncrypted(stored: Uint8Array): boolean {
  return stored[0] === markBytes[0] && markBytes.equals(stored.subarray(0, markBytes.length));
}

/** The only instance that is needed. */
export const identity: ValueTransformer = {
  toStorage: (value) => value,
  fromStorage(stored: Uint8Array): OpenedValue {
    if (isEncrypted(stored)) throw new TransformError("identity transformer tried to read encrypted data");
    return { value: stored, isStale: false };
  },
};
