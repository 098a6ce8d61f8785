import { type FieldsOf, namedText, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";
import { crossVersionObjectReference, metricIdentifier, metricSourceType, metricTarget } from "./metric-values.ts";

const objectMetricSourceFields = {
  describedObject: required(crossVersionObjectReference, 1, "The object that the metric describes."),
  target: required(metricTarget, 2, "What the metric is to be kept at."),
  metric: required(metricIdentifier, 3, "Which metric of the object."),
};

export interface ObjectMetricSource extends FieldsOf<typeof objectMetricSourceFields> {}

export const objectMetricSource: StructSchema<ObjectMetricSource> = struct(
  "autoscaling/v2.ObjectMetricSource",
  "A metric that describes one object, such as the requests to an Ingress.",
  objectMetricSourceFields,
);

const podsMetricSourceFields = {
  metric: required(metricIdentifier, 1, "Which metric of the Pods."),
  target: required(metricTarget, 2, "What the metric is to be kept at."),
};

export interface PodsMetricSource extends FieldsOf<typeof podsMetricSourceFields> {}

export const podsMetricSource: StructSchema<PodsMetricSource> = struct(
  "autoscaling/v2.PodsMetricSource",
  "A metric that each scaled Pod has; the average counts.",
  podsMetricSourceFields,
);

const resourceMetricSourceFields = {
  name: required(namedText("v1.ResourceName"), 1, "The resource: cpu, memory or another."),
  target: required(metricTarget, 2, "What its use is to be kept at."),
};

export interface ResourceMetricSource extends FieldsOf<typeof resourceMetricSourceFields> {}

export const resourceMetricSource: StructSchema<ResourceMetricSource> = struct(
  "autoscaling/v2.ResourceMetricSource",
  "How much of a resource the scaled Pods use.",
  resourceMetricSourceFields,
);

const containerResourceMetricSourceFields = {
  ...resourceMetricSourceFields,
  container: required(text, 3, "Name of the container."),
};

export interface ContainerResourceMetricSource extends FieldsOf<typeof containerResourceMetricSourceFields> {}

export const containerResourceMetricSource: StructSchema<ContainerResourceMetricSource> = struct(
  "autoscaling/v2.ContainerResourceMetricSource",
  "How much of a resource one container of each scaled Pod uses.",
  containerResourceMetricSourceFields,
);

const externalMetricSourceFields = {
  metric: required(metricIdentifier, 1, "Which metric."),
  target: required(metricTarget, 2, "What the metric is to be kept at."),
};

export interface ExternalMetricSource extends FieldsOf<typeof externalMetricSourceFields> {}

export const externalMetricSource: StructSchema<ExternalMetricSource> = struct(
  "autoscaling/v2.ExternalMetricSource",
  "A metric that describes no object of the cluster, such as the length of a queue.",
  externalMetricSourceFields,
);

const metricSpecFields = {
  type: required(metricSourceType, 1, "Where the metric comes from; the field of that name is set."),
  object: pointer(objectMetricSource, 2, "With type Object."),
  pods: pointer(podsMetricSource, 3, "With type Pods."),
  resource: pointer(resourceMetricSource, 4, "With type Resource."),
  containerResource: pointer(containerResourceMetricSource, 7, "With type ContainerResource."),
  external: pointer(externalMetricSource, 5, "With type External."),
};

export interface MetricSpec extends FieldsOf<typeof metricSpecFields> {}

export const metricSpec: StructSchema<MetricSpec> = struct(
  "autoscaling/v2.MetricSpec",
  "A metric, and what it is to be kept at.",
  metricSpecFields,
);
