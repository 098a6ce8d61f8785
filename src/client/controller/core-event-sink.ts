/** Writes Events in the form that the controllers of the reference use: objects of core/v1 that count every occurrence. */
import type { Event } from "../../api/core/v1/event.ts";
import type { Api } from "../api.ts";
import type { EventSink, RecordedEvent } from "./event-recorder.ts";

/**
 * Returns a sink that writes Events of core/v1.
 * @param events API of any namespace, because each Event names its own
 */
export function coreEventSink(events: Api<Event>): EventSink {
  return {
    countsEveryOccurrence: true,
    create: (event, { signal }) => events.create(coreEventOf(event), { signal }),
    updateSeries: (event, { signal }) => {
      const { namespace = "", name = "" } = event.metadata;
      return events.in(namespace).patch(name, "merge", occurrencesOf(event), { signal });
    },
  };
}

type CoreEvent = Omit<Event, "kind" | "apiVersion">;

function coreEventOf(event: RecordedEvent): CoreEvent {
  const { metadata, regarding = {}, related, reason, note, type, reportingController = "" } = event;
  return {
    metadata,
    involvedObject: regarding,
    ...(related ? { related } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(note === undefined ? {} : { message: note }),
    source: { component: reportingController },
    firstTimestamp: inSeconds(event.eventTime),
    ...occurrencesOf(event),
    ...(type === undefined ? {} : { type }),
    reportingComponent: reportingController,
  };
}

function occurrencesOf({ eventTime, series }: RecordedEvent): Pick<Event, "count" | "lastTimestamp"> {
  return { count: series?.count ?? 1, lastTimestamp: inSeconds(series?.lastObservedTime ?? eventTime) };
}

/** Returns a time without its fraction of a second. */
function inSeconds(microTime: string | null | undefined): string {
  return (microTime ?? "").replace(/\.\d+Z$/, "Z");
}
