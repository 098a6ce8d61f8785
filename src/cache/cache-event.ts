/** One change of one object, and how watchers see it. */
import { assert } from "../base/assert.ts";
import { CachedObject } from "./cached-object.ts";
import type { ObjectFormat } from "./object-format.ts";

/** The type of a watch event in the API. */
export type EventType = "ADDED" | "MODIFIED" | "DELETED";

/** The event that a watcher is sent. Its type depends on the watcher's selector. */
export interface VisibleEvent {
  readonly type: EventType;
  readonly object: CachedObject;
}

/** The memory that an event needs besides the bytes of its object. */
const eventOverheadBytes = 200;

/** One write of one object. */
export interface ObjectChange {
  readonly revision: number;
  /** The new state. Absent for a deletion. */
  readonly object: CachedObject | undefined;
  /** The state before. Absent for a creation. */
  readonly previous: CachedObject | undefined;
}

/** One write of one object, as it is kept in the event ring. */
export class CacheEvent implements ObjectChange {
  readonly revision: number;
  readonly object: CachedObject | undefined;
  readonly previous: CachedObject | undefined;
  #deletedObject: CachedObject | undefined;

  constructor(change: ObjectChange) {
    assert(change.object ?? change.previous, "an event has a state before or after it");
    this.revision = change.revision;
    this.object = change.object;
    this.previous = change.previous;
  }

  get key(): string {
    return this.object?.key ?? this.previous?.key ?? "";
  }

  /** The memory that this event needs in the ring, in bytes. */
  get historyBytes(): number {
    return ((this.object ?? this.previous)?.byteLength ?? 0) + eventOverheadBytes;
  }

  /**
   * Returns the event that a watcher with this selector sees. An object that starts to match is added. One that no
   * longer matches is deleted. Undefined if it matches neither before nor after.
   */
  visibleTo(matches: (object: CachedObject) => boolean, format: ObjectFormat): VisibleEvent | undefined {
    const { object, previous } = this;
    const before = previous !== undefined && matches(previous);
    if (object !== undefined && matches(object)) return { type: before ? "MODIFIED" : "ADDED", object };
    return before ? { type: "DELETED", object: this.#deletedState(previous, format) } : undefined;
  }

  /** Returns the previous state with the revision of this event. Clients get it in DELETED events. */
  #deletedState(previous: CachedObject, format: ObjectFormat): CachedObject {
    this.#deletedObject ??= new CachedObject(previous.key, this.revision, {
      bytes: format.restamp(previous.bytes, this.revision),
      needsExactJson: previous.needsExactJson,
    });
    return this.#deletedObject;
  }
}
