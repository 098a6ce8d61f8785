/** The older form of metric statuses. autoscaling/v1 stores statuses without a field in annotations, in this form. */
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
  target: required(crossVersionObjectReference, 1, "Object that the metric describes."),
  metricName: required(text, 2, "Name of the metric."),
  currentValue: required(quantity, 3, "Current value."),
  selector: pointer(labelSelector, 4, "Selector that restricts the metric."),
  averageValue: pointer(quantity, 5, "Current average over all Pods."),
};

export interface ObjectMetricStatus extends FieldsOf<typeof objectMetricStatusFields> {}

export const objectMetricStatus: StructSchema<ObjectMetricStatus> = struct(
  "autoscaling/v1.ObjectMetricStatus",
  "Current value of a metric that describes one object.",
  objectMetricStatusFields,
);

const podsMetricStatusFields = {
  metricName: required(text, 1, "Name of the metric."),
  currentAverageValue: required(quantity, 2, "Current average over all Pods."),
  selector: pointer(labelSelector, 3, "Selector that restricts the metric."),
};

export interface PodsMetricStatus extends FieldsOf<typeof podsMetricStatusFields> {}

export const podsMetricStatus: StructSchema<PodsMetricStatus> = struct(
  "autoscaling/v1.PodsMetricStatus",
  "Current value of a metric of the Pods.",
  podsMetricStatusFields,
);

const resourceMetricStatusFields = {
  name: required(namedText("v1.ResourceName"), 1, "Name of the resource."),
  currentAverageUtilization: pointer(int32, 2, "Current average, in percent of the Pods' requests."),
  currentAverageValue: required(quantity, 3, "Current average over all Pods."),
};

export interface ResourceMetricStatus extends FieldsOf<typeof resourceMetricStatusFields> {}

export const resourceMetricStatus: StructSchema<ResourceMetricStatus> = struct(
  "autoscaling/v1.ResourceMetricStatus",
  "Current resource usage of the Pods.",
  resourceMetricStatusFields,
);

const containerResourceMetricStatusFields = {
  ...resourceMetricStatusFields,
  container: required(text, 4, "Name of the container."),
};

export interface ContainerResourceMetricStatus extends FieldsOf<typeof containerResourceMetricStatusFields> {}

export const containerResourceMetricStatus: StructSchema<ContainerResourceMetricStatus> = struct(
  "autoscaling/v1.ContainerResourceMetricStatus",
  "Current resource usage of one container of each Pod.",
  containerResourceMetricStatusFields,
);

const externalMetricStatusFields = {
  metricName: required(text, 1, "Name of the metric."),
  metricSelector: pointer(labelSelector, 2, "Selector that restricts the metric."),
  currentValue: required(quantity, 3, "Current value."),
  currentAverageValue: pointer(quantity, 4, "Current average over all Pods."),
};

export interface ExternalMetricStatus extends FieldsOf<typeof externalMetricStatusFields> {}

export const externalMetricStatus: StructSchema<ExternalMetricStatus> = struct(
  "autoscaling/v1.ExternalMetricStatus",
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
  "autoscaling/v1.MetricStatus",
  "Last observed value of a metric.",
  metricStatusFields,
);
