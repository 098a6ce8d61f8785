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
  type: required(namedText("v2.HPAScalingPolicyType"), 1, "Unit of the value: Pods or Percent."),
  value: required(int32, 2, "Largest change within the period, above 0."),
  periodSeconds: required(int32, 3, "Length of the period in seconds, from 1 to 1800."),
};

export interface HPAScalingPolicy extends FieldsOf<typeof hpaScalingPolicyFields> {}

export const hpaScalingPolicy: StructSchema<HPAScalingPolicy> = struct(
  "autoscaling/v2.HPAScalingPolicy",
  "Largest change within a period.",
  hpaScalingPolicyFields,
);

const hpaScalingRulesFields = {
  stabilizationWindowSeconds: pointer(
    int32,
    3,
    "Seconds of past recommendations that are considered, which avoids flapping. Default: 0 for scaling up, 300 for scaling down.",
  ),
  selectPolicy: pointer(
    namedText("v2.ScalingPolicySelect"),
    1,
    "Policy that counts: Max allows the largest change, Min the smallest. Disabled allows none.",
  ),
  policies: optional(
    list(hpaScalingPolicy, { type: "atomic" }),
    2,
    "Policies for the rate of change. Default: that of the direction.",
    {
      keepsEmpty: true,
    },
  ),
};

export interface HPAScalingRules extends FieldsOf<typeof hpaScalingRulesFields> {}

export const hpaScalingRules: StructSchema<HPAScalingRules> = struct(
  "autoscaling/v2.HPAScalingRules",
  "Rates at which the number of Pods may change in one direction.",
  hpaScalingRulesFields,
);

const horizontalPodAutoscalerBehaviorFields = {
  scaleUp: pointer(
    hpaScalingRules,
    1,
    "Rates for scaling up. Default: 4 Pods or 100 percent within 15 seconds, whichever is more.",
  ),
  scaleDown: pointer(hpaScalingRules, 2, "Rates for scaling down. Default: 100 percent after 300 seconds."),
};

export interface HorizontalPodAutoscalerBehavior extends FieldsOf<typeof horizontalPodAutoscalerBehaviorFields> {}

export const horizontalPodAutoscalerBehavior: StructSchema<HorizontalPodAutoscalerBehavior> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerBehavior",
  "Rates at which the number of Pods may change.",
  horizontalPodAutoscalerBehaviorFields,
);
