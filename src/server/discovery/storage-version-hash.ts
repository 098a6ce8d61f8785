import { createHash } from "node:crypto";
import type { BoundKind } from "../../registry/index.ts";

/** Returns the `storageVersionHash` of a resource. It changes when the objects are stored in another version. */
export function storageVersionHash(stored: BoundKind): string {
  const { group, kind, declaration } = stored;
  const version = declaration.storage.version ?? stored.version;
  const digest = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString("base64");
}
