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
  scaleTargetRef: required(crossVersionObjectReference, 1, "Object to scale, through its subresource scale."),
  minReplicas: pointer(int32, 2, "Smallest number of replicas. Default: 1.", { default: 1 }),
  maxReplicas: required(int32, 3, "Largest number of replicas."),
  targetCPUUtilizationPercentage: pointer(
    int32,
    4,
    "Target of the average cpu utilization, in percent of the Pods' requests.",
  ),
};

export interface HorizontalPodAutoscalerSpec extends FieldsOf<typeof horizontalPodAutoscalerSpecFields> {}

export const horizontalPodAutoscalerSpec: StructSchema<HorizontalPodAutoscalerSpec> = struct(
  "autoscaling/v1.HorizontalPodAutoscalerSpec",
  "Object to scale, with bounds and the target cpu utilization. Annotations contain other metrics.",
  horizontalPodAutoscalerSpecFields,
);

const horizontalPodAutoscalerStatusFields = {
  observedGeneration: pointer(int64, 1, "The metadata.generation that the controller last processed."),
  lastScaleTime: pointer(time, 2, "Time of the last change of the number of Pods."),
  currentReplicas: required(int32, 3, "Current number of replicas."),
  desiredReplicas: required(int32, 4, "Desired number of replicas."),
  currentCPUUtilizationPercentage: pointer(
    int32,
    5,
    "Current average cpu utilization, in percent of the Pods' requests.",
  ),
};

export interface HorizontalPodAutoscalerStatus extends FieldsOf<typeof horizontalPodAutoscalerStatusFields> {}

export const horizontalPodAutoscalerStatus: StructSchema<HorizontalPodAutoscalerStatus> = struct(
  "autoscaling/v1.HorizontalPodAutoscalerStatus",
  "Observed state of a HorizontalPodAutoscaler.",
  horizontalPodAutoscalerStatusFields,
);

const horizontalPodAutoscalerFields = {
  spec: optional(horizontalPodAutoscalerSpec, 2, "Object to scale, with bounds and the target cpu utilization."),
  status: optional(horizontalPodAutoscalerStatus, 3, "Observed state."),
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
  doc: "Adjusts the number of replicas of an object to its cpu utilization.",
  fields: horizontalPodAutoscalerFields,
});
