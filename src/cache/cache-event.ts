/** One change of one object, as watchers see it. */
import { assert } from "../base/assert.ts";
import { CachedObject, type ObjectFormat } from "./cached-object.ts";

export type EventType = "ADDED" | "MODIFIED" | "DELETED";

/** What a watcher is sent: the type as seen through its selector, and the object to show. */
export interface VisibleEvent {
  readonly type: EventType;
  readonly object: CachedObject;
}

/** What an event costs in memory besides the bytes of its object. */
const eventOverheadBytes = 200;

export interface ObjectChange {
  readonly revision: number;
  /** The new state; absent for a deletion. */
  readonly object: CachedObject | undefined;
  /** The state before; absent for a creation. */
  readonly previous: CachedObject | undefined;
}

export class CacheEvent implements ObjectChange {
  readonly revision: number;
  readonly object: CachedObject | undefined;
  readonly previous: CachedObject | undefined;
  #former: CachedObject | undefined;

  constructor(change: ObjectChange) {
    assert(change.object ?? change.previous, "an event has a state before or after it");
    this.revision = change.revision;
    this.object = change.object;
    this.previous = change.previous;
  }

  get key(): string {
    return this.object?.key ?? this.previous?.key ?? "";
  }

  /** What keeping this event costs, in bytes. */
  get historyBytes(): number {
    return ((this.object ?? this.previous)?.byteLength ?? 0) + eventOverheadBytes;
  }

  /**
   * The event as seen by a watcher that selects with `matches`: an object that starts to match is added, one that
   * ceases to match is deleted.
   */
  seenBy(matches: (object: CachedObject) => boolean, format: ObjectFormat): VisibleEvent | undefined {
    const { object, previous } = this;
    const before = previous !== undefined && matches(previous);
    if (object !== undefined && matches(object)) return { type: before ? "MODIFIED" : "ADDED", object };
    return before ? { type: "DELETED", object: this.#formerState(previous, format) } : undefined;
  }

  /** The state before the event, carrying the event's revision: what a deletion shows. */
  #formerState(previous: CachedObject, format: ObjectFormat): CachedObject {
    this.#former ??= new CachedObject(previous.key, this.revision, {
      bytes: format.restamp(previous.bytes, this.revision),
      exact: previous.exact,
    });
    return this.#former;
  }
}
