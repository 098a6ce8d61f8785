/** Where Events go: the API. */
import type { EventsEvent } from "../../api/events/index.ts";
import type { Api } from "../api.ts";
import type { EventSink } from "./event-recorder.ts";

/** @param events of any namespace: each Event says where it lies */
export function eventSink(events: Api<EventsEvent>): EventSink {
  return {
    create: (event, { signal }) => events.create(event, { signal }),
    updateSeries: ({ metadata: { namespace = "", name = "" }, series }, { signal }) =>
      events.in(namespace).patch(name, "merge", { series }, { signal }),
  };
}
