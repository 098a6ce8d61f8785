/** The types of this group, and the kinds that declare them. The core group has another version of Event. */
export {
  type Event as EventsEvent,
  type EventSeries as EventsEventSeries,
  event as eventsEvent,
} from "./v1/event.ts";
