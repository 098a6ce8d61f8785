import type { Event } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageOf, column, nameOf } from "../columns.ts";

/** Columns of Events in a Table. */
export const eventColumns: readonly Column<Event>[] = [
  column("Last Seen", "How long ago the event was last seen.", (event) => ageOf(lastSeen(event))),
  column("Type", "Normal or Warning.", ({ type }) => type ?? ""),
  column("Reason", "Reason in one word.", ({ reason }) => reason ?? ""),
  column("Object", "The object that the Event is about.", objectText),
  column(
    "Subobject",
    "Part of the object that the Event is about.",
    ({ involvedObject }) => involvedObject.fieldPath ?? "",
    {
      wide: true,
    },
  ),
  column("Source", "Component and host that reported it.", sourceText, { wide: true }),
  column("Message", "What happened.", ({ message = "" }) => message.trim()),
  column("First Seen", "How long ago the event was first seen.", (event) => ageOf(firstSeen(event)), {
    wide: true,
  }),
  column("Count", "How often the event was seen.", ({ series, count }) => (series ? (series.count ?? 0) : count || 1), {
    wide: true,
  }),
  column("Name", "Name of the Event itself.", nameOf, { format: "name", wide: true }),
];

function firstSeen({ firstTimestamp, eventTime }: Event): string | null | undefined {
  return firstTimestamp || eventTime;
}

function lastSeen(event: Event): string | null | undefined {
  return event.series ? event.series.lastObservedTime : event.lastTimestamp || firstSeen(event);
}

function objectText({ involvedObject: { kind = "", name = "" } }: Event): string {
  return name === "" ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
}

/** Returns the reporter. Clients of the newer API fill in the reporting fields, others the source. */
function sourceText({ source, reportingComponent = "", reportingInstance = "" }: Event): string {
  const component = source?.component || reportingComponent;
  const host = source?.host || reportingInstance;
  return host === "" ? component : `${component}, ${host}`;
}
