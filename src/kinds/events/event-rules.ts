/**
 * Rules of Events that are written through the group events; what core asks holds besides. Paths are those of the stored
 * form, as in the reference, which names one field as this group does.
 */
import type { Event } from "../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { KindHooks } from "../../schema/index.ts";
import { eventErrors } from "../core/event.ts";
import { immutableField } from "../meta/immutable-field.ts";

const seriesCountMin = 2;

/** These see the stored form. */
export const newEventRules: Pick<KindHooks<Event>, "validateCreate" | "validateUpdate"> = {
  validateCreate: (event, { vocabulary }) => [
    ...eventErrors(event, vocabulary, "reportingController"),
    ...nameErrors(event),
    ...seriesErrors(event),
    ...(event.eventTime ? [] : [requiredField("eventTime")]),
    ...typeErrors(event),
    ...deprecatedErrors(event),
  ],
  validateUpdate: (event, old, { vocabulary }) => [
    ...eventErrors(event, vocabulary, "reportingController"),
    ...(JSON.stringify(event.series) === JSON.stringify(old.series) ? [] : seriesErrors(event)),
    ...immutableFields.flatMap(([path, field]) => immutableField({ path, value: event[field], old: old[field] })),
  ],
};

function nameErrors({ metadata: { name = "" } }: Event): FieldError[] {
  return checkFormat("dns1123Subdomain", name).map((message) => invalidField("metadata.name", name, message));
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

/** What only older reporters say. */
function deprecatedErrors({ firstTimestamp, lastTimestamp, count, source }: Event): FieldError[] {
  const isSet: readonly (readonly [string, boolean])[] = [
    ["firstTimestamp", Boolean(firstTimestamp)],
    ["lastTimestamp", Boolean(lastTimestamp)],
    ["count", Boolean(count)],
    ["source", Boolean(source?.component || source?.host)],
  ];
  return isSet.flatMap(([path, given]) => (given ? [invalidField(path, "", "needs to be unset")] : []));
}

/** One is reported twice, as in the reference. */
const immutableFields: readonly (readonly [path: string, field: keyof Event])[] = [
  ["involvedObject", "involvedObject"],
  ["reason", "reason"],
  ["reason", "reason"],
  ["message", "message"],
  ["source", "source"],
  ["firstTimestamp", "firstTimestamp"],
  ["lastTimestamp", "lastTimestamp"],
  ["count", "count"],
  ["type", "type"],
  ["eventTime", "eventTime"],
  ["action", "action"],
  ["related", "related"],
  ["reportingController", "reportingComponent"],
  ["reportingInstance", "reportingInstance"],
];
