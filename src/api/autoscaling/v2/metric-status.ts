import { type FieldsOf, namedText, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";
import { crossVersionObjectReference, metricIdentifier, metricSourceType, metricValueStatus } from "./metric-values.ts";

const objectMetricStatusFields = {
  metric: required(metricIdentifier, 1, "Identity of the metric."),
  current: required(metricValueStatus, 2, "Current value."),
  describedObject: required(crossVersionObjectReference, 3, "Object that the metric describes."),
};

export interface ObjectMetricStatus extends FieldsOf<typeof objectMetricStatusFields> {}

export const objectMetricStatus: StructSchema<ObjectMetricStatus> = struct(
  "autoscaling/v2.ObjectMetricStatus",
  "Current value of a metric that describes one object.",
  objectMetricStatusFields,
);

const podsMetricStatusFields = {
  metric: required(metricIdentifier, 1, "Identity of the metric."),
  current: required(metricValueStatus, 2, "Current value."),
};

export interface PodsMetricStatus extends FieldsOf<typeof podsMetricStatusFields> {}

export const podsMetricStatus: StructSchema<PodsMetricStatus> = struct(
  "autoscaling/v2.PodsMetricStatus",
  "Current value of a metric of the Pods.",
  podsMetricStatusFields,
);

const resourceMetricStatusFields = {
  name: required(namedText("v1.ResourceName"), 1, "Name of the resource."),
  current: required(metricValueStatus, 2, "Current usage."),
};

export interface ResourceMetricStatus extends FieldsOf<typeof resourceMetricStatusFields> {}

export const resourceMetricStatus: StructSchema<ResourceMetricStatus> = struct(
  "autoscaling/v2.ResourceMetricStatus",
  "Current resource usage of the Pods.",
  resourceMetricStatusFields,
);

const containerResourceMetricStatusFields = {
  ...resourceMetricStatusFields,
  container: required(text, 3, "Name of the container."),
};

export interface ContainerResourceMetricStatus extends FieldsOf<typeof containerResourceMetricStatusFields> {}

export const containerResourceMetricStatus: StructSchema<ContainerResourceMetricStatus> = struct(
  "autoscaling/v2.ContainerResourceMetricStatus",
  "Current resource usage of one container of each Pod.",
  containerResourceMetricStatusFields,
);

const externalMetricStatusFields = {
  metric: required(metricIdentifier, 1, "Identity of the metric."),
  current: required(metricValueStatus, 2, "Current value."),
};

export interface ExternalMetricStatus extends FieldsOf<typeof externalMetricStatusFields> {}

export const externalMetricStatus: StructSchema<ExternalMetricStatus> = struct(
  "autoscaling/v2.ExternalMetricStatus",
  "Current value of an external metric.",
  externalMetricStatusFields,
);

const metricStatusFields = {
  type: required(metricSourceType, 1, "Type of the metric, which determines the field that is set."),
  object: pointer(objectMetricStatus, 2, "Metric of the type Object."),
  pods: pointer(podsMetricStatus, 3, "Metric of the type Pods."),
  resource: pointer(resourceMetricStatus, 4, "Metric of the type Resource."),
  containerResource: pointer(containerResourceMetricStatus, 7, "Metric of the type ContainerResource."),
  external: pointer(externalMetricStatus, 5, "Metric of the type External."),
};

export interface MetricStatus extends FieldsOf<typeof metricStatusFields> {}

export const metricStatus: StructSchema<MetricStatus> = struct(
  "autoscaling/v2.MetricStatus",
  "Last observed value of a metric.",
  metricStatusFields,
);
