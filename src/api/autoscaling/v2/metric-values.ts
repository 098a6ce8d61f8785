/** Types that metric specs and metric statuses of all sources share. */
import {
  type FieldsOf,
  int32,
  namedText,
  optional,
  pointer,
  quantity,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const crossVersionObjectReferenceFields = {
  kind: required(text, 1, "Kind of the object."),
  name: required(text, 2, "Name of the object."),
  apiVersion: optional(text, 3, "Group and version of the object's kind."),
};

export interface CrossVersionObjectReference extends FieldsOf<typeof crossVersionObjectReferenceFields> {}

export const crossVersionObjectReference: StructSchema<CrossVersionObjectReference> = struct(
  "autoscaling/v2.CrossVersionObjectReference",
  "Reference to an object in the same namespace, in any version.",
  crossVersionObjectReferenceFields,
);

const metricIdentifierFields = {
  name: required(text, 1, "Name of the metric."),
  // The selector is not validated, because its meaning depends on the source of the metric.
  selector: pointer(labelSelector, 2, "Selector that restricts the metric. Unset selects by name only.", {
    unchecked: true,
  }),
};

export interface MetricIdentifier extends FieldsOf<typeof metricIdentifierFields> {}

export const metricIdentifier: StructSchema<MetricIdentifier> = struct(
  "autoscaling/v2.MetricIdentifier",
  "Identity of a metric.",
  metricIdentifierFields,
);

const metricTargetFields = {
  type: required(namedText("v2.MetricTargetType"), 1, "Type of the target: Utilization, Value or AverageValue."),
  value: pointer(quantity, 2, "Target value."),
  averageValue: pointer(quantity, 3, "Target average over all Pods."),
  averageUtilization: pointer(int32, 4, "Target average, in percent of the Pods' requests."),
};

export interface MetricTarget extends FieldsOf<typeof metricTargetFields> {}

export const metricTarget: StructSchema<MetricTarget> = struct(
  "autoscaling/v2.MetricTarget",
  "Target of a metric.",
  metricTargetFields,
);

const metricValueStatusFields = {
  value: pointer(quantity, 1, "Current value."),
  averageValue: pointer(quantity, 2, "Current average over all Pods."),
  averageUtilization: pointer(int32, 3, "Current average, in percent of the Pods' requests."),
};

export interface MetricValueStatus extends FieldsOf<typeof metricValueStatusFields> {}

export const metricValueStatus: StructSchema<MetricValueStatus> = struct(
  "autoscaling/v2.MetricValueStatus",
  "Current value of a metric.",
  metricValueStatusFields,
);

/** Types of metrics: Object, Pods, Resource, ContainerResource and External. */
export const metricSourceType = namedText("v2.MetricSourceType");
