/**
 * Writes Events in the form that the controllers of the reference use: objects of core/v1 that count every occurrence.
 */
import type { Event } from "../../api/core/v1/event.ts";
import type { Api } from "../api.ts";
import type { EventSink, RecordedEvent } from "./event-recorder.ts";

/**
 * Returns a sink that writes Events of core/v1 and updates their count for every occurrence.
 * @param events its namespace is ignored, because each Event names its own
 * @example
 * ```ts
 * const recorder = new EventRecorder({
 *   sink: coreEventSink(client.api(event)),
 *   reportingController: "example.com/greeter",
 *   reportingInstance: "greeter-1",
 * });
 * ```
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

/** Removes the fraction of a second from a time, because core/v1 Events have whole seconds. */
function inSeconds(microTime: string | null | undefined): string {
  return (microTime ?? "").replace(/\.\d+Z$/, "Z");
}
