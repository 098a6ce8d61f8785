/** The hooks of the kinds of this group, and the rules of its structs. */
import { lease } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { leaseHooks, leaseRules } from "./lease.ts";

export const coordinationHooks: readonly HookEntry[] = [hooksOf(lease, leaseHooks)];

export const coordinationRules: readonly RuleEntry[] = [...leaseRules];
