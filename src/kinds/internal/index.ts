/** The hooks of the kinds of this group. */
import { storageVersion } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { storageVersionHooks } from "./storage-version.ts";

export const internalHooks: readonly HookEntry[] = [hooksOf(storageVersion, storageVersionHooks)];
