/** The types of this group, and the kinds that declare them. */
export {
  type HorizontalPodAutoscaler as HorizontalPodAutoscalerV1,
  type HorizontalPodAutoscalerSpec as HorizontalPodAutoscalerSpecV1,
  type HorizontalPodAutoscalerStatus as HorizontalPodAutoscalerStatusV1,
  horizontalPodAutoscaler as horizontalPodAutoscalerV1,
} from "./v1/horizontal-pod-autoscaler.ts";
export { type Scale, type ScaleSpec, type ScaleStatus, scale } from "./v1/scale.ts";
export {
  type HorizontalPodAutoscaler,
  type HorizontalPodAutoscalerCondition,
  type HorizontalPodAutoscalerSpec,
  type HorizontalPodAutoscalerStatus,
  horizontalPodAutoscaler,
} from "./v2/horizontal-pod-autoscaler.ts";
export type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricSpec,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from "./v2/metric-spec.ts";
export type {
  ContainerResourceMetricStatus,
  ExternalMetricStatus,
  MetricStatus,
  ObjectMetricStatus,
  PodsMetricStatus,
  ResourceMetricStatus,
} from "./v2/metric-status.ts";
export type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricTarget,
  MetricValueStatus,
} from "./v2/metric-values.ts";
export type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
} from "./v2/scaling-behavior.ts";
