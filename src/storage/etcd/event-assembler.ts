/**
 * Puts the events of a watch together. etcd splits large responses, and a split can separate the events of one revision.
 * The events of a revision are passed on only when all of them have arrived, because a watch that is resumed at a
 * revision gets no more events of this revision.
 */
import type { EtcdEvent, WatchResponse } from "./responses.ts";

/** Complete revisions. */
export interface CompleteEvents {
  readonly events: readonly EtcdEvent[];
  /** All events up to this revision have arrived. 0 if the response says nothing about that. */
  readonly revision: number;
}

/** The events of a watch that wait for more events of their revision. */
export class EventAssembler {
  #held: readonly EtcdEvent[] = [];

  add(response: WatchResponse): CompleteEvents {
    const { isFragment, events: newEvents } = response;
    const events = this.#held.length === 0 ? newEvents : [...this.#held, ...newEvents];
    const last = events.at(-1)?.entry.modRevision;
    // A response without events reports progress.
    if (last === undefined) return { events, revision: response.isCreated ? 0 : response.revision };
    const complete = isFragment ? events.filter(({ entry }) => entry.modRevision < last) : events;
    this.#held = isFragment ? events.slice(complete.length) : [];
    return { events: complete, revision: complete.at(-1)?.entry.modRevision ?? 0 };
  }
}
