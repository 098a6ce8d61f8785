/** Writes Events to the API as objects of events/v1. */
import type { EventsEvent } from "../../api/events/index.ts";
import type { Api } from "../api.ts";
import type { EventSink } from "./event-recorder.ts";

/**
 * Returns a sink that writes Events of events/v1.
 * @param events its namespace is ignored, because each Event names its own
 * @example
 * ```ts
 * const recorder = new EventRecorder({
 *   sink: eventSink(client.api(eventsEvent)),
 *   reportingController: "example.com/greeter",
 *   reportingInstance: "greeter-1",
 * });
 * ```
 */
export function eventSink(events: Api<EventsEvent>): EventSink {
  return {
    create: (event, { signal }) => events.create(event, { signal }),
    updateSeries: ({ metadata: { namespace = "", name = "" }, series }, { signal }) =>
      events.in(namespace).patch(name, "merge", { series }, { signal }),
  };
}
