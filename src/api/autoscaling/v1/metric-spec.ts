/** The older form of metric specs. autoscaling/v1 stores metrics without a field in annotations, in this form. */
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
  target: required(crossVersionObjectReference, 1, "Object that the metric describes."),
  metricName: required(text, 2, "Name of the metric."),
  targetValue: required(quantity, 3, "Target value."),
  selector: pointer(labelSelector, 4, "Selector that restricts the metric."),
  averageValue: pointer(quantity, 5, "Target average over all Pods."),
};

export interface ObjectMetricSource extends FieldsOf<typeof objectMetricSourceFields> {}

export const objectMetricSource: StructSchema<ObjectMetricSource> = struct(
  "autoscaling/v1.ObjectMetricSource",
  "Metric that describes one object.",
  objectMetricSourceFields,
);

const podsMetricSourceFields = {
  metricName: required(text, 1, "Name of the metric."),
  targetAverageValue: required(quantity, 2, "Target average over all Pods."),
  selector: pointer(labelSelector, 3, "Selector that restricts the metric."),
};

export interface PodsMetricSource extends FieldsOf<typeof podsMetricSourceFields> {}

export const podsMetricSource: StructSchema<PodsMetricSource> = struct(
  "autoscaling/v1.PodsMetricSource",
  "Metric of the scaled Pods, of which the average counts.",
  podsMetricSourceFields,
);

const resourceMetricSourceFields = {
  name: required(namedText("v1.ResourceName"), 1, "Name of the resource."),
  targetAverageUtilization: pointer(int32, 2, "Target average, in percent of the Pods' requests."),
  targetAverageValue: pointer(quantity, 3, "Target average over all Pods."),
};

export interface ResourceMetricSource extends FieldsOf<typeof resourceMetricSourceFields> {}

export const resourceMetricSource: StructSchema<ResourceMetricSource> = struct(
  "autoscaling/v1.ResourceMetricSource",
  "Resource usage of the scaled Pods.",
  resourceMetricSourceFields,
);

const containerResourceMetricSourceFields = {
  ...resourceMetricSourceFields,
  container: required(text, 5, "Name of the container."),
};

export interface ContainerResourceMetricSource extends FieldsOf<typeof containerResourceMetricSourceFields> {}

export const containerResourceMetricSource: StructSchema<ContainerResourceMetricSource> = struct(
  "autoscaling/v1.ContainerResourceMetricSource",
  "Resource usage of one container of each scaled Pod.",
  containerResourceMetricSourceFields,
);

const externalMetricSourceFields = {
  metricName: required(text, 1, "Name of the metric."),
  metricSelector: pointer(labelSelector, 2, "Selector that restricts the metric."),
  targetValue: pointer(quantity, 3, "Target value."),
  targetAverageValue: pointer(quantity, 4, "Target average over all Pods."),
};

export interface ExternalMetricSource extends FieldsOf<typeof externalMetricSourceFields> {}

export const externalMetricSource: StructSchema<ExternalMetricSource> = struct(
  "autoscaling/v1.ExternalMetricSource",
  "Metric that does not describe an object of the cluster.",
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
  "autoscaling/v1.MetricSpec",
  "Metric with its target.",
  metricSpecFields,
);
