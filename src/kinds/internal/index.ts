/** Hooks and rules of the kinds in this group. */
import { storageVersion } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { storageVersionHooks } from "./storage-version.ts";

/** Hooks of all kinds in this group. */
export const internalHooks: readonly HookEntry[] = [hooksOf(storageVersion, storageVersionHooks)];

export { internalRules } from "./storage-version-rules.ts";
