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
  count: required(int32, 1, "How often it has occurred so far."),
  lastObservedTime: required(microTime, 2, "When it last occurred."),
};

export interface EventSeries extends FieldsOf<typeof eventSeriesFields> {}

export const eventSeries: StructSchema<EventSeries> = struct(
  "events/v1.EventSeries",
  "An Event that keeps recurring. Who reports it updates the series now and then, not at each occurrence.",
  eventSeriesFields,
);

const eventFields = {
  eventTime: required(microTime, 2, "When it was first seen."),
  series: pointer(eventSeries, 3, "How it recurs; unset for a single occurrence."),
  reportingController: optional(text, 4, "Name of the controller that reported it."),
  reportingInstance: optional(text, 5, "Which instance of that controller reported it."),
  action: optional(text, 6, "What was done, or failed, regarding the object."),
  reason: optional(text, 7, "Why, as one CamelCase word."),
  regarding: optional(objectReference, 8, "The object that the Event is about."),
  related: pointer(objectReference, 9, "A second object that plays a part."),
  note: optional(text, 10, "What happened, for people."),
  type: optional(text, 11, "Normal or Warning; more may follow."),
  deprecatedSource: optional(eventSource, 12, "Who reported it, where an older reporter has said so."),
  deprecatedFirstTimestamp: optional(time, 13, "When an older reporter first saw it."),
  deprecatedLastTimestamp: optional(time, 14, "When an older reporter last saw it."),
  deprecatedCount: optional(int32, 15, "How often an older reporter saw it."),
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
    doc: "Something that happened to an object, kept for a limited time. For people; nothing may rely on it.",
    fields: eventFields,
  },
  field(objectMeta, { presence: "always", required: false }, 1, "Standard metadata of the object."),
);
