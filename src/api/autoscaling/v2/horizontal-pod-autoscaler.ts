import {
  type FieldsOf,
  field,
  int32,
  int64,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { conditionStatus } from "../../core/v1/condition-status.ts";
import { kind } from "../../kind.ts";
import { nonNegative32 } from "../../numbers.ts";
import { metricSpec } from "./metric-spec.ts";
import { metricStatus } from "./metric-status.ts";
import { crossVersionObjectReference } from "./metric-values.ts";
import { horizontalPodAutoscalerBehavior } from "./scaling-behavior.ts";

/** Target cpu utilization of an autoscaler without metrics, in percent. */
export const defaultCpuPercentage = 80;

const defaultMetrics = [
  {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: defaultCpuPercentage } },
  },
];

const horizontalPodAutoscalerSpecFields = {
  scaleTargetRef: required(crossVersionObjectReference, 1, "Object to scale, through its subresource scale."),
  minReplicas: pointer(int32, 2, "Smallest number of replicas. Default: 1.", { default: 1 }),
  maxReplicas: required(int32, 3, "Largest number of replicas."),
  metrics: optional(
    list(metricSpec, { type: "atomic" }),
    4,
    "Metrics that determine the number of replicas. The one with the largest number counts. Default: the cpu utilization.",
    { default: defaultMetrics },
  ),
  behavior: pointer(horizontalPodAutoscalerBehavior, 5, "Rates at which the number may change."),
};

export interface HorizontalPodAutoscalerSpec extends FieldsOf<typeof horizontalPodAutoscalerSpecFields> {}

export const horizontalPodAutoscalerSpec: StructSchema<HorizontalPodAutoscalerSpec> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerSpec",
  "Object to scale, with bounds and metrics.",
  horizontalPodAutoscalerSpecFields,
);

const horizontalPodAutoscalerConditionFields = {
  type: required(
    namedText("v2.HorizontalPodAutoscalerConditionType"),
    1,
    "Type of the condition: AbleToScale, ScalingActive or ScalingLimited.",
  ),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, as one CamelCase word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface HorizontalPodAutoscalerCondition extends FieldsOf<typeof horizontalPodAutoscalerConditionFields> {}

export const horizontalPodAutoscalerCondition: StructSchema<HorizontalPodAutoscalerCondition> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerCondition",
  "Condition of a HorizontalPodAutoscaler.",
  horizontalPodAutoscalerConditionFields,
);

const horizontalPodAutoscalerStatusFields = {
  observedGeneration: pointer(int64, 1, "The metadata.generation that the controller last processed."),
  lastScaleTime: pointer(time, 2, "Time of the last change of the number of Pods."),
  currentReplicas: optional(nonNegative32, 3, "Current number of replicas."),
  desiredReplicas: required(nonNegative32, 4, "Desired number of replicas."),
  currentMetrics: field(
    list(metricStatus, { type: "atomic" }),
    { presence: "always", required: false },
    5,
    "Last observed values of the metrics.",
  ),
  conditions: optional(
    list(horizontalPodAutoscalerCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "Conditions of the scaling.",
  ),
};

export interface HorizontalPodAutoscalerStatus extends FieldsOf<typeof horizontalPodAutoscalerStatusFields> {}

export const horizontalPodAutoscalerStatus: StructSchema<HorizontalPodAutoscalerStatus> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerStatus",
  "Observed state of a HorizontalPodAutoscaler.",
  horizontalPodAutoscalerStatusFields,
);

const horizontalPodAutoscalerFields = {
  spec: optional(horizontalPodAutoscalerSpec, 2, "Desired state of the autoscaler."),
  status: optional(horizontalPodAutoscalerStatus, 3, "Observed state."),
};

export interface HorizontalPodAutoscaler extends ObjectOf<typeof horizontalPodAutoscalerFields> {}

export const horizontalPodAutoscaler: KindDeclaration<HorizontalPodAutoscaler> = kind({
  group: "autoscaling",
  version: "v2",
  kind: "HorizontalPodAutoscaler",
  package: "autoscaling",
  plural: "horizontalpodautoscalers",
  shortNames: ["hpa"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  doc: "Adjusts the number of replicas of an object to metrics.",
  fields: horizontalPodAutoscalerFields,
});
