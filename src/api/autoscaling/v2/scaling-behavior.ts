import {
  type FieldsOf,
  int32,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";

const hpaScalingPolicyFields = {
  type: required(namedText("v2.HPAScalingPolicyType"), 1, "What value counts: Pods or Percent."),
  value: required(int32, 2, "How much may change within the period; above 0."),
  periodSeconds: required(int32, 3, "How long the period is; above 0, at most half an hour."),
};

export interface HPAScalingPolicy extends FieldsOf<typeof hpaScalingPolicyFields> {}

export const hpaScalingPolicy: StructSchema<HPAScalingPolicy> = struct(
  "autoscaling/v2.HPAScalingPolicy",
  "How much may change within a period.",
  hpaScalingPolicyFields,
);

const hpaScalingRulesFields = {
  stabilizationWindowSeconds: pointer(
    int32,
    3,
    "How far back recommendations are looked at, so that the number of Pods does not flap. Unset: 0 up, 300 down.",
  ),
  selectPolicy: pointer(
    namedText("v2.ScalingPolicySelect"),
    1,
    "Which policy counts: Max lets the most change, Min the least; Disabled lets nothing change.",
  ),
  policies: optional(list(hpaScalingPolicy, { type: "atomic" }), 2, "At least one; unset: as the direction has it.", {
    keepsEmpty: true,
  }),
};

export interface HPAScalingRules extends FieldsOf<typeof hpaScalingRulesFields> {}

export const hpaScalingRules: StructSchema<HPAScalingRules> = struct(
  "autoscaling/v2.HPAScalingRules",
  "How fast the number of Pods may change in one direction.",
  hpaScalingRulesFields,
);

const horizontalPodAutoscalerBehaviorFields = {
  scaleUp: pointer(hpaScalingRules, 1, "Upwards. Unset: the faster of 4 Pods or all again in 15 seconds."),
  scaleDown: pointer(hpaScalingRules, 2, "Downwards. Unset: all at once, after 300 seconds."),
};

export interface HorizontalPodAutoscalerBehavior extends FieldsOf<typeof horizontalPodAutoscalerBehaviorFields> {}

export const horizontalPodAutoscalerBehavior: StructSchema<HorizontalPodAutoscalerBehavior> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerBehavior",
  "How fast the number of Pods may change.",
  horizontalPodAutoscalerBehaviorFields,
);
