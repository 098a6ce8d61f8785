/** Hooks and rules of the kinds in this group. */
import { lease, leaseCandidate } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { leaseHooks, leaseRules } from "./lease.ts";
import { leaseCandidateHooks } from "./lease-candidate.ts";
import { leaseCandidateRules } from "./lease-candidate-rules.ts";

/** Hooks of all kinds in this group. */
export const coordinationHooks: readonly HookEntry[] = [
  hooksOf(lease, leaseHooks),
  hooksOf(leaseCandidate, leaseCandidateHooks),
];

/** Rules of all types in this group. */
export const coordinationRules: readonly RuleEntry[] = [...leaseCandidateRules, ...leaseRules];
