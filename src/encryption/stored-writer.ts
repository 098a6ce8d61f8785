/** Names the provider and the key that have written a stored value, by its prefix. */
import { encryptedMark, isEncrypted } from "./providers/identity.ts";

/** Longest prefix that is read. Names of keys have no limit, but longer ones are cut. */
const prefixBytesMax = 256;
/** The provider, its version, and the name of the key or of the key service. */
const prefixPattern = /^([a-z]{1,20}):(v\d{1,3}):([^:]{1,200}):/;

/** Returns for example `aesgcm, key one`, or `not encrypted`. */
export function describeWriter(stored: Uint8Array): string {
  if (!isEncrypted(stored)) return "not encrypted";
  const start = Buffer.from(stored.subarray(encryptedMark.length, prefixBytesMax)).toString();
  const [, provider = "", version = "", name = ""] = prefixPattern.exec(start) ?? [];
  if (provider === "") return "an unknown provider";
  return provider === "kms" ? `kms ${version}, key service ${name}` : `${provider}, key ${name}`;
}
