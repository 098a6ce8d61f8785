import { type FieldsOf, namedText, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";
import { crossVersionObjectReference, metricIdentifier, metricSourceType, metricValueStatus } from "./metric-values.ts";

const objectMetricStatusFields = {
  metric: required(metricIdentifier, 1, "Which metric of the object."),
  current: required(metricValueStatus, 2, "What it was at."),
  describedObject: required(crossVersionObjectReference, 3, "The object that the metric describes."),
};

export interface ObjectMetricStatus extends FieldsOf<typeof objectMetricStatusFields> {}

export const objectMetricStatus: StructSchema<ObjectMetricStatus> = struct(
  "autoscaling/v2.ObjectMetricStatus",
  "What a metric of one object was at.",
  objectMetricStatusFields,
);

const podsMetricStatusFields = {
  metric: required(metricIdentifier, 1, "Which metric of the Pods."),
  current: required(metricValueStatus, 2, "What it was at."),
};

export interface PodsMetricStatus extends FieldsOf<typeof podsMetricStatusFields> {}

export const podsMetricStatus: StructSchema<PodsMetricStatus> = struct(
  "autoscaling/v2.PodsMetricStatus",
  "What a metric of the Pods was at.",
  podsMetricStatusFields,
);

const resourceMetricStatusFields = {
  name: required(namedText("v1.ResourceName"), 1, "The resource."),
  current: required(metricValueStatus, 2, "What its use was at."),
};

export interface ResourceMetricStatus extends FieldsOf<typeof resourceMetricStatusFields> {}

export const resourceMetricStatus: StructSchema<ResourceMetricStatus> = struct(
  "autoscaling/v2.ResourceMetricStatus",
  "How much of a resource the Pods used.",
  resourceMetricStatusFields,
);

const containerResourceMetricStatusFields = {
  ...resourceMetricStatusFields,
  container: required(text, 3, "Name of the container."),
};

export interface ContainerResourceMetricStatus extends FieldsOf<typeof containerResourceMetricStatusFields> {}

export const containerResourceMetricStatus: StructSchema<ContainerResourceMetricStatus> = struct(
  "autoscaling/v2.ContainerResourceMetricStatus",
  "How much of a resource one container of each Pod used.",
  containerResourceMetricStatusFields,
);

const externalMetricStatusFields = {
  metric: required(metricIdentifier, 1, "Which metric."),
  current: required(metricValueStatus, 2, "What it was at."),
};

export interface ExternalMetricStatus extends FieldsOf<typeof externalMetricStatusFields> {}

export const externalMetricStatus: StructSchema<ExternalMetricStatus> = struct(
  "autoscaling/v2.ExternalMetricStatus",
  "What a metric from outside was at.",
  externalMetricStatusFields,
);

const metricStatusFields = {
  type: required(metricSourceType, 1, "Where the metric comes from; the field of that name is set."),
  object: pointer(objectMetricStatus, 2, "With type Object."),
  pods: pointer(podsMetricStatus, 3, "With type Pods."),
  resource: pointer(resourceMetricStatus, 4, "With type Resource."),
  containerResource: pointer(containerResourceMetricStatus, 7, "With type ContainerResource."),
  external: pointer(externalMetricStatus, 5, "With type External."),
};

export interface MetricStatus extends FieldsOf<typeof metricStatusFields> {}

export const metricStatus: StructSchema<MetricStatus> = struct(
  "autoscaling/v2.MetricStatus",
  "What a metric was at when it was last looked at.",
  metricStatusFields,
);
