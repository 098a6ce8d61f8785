/**
 * Rules of Events that are written through the group events, in addition to those of the core group. As in the
 * reference, paths are those of the stored form, except for one field.
 */
import type { Event, ObjectReference } from "../../api/index.ts";
import { nonStandardFinalizerMessage, standardFinalizers } from "../../meta/deletion.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goStruct } from "../../meta/go-struct.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { eventErrors } from "../core/event.ts";
import { goTime } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";

const seriesCountMin = 2;

/** Hooks of Events in the group events. They receive the stored form. */
export const newEventRules: Pick<
  KindHooks<Event>,
  "nameFormat" | "validateCreate" | "validateCreateLast" | "validateUpdate"
> = {
  nameFormat: "dns1123Subdomain",
  validateCreate: (event, { vocabulary }) => eventErrors(event, vocabulary, "reportingController"),
  validateCreateLast: (event, { vocabulary }) => [
    ...finalizerErrors(event, vocabulary),
    ...seriesErrors(event),
    ...(event.eventTime ? [] : [requiredField("eventTime")]),
    ...typeErrors(event),
    ...deprecatedErrors(event),
  ],
  validateUpdate: (event, old, { vocabulary }) => [
    ...finalizerErrors(event, vocabulary),
    ...(JSON.stringify(event.series) === JSON.stringify(old.series) ? [] : seriesErrors(event)),
    ...immutableFields.flatMap(({ path, field, print }) => {
      const [value, before] = [event[field], old[field]];
      const shown = print ? print(event) : (value ?? "");
      return immutableField({ path: path ?? field, value, old: before, shown });
    }),
  ],
};

/** Returns the errors of finalizers. The core group does not validate them. */
function finalizerErrors({ metadata: { finalizers = [] } }: Event, vocabulary: Vocabulary): FieldError[] {
  const standard = standardFinalizers.map((one) => vocabulary.bind(one));
  return finalizers.flatMap((name, index) =>
    name.includes("/") || standard.includes(name)
      ? []
      : [invalidField(`metadata.finalizers[${index}]`, name, nonStandardFinalizerMessage)],
  );
}

function seriesErrors({ series }: Event): FieldError[] {
  if (!series) return [];
  return [
    ...((series.count ?? 0) < seriesCountMin
      ? [invalidField("series.count", "", `should be at least ${seriesCountMin}`)]
      : []),
    ...(series.lastObservedTime ? [] : [requiredField("series.lastObservedTime")]),
  ];
}

function typeErrors({ type = "" }: Event): FieldError[] {
  return type === "Normal" || type === "Warning" ? [] : [invalidField("type", "", `has invalid value: ${type}`)];
}

/** Returns the errors of deprecated fields, which must be empty. */
function deprecatedErrors({ firstTimestamp, lastTimestamp, count, source }: Event): FieldError[] {
  const isSet: readonly (readonly [string, boolean])[] = [
    ["firstTimestamp", Boolean(firstTimestamp)],
    ["lastTimestamp", Boolean(lastTimestamp)],
    ["count", Boolean(count)],
    ["source", Boolean(source?.component || source?.host)],
  ];
  return isSet.flatMap(([path, given]) => (given ? [invalidField(path, "", "needs to be unset")] : []));
}

interface ImmutableField {
  readonly field: keyof Event;
  /** Name in error messages, if it differs. */
  readonly path?: string;
  /** Prints the value for an error message, if it is not a text. */
  readonly print?: (event: Event) => GoText | null;
}

/** Immutable fields. As in the reference, `reason` is reported twice. */
const immutableFields: readonly ImmutableField[] = [
  { field: "involvedObject", print: ({ involvedObject }) => goReference(involvedObject) },
  { field: "reason" },
  { field: "message" },
  { field: "source", print: goSource },
  { field: "firstTimestamp", print: ({ firstTimestamp }) => goTimestamp(firstTimestamp) },
  { field: "lastTimestamp", print: ({ lastTimestamp }) => goTimestamp(lastTimestamp) },
  { field: "count", print: ({ count = 0 }) => new GoText(String(count)) },
  { field: "reason" },
  { field: "type" },
  { field: "eventTime", print: ({ eventTime }) => goTimestamp(eventTime) },
  { field: "action" },
  { field: "related", print: ({ related }) => (related ? goReference(related) : null) },
  { field: "reportingComponent", path: "reportingController" },
  { field: "reportingInstance" },
];

function goSource({ source: { component = "", host = "" } = {} }: Event): GoText {
  return new GoText(goStruct("core.EventSource", { Component: goQuote(component), Host: goQuote(host) }));
}

function goReference(reference: ObjectReference): GoText {
  const { kind = "", namespace = "", name = "", uid = "", apiVersion = "" } = reference;
  const { resourceVersion = "", fieldPath = "" } = reference;
  const members = {
    Kind: kind,
    Namespace: namespace,
    Name: name,
    UID: uid,
    APIVersion: apiVersion,
    ResourceVersion: resourceVersion,
    FieldPath: fieldPath,
  };
  const quoted = Object.entries(members).map(([key, text]) => [key, goQuote(text)] as const);
  return new GoText(goStruct("core.ObjectReference", Object.fromEntries(quoted)));
}

/** Returns a time in Go syntax. A missing time is the first instant of the year 1. */
function goTimestamp(time: string | null | undefined): GoText {
  return goTime((time || "0001-01-01T00:00:00Z").replace(/(\.\d*?)0+Z$/, "$1Z").replace(".Z", "Z"));
}
