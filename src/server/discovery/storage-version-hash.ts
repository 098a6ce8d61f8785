import { createHash } from "node:crypto";
import type { GroupVersionKind } from "../../meta/group-version.ts";

/** A short text that differs between storage versions. */
export function storageVersionHash({ group, version, kind }: GroupVersionKind): string {
  const digest = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString("base64");
}
