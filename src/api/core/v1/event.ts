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
  component: optional(text, 1, "The component that reported it."),
  host: optional(text, 2, "The node on which that component runs."),
};

export interface EventSource extends FieldsOf<typeof eventSourceFields> {}

export const eventSource: StructSchema<EventSource> = struct(
  "core/v1.EventSource",
  "Where an Event comes from.",
  eventSourceFields,
);

const eventSeriesFields = {
  count: optional(int32, 1, "How often it has occurred so far."),
  lastObservedTime: optional(microTime, 2, "When it last occurred."),
};

export interface EventSeries extends FieldsOf<typeof eventSeriesFields> {}

export const eventSeries: StructSchema<EventSeries> = struct(
  "core/v1.EventSeries",
  "An Event that keeps recurring.",
  eventSeriesFields,
);

const eventFields = {
  involvedObject: required(objectReference, 2, "The object that the Event is about."),
  reason: optional(text, 3, "Why it happened, as one CamelCase word."),
  message: optional(text, 4, "What happened, for people."),
  source: optional(eventSource, 5, "Who reported it. Newer reporters fill reportingComponent."),
  firstTimestamp: optional(time, 6, "When it was first seen. Newer reporters fill eventTime."),
  lastTimestamp: optional(time, 7, "When it was last seen. Newer reporters fill series.lastObservedTime."),
  count: optional(int32, 8, "How often it was seen. Newer reporters fill series.count."),
  type: optional(text, 9, "Normal or Warning; more may follow."),
  eventTime: optional(microTime, 10, "When it was first seen, to the microsecond."),
  series: pointer(eventSeries, 11, "How it recurs; unset for a single occurrence."),
  action: optional(text, 12, "What was done, or failed, regarding the object."),
  related: pointer(objectReference, 13, "A second object that plays a part."),
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
    "Which instance of that controller reported it.",
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
    doc: "Something that happened to an object, kept for a limited time. For people; nothing may rely on it.",
    fields: eventFields,
  },
  required(objectMeta, 1, "Standard metadata of the object."),
);
