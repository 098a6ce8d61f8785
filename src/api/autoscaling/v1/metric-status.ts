/**
 * The older form of metrics that were found. No resource has it: autoscaling/v1 carries what it has no fields for
 * in annotations, and these are written in this form.
 */
import {
  type FieldsOf,
  int32,
  namedText,
  pointer,
  quantity,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { crossVersionObjectReference } from "./cross-version-object-reference.ts";
import { metricSourceType } from "./metric-spec.ts";

const objectMetricStatusFields = {
  target: required(crossVersionObjectReference, 1, "The object that the metric describes."),
  metricName: required(text, 2, "Name of the metric."),
  currentValue: required(quantity, 3, "The value found."),
  selector: pointer(labelSelector, 4, "Narrows the metric."),
  averageValue: pointer(quantity, 5, "The average found, over all Pods."),
};

export interface ObjectMetricStatus extends FieldsOf<typeof objectMetricStatusFields> {}

export const objectMetricStatus: StructSchema<ObjectMetricStatus> = struct(
  "autoscaling/v1.ObjectMetricStatus",
  "What a metric of one object was at.",
  objectMetricStatusFields,
);

const podsMetricStatusFields = {
  metricName: required(text, 1, "Name of the metric."),
  currentAverageValue: required(quantity, 2, "The average found, over all Pods."),
  selector: pointer(labelSelector, 3, "Narrows the metric."),
};

export interface PodsMetricStatus extends FieldsOf<typeof podsMetricStatusFields> {}

export const podsMetricStatus: StructSchema<PodsMetricStatus> = struct(
  "autoscaling/v1.PodsMetricStatus",
  "What a metric of the Pods was at.",
  podsMetricStatusFields,
);

const resourceMetricStatusFields = {
  name: required(namedText("v1.ResourceName"), 1, "The resource."),
  currentAverageUtilization: pointer(int32, 2, "The average found, in percent of what the Pods request."),
  currentAverageValue: required(quantity, 3, "The average found, over all Pods."),
};

export interface ResourceMetricStatus extends FieldsOf<typeof resourceMetricStatusFields> {}

export const resourceMetricStatus: StructSchema<ResourceMetricStatus> = struct(
  "autoscaling/v1.ResourceMetricStatus",
  "How much of a resource the Pods used.",
  resourceMetricStatusFields,
);

const containerResourceMetricStatusFields = {
  ...resourceMetricStatusFields,
  container: required(text, 4, "Name of the container."),
};

export interface ContainerResourceMetricStatus extends FieldsOf<typeof containerResourceMetricStatusFields> {}

export const containerResourceMetricStatus: StructSchema<ContainerResourceMetricStatus> = struct(
  "autoscaling/v1.ContainerResourceMetricStatus",
  "How much of a resource one container of each Pod used.",
  containerResourceMetricStatusFields,
);

const externalMetricStatusFields = {
  metricName: required(text, 1, "Name of the metric."),
  metricSelector: pointer(labelSelector, 2, "Narrows the metric."),
  currentValue: required(quantity, 3, "The value found."),
  currentAverageValue: pointer(quantity, 4, "The average found, over all Pods."),
};

export interface ExternalMetricStatus extends FieldsOf<typeof externalMetricStatusFields> {}

export const externalMetricStatus: StructSchema<ExternalMetricStatus> = struct(
  "autoscaling/v1.ExternalMetricStatus",
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
  "autoscaling/v1.MetricStatus",
  "What a metric was at when it was last looked at.",
  metricStatusFields,
);
