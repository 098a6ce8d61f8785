/**
 * The older form of metrics. No resource has it: autoscaling/v1 carries what it has no fields for
 * in annotations, and these are written in this form.
 */
import {
  type FieldsOf,
  int32,
  namedText,
  openEnum,
  pointer,
  quantity,
  required,
  type StructSchema,
  struct,
  type TextSchema,
  text,
} from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { crossVersionObjectReference } from "./cross-version-object-reference.ts";

export const metricSourceType: TextSchema = openEnum("v1.MetricSourceType", [
  "Object",
  "Pods",
  "Resource",
  "ContainerResource",
  "External",
]);

const objectMetricSourceFields = {
  target: required(crossVersionObjectReference, 1, "The object that the metric describes."),
  metricName: required(text, 2, "Name of the metric."),
  targetValue: required(quantity, 3, "The value wanted."),
  selector: pointer(labelSelector, 4, "Narrows the metric."),
  averageValue: pointer(quantity, 5, "The average wanted, over all Pods."),
};

export interface ObjectMetricSource extends FieldsOf<typeof objectMetricSourceFields> {}

export const objectMetricSource: StructSchema<ObjectMetricSource> = struct(
  "autoscaling/v1.ObjectMetricSource",
  "A metric that describes one object.",
  objectMetricSourceFields,
);

const podsMetricSourceFields = {
  metricName: required(text, 1, "Name of the metric."),
  targetAverageValue: required(quantity, 2, "The average wanted, over all Pods."),
  selector: pointer(labelSelector, 3, "Narrows the metric."),
};

export interface PodsMetricSource extends FieldsOf<typeof podsMetricSourceFields> {}

export const podsMetricSource: StructSchema<PodsMetricSource> = struct(
  "autoscaling/v1.PodsMetricSource",
  "A metric that each scaled Pod has; the average counts.",
  podsMetricSourceFields,
);

const resourceMetricSourceFields = {
  name: required(namedText("v1.ResourceName"), 1, "The resource."),
  targetAverageUtilization: pointer(int32, 2, "The average wanted, in percent of what the Pods request."),
  targetAverageValue: pointer(quantity, 3, "The average wanted, over all Pods."),
};

export interface ResourceMetricSource extends FieldsOf<typeof resourceMetricSourceFields> {}

export const resourceMetricSource: StructSchema<ResourceMetricSource> = struct(
  "autoscaling/v1.ResourceMetricSource",
  "How much of a resource the scaled Pods use.",
  resourceMetricSourceFields,
);

const containerResourceMetricSourceFields = {
  ...resourceMetricSourceFields,
  container: required(text, 5, "Name of the container."),
};

export interface ContainerResourceMetricSource extends FieldsOf<typeof containerResourceMetricSourceFields> {}

export const containerResourceMetricSource: StructSchema<ContainerResourceMetricSource> = struct(
  "autoscaling/v1.ContainerResourceMetricSource",
  "How much of a resource one container of each scaled Pod uses.",
  containerResourceMetricSourceFields,
);

const externalMetricSourceFields = {
  metricName: required(text, 1, "Name of the metric."),
  metricSelector: pointer(labelSelector, 2, "Narrows the metric."),
  targetValue: pointer(quantity, 3, "The value wanted."),
  targetAverageValue: pointer(quantity, 4, "The average wanted, over all Pods."),
};

export interface ExternalMetricSource extends FieldsOf<typeof externalMetricSourceFields> {}

export const externalMetricSource: StructSchema<ExternalMetricSource> = struct(
  "autoscaling/v1.ExternalMetricSource",
  "A metric that describes no object of the cluster.",
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
  "autoscaling/v1.MetricSpec",
  "A metric, and what it is to be kept at.",
  metricSpecFields,
);
