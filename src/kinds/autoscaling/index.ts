/** Hooks and rules of the kinds in this group. */
import { horizontalPodAutoscaler, horizontalPodAutoscalerV1 } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import {
  horizontalPodAutoscalerHooks,
  horizontalPodAutoscalerRules,
  horizontalPodAutoscalerV1Hooks,
} from "./horizontal-pod-autoscaler.ts";
import { autoscalerSpecRules } from "./horizontal-pod-autoscaler-rules.ts";

/** Hooks of all kinds in this group. */
export const autoscalingHooks: readonly HookEntry[] = [
  hooksOf(horizontalPodAutoscaler, horizontalPodAutoscalerHooks),
  hooksOf(horizontalPodAutoscalerV1, horizontalPodAutoscalerV1Hooks),
];

/** Rules of all types in this group. */
export const autoscalingRules: readonly RuleEntry[] = [...horizontalPodAutoscalerRules, ...autoscalerSpecRules];
