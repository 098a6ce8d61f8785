import { group } from "../../../meta/vocabulary.ts";
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
import { eventSource, event as stored } from "../../core/v1/event.ts";
import { objectReference } from "../../core/v1/object-reference.ts";
import { kind } from "../../kind.ts";
import { objectMeta } from "../../meta/v1/object-meta.ts";

const eventSeriesFields = {
  count: required(int32, 1, "Number of occurrences so far."),
  lastObservedTime: required(microTime, 2, "Time of the last occurrence."),
};

export interface EventSeries extends FieldsOf<typeof eventSeriesFields> {}

export const eventSeries: StructSchema<EventSeries> = struct(
  "events/v1.EventSeries",
  "Series of occurrences of an Event. The reporter updates it periodically, not at each occurrence.",
  eventSeriesFields,
);

const eventFields = {
  eventTime: required(microTime, 2, "Time of the first occurrence."),
  series: pointer(eventSeries, 3, "Series of occurrences. Unset for a single occurrence."),
  reportingController: optional(text, 4, "Name of the controller that reported it."),
  reportingInstance: optional(text, 5, "Identifier of the controller's instance."),
  action: optional(text, 6, "Action that was taken or failed."),
  reason: optional(text, 7, "Reason as one CamelCase word."),
  regarding: optional(objectReference, 8, "Object that the Event is about."),
  related: pointer(objectReference, 9, "Second object that is involved."),
  note: optional(text, 10, "Description for users."),
  type: optional(text, 11, "Type of the Event: Normal or Warning. Later releases may add more."),
  deprecatedSource: optional(eventSource, 12, "Component that reported the Event, set by older reporters."),
  deprecatedFirstTimestamp: optional(time, 13, "Time of the first occurrence, set by older reporters."),
  deprecatedLastTimestamp: optional(time, 14, "Time of the last occurrence, set by older reporters."),
  deprecatedCount: optional(int32, 15, "Number of occurrences, set by older reporters."),
};

export interface Event extends ObjectOf<typeof eventFields> {}

export const event: KindDeclaration<Event> = kind(
  {
    group: group("events"),
    version: "v1",
    kind: "Event",
    package: "events",
    plural: "events",
    shortNames: ["ev"],
    scope: "Namespaced",
    selectableFields: [
      "reason",
      "regarding.kind",
      "regarding.namespace",
      "regarding.name",
      "regarding.uid",
      "regarding.apiVersion",
      "regarding.resourceVersion",
      "regarding.fieldPath",
      "reportingController",
      "type",
    ],
    rules: {
      createOnUpdate: true,
      createChecks: ["hook", "create", "lastHook"],
      updateChecks: { update: ["createHook", "change", "hook"] },
    },
    storedAs: stored,
    doc: "Report about an object, kept for a limited time. It is for users. Programs must not rely on it.",
    fields: eventFields,
  },
  field(objectMeta, { presence: "always", required: false }, 1, "Standard object's metadata."),
);
