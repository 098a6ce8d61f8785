import {
  type FieldsOf,
  int32,
  int64,
  type KindDeclaration,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { horizontalPodAutoscaler as stored } from "../v2/horizontal-pod-autoscaler.ts";
import { crossVersionObjectReference } from "./cross-version-object-reference.ts";

const horizontalPodAutoscalerSpecFields = {
  scaleTargetRef: required(crossVersionObjectReference, 1, "What is scaled, through its subresource scale."),
  minReplicas: pointer(int32, 2, "The least number of replicas. Default: 1.", { default: 1 }),
  maxReplicas: required(int32, 3, "The greatest number of replicas; not below the least."),
  targetCPUUtilizationPercentage: pointer(int32, 4, "The average use of cpu wanted, in percent of what Pods request."),
};

export interface HorizontalPodAutoscalerSpec extends FieldsOf<typeof horizontalPodAutoscalerSpecFields> {}

export const horizontalPodAutoscalerSpec: StructSchema<HorizontalPodAutoscalerSpec> = struct(
  "autoscaling/v1.HorizontalPodAutoscalerSpec",
  "What is scaled, by which use of cpu, within which bounds. Other metrics stand in annotations.",
  horizontalPodAutoscalerSpecFields,
);

const horizontalPodAutoscalerStatusFields = {
  observedGeneration: pointer(int64, 1, "The generation that was last looked at."),
  lastScaleTime: pointer(time, 2, "When the number of Pods was last changed."),
  currentReplicas: required(int32, 3, "Current number of replicas."),
  desiredReplicas: required(int32, 4, "How many replicas are wanted."),
  currentCPUUtilizationPercentage: pointer(int32, 5, "The average use of cpu, in percent of what Pods request."),
};

export interface HorizontalPodAutoscalerStatus extends FieldsOf<typeof horizontalPodAutoscalerStatusFields> {}

export const horizontalPodAutoscalerStatus: StructSchema<HorizontalPodAutoscalerStatus> = struct(
  "autoscaling/v1.HorizontalPodAutoscalerStatus",
  "What a HorizontalPodAutoscaler has found and wants.",
  horizontalPodAutoscalerStatusFields,
);

const horizontalPodAutoscalerFields = {
  spec: optional(horizontalPodAutoscalerSpec, 2, "What is scaled, by which use of cpu."),
  status: optional(horizontalPodAutoscalerStatus, 3, "What was found."),
};

export interface HorizontalPodAutoscaler extends ObjectOf<typeof horizontalPodAutoscalerFields> {}

export const horizontalPodAutoscaler: KindDeclaration<HorizontalPodAutoscaler> = kind({
  group: "autoscaling",
  version: "v1",
  kind: "HorizontalPodAutoscaler",
  package: "autoscaling",
  plural: "horizontalpodautoscalers",
  shortNames: ["hpa"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  storedAs: stored,
  doc: "Keeps the number of replicas of an object at what the use of cpu asks for.",
  fields: horizontalPodAutoscalerFields,
});
