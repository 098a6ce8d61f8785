import { type FieldsOf, namedText, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";
import { crossVersionObjectReference, metricIdentifier, metricSourceType, metricTarget } from "./metric-values.ts";

const objectMetricSourceFields = {
  describedObject: required(crossVersionObjectReference, 1, "Object that the metric describes."),
  target: required(metricTarget, 2, "Target of the metric."),
  metric: required(metricIdentifier, 3, "Identity of the metric."),
};

export interface ObjectMetricSource extends FieldsOf<typeof objectMetricSourceFields> {}

export const objectMetricSource: StructSchema<ObjectMetricSource> = struct(
  "autoscaling/v2.ObjectMetricSource",
  "Metric that describes one object, such as the requests to an Ingress.",
  objectMetricSourceFields,
);

const podsMetricSourceFields = {
  metric: required(metricIdentifier, 1, "Identity of the metric."),
  target: required(metricTarget, 2, "Target of the metric."),
};

export interface PodsMetricSource extends FieldsOf<typeof podsMetricSourceFields> {}

export const podsMetricSource: StructSchema<PodsMetricSource> = struct(
  "autoscaling/v2.PodsMetricSource",
  "Metric of the scaled Pods, of which the average counts.",
  podsMetricSourceFields,
);

const resourceMetricSourceFields = {
  name: required(namedText("v1.ResourceName"), 1, "Name of the resource, such as cpu or memory."),
  target: required(metricTarget, 2, "Target of the usage."),
};

export interface ResourceMetricSource extends FieldsOf<typeof resourceMetricSourceFields> {}

export const resourceMetricSource: StructSchema<ResourceMetricSource> = struct(
  "autoscaling/v2.ResourceMetricSource",
  "Resource usage of the scaled Pods.",
  resourceMetricSourceFields,
);

const containerResourceMetricSourceFields = {
  ...resourceMetricSourceFields,
  container: required(text, 3, "Name of the container."),
};

export interface ContainerResourceMetricSource extends FieldsOf<typeof containerResourceMetricSourceFields> {}

export const containerResourceMetricSource: StructSchema<ContainerResourceMetricSource> = struct(
  "autoscaling/v2.ContainerResourceMetricSource",
  "Resource usage of one container of each scaled Pod.",
  containerResourceMetricSourceFields,
);

const externalMetricSourceFields = {
  metric: required(metricIdentifier, 1, "Identity of the metric."),
  target: required(metricTarget, 2, "Target of the metric."),
};

export interface ExternalMetricSource extends FieldsOf<typeof externalMetricSourceFields> {}

export const externalMetricSource: StructSchema<ExternalMetricSource> = struct(
  "autoscaling/v2.ExternalMetricSource",
  "Metric that does not describe an object of the cluster, such as the length of a queue.",
  externalMetricSourceFields,
);

const metricSpecFields = {
  type: required(metricSourceType, 1, "Type of the metric, which determines the field that is set."),
  object: pointer(objectMetricSource, 2, "Metric of the type Object."),
  pods: pointer(podsMetricSource, 3, "Metric of the type Pods."),
  resource: pointer(resourceMetricSource, 4, "Metric of the type Resource."),
  containerResource: pointer(containerResourceMetricSource, 7, "Metric of the type ContainerResource."),
  external: pointer(externalMetricSource, 5, "Metric of the type External."),
};

export interface MetricSpec extends FieldsOf<typeof metricSpecFields> {}

export const metricSpec: StructSchema<MetricSpec> = struct(
  "autoscaling/v2.MetricSpec",
  "Metric with its target.",
  metricSpecFields,
);
