import {
  type FieldsOf,
  field,
  int32,
  type KindDeclaration,
  microTime,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { objectMeta } from "../../meta/v1/object-meta.ts";
import { objectReference } from "./object-reference.ts";

const eventSourceFields = {
  component: optional(text, 1, "Component that reported the Event."),
  host: optional(text, 2, "Node on which the component runs."),
};

export interface EventSource extends FieldsOf<typeof eventSourceFields> {}

export const eventSource: StructSchema<EventSource> = struct(
  "core/v1.EventSource",
  "Source of an Event.",
  eventSourceFields,
);

const eventSeriesFields = {
  count: optional(int32, 1, "Number of occurrences so far."),
  lastObservedTime: optional(microTime, 2, "Time of the last occurrence."),
};

export interface EventSeries extends FieldsOf<typeof eventSeriesFields> {}

export const eventSeries: StructSchema<EventSeries> = struct(
  "core/v1.EventSeries",
  "Series of occurrences of an Event.",
  eventSeriesFields,
);

const eventFields = {
  involvedObject: required(objectReference, 2, "Object that the Event is about."),
  reason: optional(text, 3, "Reason as one CamelCase word."),
  message: optional(text, 4, "Description for users."),
  source: optional(eventSource, 5, "Component that reported the Event. Newer reporters set reportingComponent."),
  firstTimestamp: optional(time, 6, "Time of the first occurrence. Newer reporters set eventTime."),
  lastTimestamp: optional(time, 7, "Time of the last occurrence. Newer reporters set series.lastObservedTime."),
  count: optional(int32, 8, "Number of occurrences. Newer reporters set series.count."),
  type: optional(text, 9, "Type of the Event: Normal or Warning. Later releases may add more."),
  eventTime: optional(microTime, 10, "Time of the first occurrence, to the microsecond."),
  series: pointer(eventSeries, 11, "Series of occurrences. Unset for a single occurrence."),
  action: optional(text, 12, "Action that was taken or failed."),
  related: pointer(objectReference, 13, "Second object that is involved."),
  reportingComponent: field(
    text,
    { presence: "always", required: false },
    14,
    "Name of the controller that reported it.",
  ),
  reportingInstance: field(
    text,
    { presence: "always", required: false },
    15,
    "Identifier of the controller's instance.",
  ),
};

export interface Event extends ObjectOf<typeof eventFields> {}

export const event: KindDeclaration<Event> = kind(
  {
    group: "",
    version: "v1",
    kind: "Event",
    package: "core",
    plural: "events",
    shortNames: ["ev"],
    scope: "Namespaced",
    selectableFields: [
      "involvedObject.kind",
      "involvedObject.namespace",
      "involvedObject.name",
      "involvedObject.uid",
      "involvedObject.apiVersion",
      "involvedObject.resourceVersion",
      "involvedObject.fieldPath",
      "reason",
      "reportingComponent",
      "source",
      "type",
    ],
    rules: {
      createOnUpdate: true,
      lifetime: "eventTtl",
      freeFinalizerNames: true,
      createChecks: ["schema", "hook"],
      updateChecks: { update: ["schema", "hook"] },
      defaultPropagation: "Unsupported",
    },
    doc: "Report about an object, kept for a limited time. It is for users. Programs must not rely on it.",
    fields: eventFields,
  },
  required(objectMeta, 1, "Standard object's metadata."),
);
