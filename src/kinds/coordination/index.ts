/** The hooks of the kinds of this group, and the rules of its structs. */
import { lease, leaseCandidate } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { leaseHooks, leaseRules } from "./lease.ts";
import { leaseCandidateHooks } from "./lease-candidate.ts";
import { leaseCandidateRules } from "./lease-candidate-rules.ts";

export const coordinationHooks: readonly HookEntry[] = [
  hooksOf(lease, leaseHooks),
  hooksOf(leaseCandidate, leaseCandidateHooks),
];

export const coordinationRules: readonly RuleEntry[] = [...leaseCandidateRules, ...leaseRules];
