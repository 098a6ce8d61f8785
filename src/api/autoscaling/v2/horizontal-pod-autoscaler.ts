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

/** The wanted use of the CPU of an autoscaler that names no metric. */
export const defaultCpuPercentage = 80;

const defaultMetrics = [
  {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: defaultCpuPercentage } },
  },
];

const horizontalPodAutoscalerSpecFields = {
  scaleTargetRef: required(crossVersionObjectReference, 1, "What is scaled, through its subresource scale."),
  minReplicas: pointer(int32, 2, "The least number of replicas. Default: 1.", { default: 1 }),
  maxReplicas: required(int32, 3, "The greatest number of replicas; not below the least."),
  metrics: optional(
    list(metricSpec, { type: "atomic" }),
    4,
    "What the number of replicas follows; the metric that asks for most replicas counts. Unset: the use of cpu.",
    { default: defaultMetrics },
  ),
  behavior: pointer(horizontalPodAutoscalerBehavior, 5, "How fast the number may change. Unset: as usual."),
};

export interface HorizontalPodAutoscalerSpec extends FieldsOf<typeof horizontalPodAutoscalerSpecFields> {}

export const horizontalPodAutoscalerSpec: StructSchema<HorizontalPodAutoscalerSpec> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerSpec",
  "What is scaled, by which metrics, within which bounds.",
  horizontalPodAutoscalerSpecFields,
);

const horizontalPodAutoscalerConditionFields = {
  type: required(
    namedText("v2.HorizontalPodAutoscalerConditionType"),
    1,
    "What the condition is about: AbleToScale, ScalingActive or ScalingLimited.",
  ),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed."),
  reason: optional(text, 4, "Why it last changed, as one CamelCase word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface HorizontalPodAutoscalerCondition extends FieldsOf<typeof horizontalPodAutoscalerConditionFields> {}

export const horizontalPodAutoscalerCondition: StructSchema<HorizontalPodAutoscalerCondition> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerCondition",
  "One observed aspect of a HorizontalPodAutoscaler.",
  horizontalPodAutoscalerConditionFields,
);

const horizontalPodAutoscalerStatusFields = {
  observedGeneration: pointer(int64, 1, "The generation that was last looked at."),
  lastScaleTime: pointer(time, 2, "When the number of Pods was last changed."),
  currentReplicas: optional(nonNegative32, 3, "Current number of replicas."),
  desiredReplicas: required(nonNegative32, 4, "How many replicas are wanted."),
  currentMetrics: field(
    list(metricStatus, { type: "atomic" }),
    { presence: "always", required: false },
    5,
    "What the metrics were at.",
  ),
  conditions: optional(
    list(horizontalPodAutoscalerCondition, { type: "map", keys: ["type"], merge: "type" }),
    6,
    "What holds of the scaling.",
  ),
};

export interface HorizontalPodAutoscalerStatus extends FieldsOf<typeof horizontalPodAutoscalerStatusFields> {}

export const horizontalPodAutoscalerStatus: StructSchema<HorizontalPodAutoscalerStatus> = struct(
  "autoscaling/v2.HorizontalPodAutoscalerStatus",
  "What a HorizontalPodAutoscaler has found and wants.",
  horizontalPodAutoscalerStatusFields,
);

const horizontalPodAutoscalerFields = {
  spec: optional(horizontalPodAutoscalerSpec, 2, "What is scaled, by which metrics."),
  status: optional(horizontalPodAutoscalerStatus, 3, "What was found."),
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
  doc: "Keeps the number of replicas of an object at what metrics ask for.",
  fields: horizontalPodAutoscalerFields,
});
