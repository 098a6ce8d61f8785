/** The hooks of the kinds of this group, and the rules of its structs. */
import { storageVersion } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { storageVersionHooks } from "./storage-version.ts";

export const internalHooks: readonly HookEntry[] = [hooksOf(storageVersion, storageVersionHooks)];

export { internalRules } from "./storage-version-rules.ts";
