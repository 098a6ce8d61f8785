import { horizontalPodAutoscalerBehavior } from "../../api/autoscaling/v2/scaling-behavior.ts";
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerV1,
  HPAScalingRules,
} from "../../api/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { withoutCarried } from "./carrying-annotations.ts";
import { horizontalPodAutoscalerColumns } from "./horizontal-pod-autoscaler-columns.ts";
import { horizontalPodAutoscalerConversion } from "./horizontal-pod-autoscaler-conversion.ts";

/** Hooks of HorizontalPodAutoscalers in autoscaling/v2. */
export const horizontalPodAutoscalerHooks: KindHooks<HorizontalPodAutoscaler> = {
  prepareForCreate: (autoscaler, { vocabulary }) => dropCarried(autoscaler, vocabulary),
  prepareForUpdate: (autoscaler, _, { vocabulary }) => dropCarried(autoscaler, vocabulary),
  nameFormat: "dns1123Subdomain",
  columns: horizontalPodAutoscalerColumns,
};

/** Hooks of HorizontalPodAutoscalers in autoscaling/v1. */
export const horizontalPodAutoscalerV1Hooks: KindHooks<HorizontalPodAutoscalerV1> = {
  conversion: horizontalPodAutoscalerConversion,
};

/** Removes the annotations of autoscaling/v1. In this version all parts have fields. */
function dropCarried({ metadata }: HorizontalPodAutoscaler, vocabulary: Vocabulary): void {
  if (metadata.annotations) metadata.annotations = withoutCarried(metadata.annotations, vocabulary);
}

/** Defaults of HorizontalPodAutoscalers. */
export const horizontalPodAutoscalerRules: readonly RuleEntry[] = [
  rulesFor(horizontalPodAutoscalerBehavior, { defaults: fillBehavior }),
];

/**
 * Fills in the missing parts of a behavior, except for the window for scaling down, whose default the controller
 * chooses.
 */
function fillBehavior(behavior: HorizontalPodAutoscalerBehavior): void {
  const { scaleUp, scaleDown } = behavior;
  behavior.scaleUp = { ...upwards(), ...scaleUp };
  behavior.scaleDown = { ...downwards(), ...scaleDown };
}

const periodSeconds = 15;

function upwards(): HPAScalingRules {
  const policies = [
    { type: "Pods", value: 4, periodSeconds },
    { type: "Percent", value: 100, periodSeconds },
  ];
  return { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies };
}

function downwards(): HPAScalingRules {
  return { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds }] };
}
