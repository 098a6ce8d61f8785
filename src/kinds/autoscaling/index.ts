/** The hooks of the kinds of this group, and the rules of its structs. */
import { horizontalPodAutoscaler, horizontalPodAutoscalerV1 } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import {
  horizontalPodAutoscalerHooks,
  horizontalPodAutoscalerRules,
  horizontalPodAutoscalerV1Hooks,
} from "./horizontal-pod-autoscaler.ts";
import { autoscalerSpecRules } from "./horizontal-pod-autoscaler-rules.ts";

export const autoscalingHooks: readonly HookEntry[] = [
  hooksOf(horizontalPodAutoscaler, horizontalPodAutoscalerHooks),
  hooksOf(horizontalPodAutoscalerV1, horizontalPodAutoscalerV1Hooks),
];

export const autoscalingRules: readonly RuleEntry[] = [...horizontalPodAutoscalerRules, ...autoscalerSpecRules];
