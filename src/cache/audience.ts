/**
 * Groups watchers that have the same selection and the same encoding. Each batch of events is filtered and encoded once
 * per group. If several groups have the same encoding, each event is encoded once for all of them.
 */
import { StorageError } from "../storage/index.ts";
import type { CacheEvent, VisibleEvent } from "./cache-event.ts";
import type { CachedObject } from "./cached-object.ts";
import type { TurnLimits } from "./event-ring.ts";
import type { ObjectFormat } from "./object-format.ts";

/** Encodes an event into the bytes that a client reads. */
export interface EventEncoder {
  /** Encoders with equal ids return equal bytes. */
  readonly id: string;
  encode(event: VisibleEvent): Buffer;
  /** Encodes events in another thread if they take long. Absent: all events are encoded in this thread. */
  readonly remoteEncoder?: RemoteEncoder | undefined;
}

/** Converts objects before they are read in another form than the stored one. */
export interface ObjectPreparation {
  /** Whether an object can be read in this form at once. */
  readonly isReady: (object: CachedObject) => boolean;
  /**
   * Converts those objects that are not ready.
   * @param signal ends the work between two requests
   * @throws StatusError 500 if an object cannot be converted
   */
  readonly prepare: (objects: readonly CachedObject[], signal?: AbortSignal) => Promise<void>;
}

/** Encodes events in another thread, or after a preparation. */
export interface RemoteEncoder {
  /** Whether the object of an event must be prepared. It can be a state that no cache contains. */
  readonly preparesObjects?: boolean;
  /** Whether encoding an event with this object would delay other clients noticeably. */
  takesLong(object: CachedObject): boolean;
  encode(event: VisibleEvent): Promise<Buffer>;
}

/** A value that all selected objects have in one field or label. Events of other objects are not compared with the selection. */
export interface RequiredValue {
  /** Fields and labels with equal names are read in the same way. */
  readonly field: string;
  readonly value: string;
  /** Returns the value of a readable object. Undefined if it has none. */
  readonly read: (object: CachedObject) => string | undefined;
}

/** The objects that a list or a watch selects. */
export interface Selection {
  /** The prefix of all selected keys: a namespace and a slash, or empty. */
  readonly scope: string;
  /** Selections with equal ids select the same objects within a scope. */
  readonly id: string;
  /** Whether an object is selected. It was prepared. */
  matches(object: CachedObject): boolean;
  /** Present if objects must be prepared before they are compared with the selection. */
  readonly preparation?: ObjectPreparation | undefined;
  /** Absent if the selection has no such value. */
  readonly required?: RequiredValue | undefined;
}

/** The events of one batch that were encoded already, so that several audiences can share the bytes. */
export class BatchEncodings {
  readonly #made = new Map<CachedObject, Map<string, Buffer>>();

  encode(event: VisibleEvent, encoder: EventEncoder): Buffer {
    const forms = this.#formsOf(event);
    const form = formOf(event, encoder);
    let bytes = forms.get(form);
    if (!bytes) {
      bytes = encoder.encode(event);
      forms.set(form, bytes);
    }
    return bytes;
  }

  /** Adds the bytes of an event that another thread encoded. */
  keep(event: VisibleEvent, encoder: EventEncoder, bytes: Buffer): void {
    this.#formsOf(event).set(formOf(event, encoder), bytes);
  }

  #formsOf({ object }: VisibleEvent): Map<string, Buffer> {
    let forms = this.#made.get(object);
    if (!forms) {
      forms = new Map();
      this.#made.set(object, forms);
    }
    return forms;
  }
}

function formOf({ type }: VisibleEvent, { id }: EventEncoder): string {
  return `${type} ${id}`;
}

/**
 * A group of watchers that get the same bytes.
 * @typeParam W the type of the watchers, which this file does not use
 */
export class Audience<W> {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  /** The watchers that have been sent all events and can take more. */
  readonly live = new Set<W>();
  /** The number of watchers in this group, live or catching up. */
  members = 0;
  readonly #format: ObjectFormat;

  constructor(selection: Selection, encoder: EventEncoder, format: ObjectFormat) {
    this.selection = selection;
    this.encoder = encoder;
    this.#format = format;
  }

  static key(selection: Selection, encoder: EventEncoder): string {
    return JSON.stringify([selection.scope, selection.id, encoder.id]);
  }

  /** Returns the encoded events that this group sees. Undefined if it sees none of them. */
  encode(events: Iterable<CacheEvent>, encodings: BatchEncodings): Buffer | undefined {
    const parts: Buffer[] = [];
    for (const event of events) {
      const visible = this.#visible(event);
      if (visible) parts.push(encodings.encode(visible, this.encoder));
    }
    return concatenated(parts);
  }

  /** Returns the objects that must be prepared before it is known which of the events this group sees. */
  unprepared(events: readonly CacheEvent[]): readonly CachedObject[] {
    const { preparation, scope } = this.selection;
    if (!preparation) return noObjects;
    return events.flatMap(({ key, object, previous }) => {
      const states = key.startsWith(scope) ? [object, previous] : noObjects;
      return states.filter((state) => state !== undefined && !preparation.isReady(state)) as readonly CachedObject[];
    });
  }

  /** Returns the events that this group sees and that take long to encode. Their objects were prepared for the selection. */
  slowEvents(events: readonly CacheEvent[]): readonly VisibleEvent[] {
    const { remoteEncoder } = this.encoder;
    if (!remoteEncoder) return noEvents;
    const takesLong = (object: CachedObject | undefined): boolean =>
      object !== undefined && remoteEncoder.takesLong(object);
    return events.flatMap((event) => {
      const mayTakeLong = remoteEncoder.preparesObjects || takesLong(event.object) || takesLong(event.previous);
      if (!mayTakeLong) return noEvents;
      const visible = this.#visible(event);
      return visible && takesLong(visible.object) ? [visible] : noEvents;
    });
  }

  /** Returns the event as this group sees it. Undefined if the group does not select its object. */
  #visible(event: CacheEvent): VisibleEvent | undefined {
    if (!event.key.startsWith(this.selection.scope)) return undefined;
    if (event.previous?.unreadable || event.object?.unreadable) throw unreadableEvent(event);
    return event.visibleTo((object) => this.selection.matches(object), this.#format);
  }

  /**
   * Encodes the next selected objects as ADDED events. Stops at the limits, and at the first object that takes long to
   * encode.
   */
  encodeAdded(objects: Iterator<CachedObject>, { itemsMax, bytesMax }: TurnLimits): AddedObjects {
    const parts: Buffer[] = [];
    let bytes = 0;
    let objectCount = 0;
    let slowEvent: VisibleEvent | undefined;
    let isComplete = false;
    while (objectCount < itemsMax && bytes < bytesMax && !slowEvent) {
      const next = objects.next();
      isComplete = next.done === true;
      if (next.done) break;
      objectCount++;
      if (!this.selection.matches(next.value)) continue;
      const event: VisibleEvent = { type: "ADDED", object: next.value };
      if (this.encoder.remoteEncoder?.takesLong(next.value)) {
        slowEvent = event;
      } else {
        const part = this.encoder.encode(event);
        parts.push(part);
        bytes += part.length;
      }
    }
    return { bytes: concatenated(parts), slowEvent, objectCount, isComplete };
  }
}

/** Some objects of a watch's initial state. */
export interface AddedObjects {
  /** The encoded events. Undefined if there are none. */
  readonly bytes: Buffer | undefined;
  /** The event that follows them and takes long to encode. Undefined if there is none. */
  readonly slowEvent: VisibleEvent | undefined;
  /** Number of objects that were read, including those that the selection excludes. */
  readonly objectCount: number;
  /** Whether no objects are left. */
  readonly isComplete: boolean;
}

const noEvents: readonly VisibleEvent[] = [];
const noObjects: readonly CachedObject[] = [];

/**
 * Returns the error that ends a watch if a changed object cannot be read, because the watch's selector cannot be
 * evaluated then. `compacted` makes clients list again, so that they find out whether the object still exists.
 */
function unreadableEvent({ key, revision }: CacheEvent): StorageError {
  return new StorageError("compacted", `the change of ${key} at revision ${revision} cannot be shown`, { revision });
}

/** Sizes of the events in bytes that contain several. */
const joinedSizes = new WeakMap<Buffer, readonly number[]>();

function concatenated(parts: readonly Buffer[]): Buffer | undefined {
  if (parts.length <= 1) return parts[0];
  const joined = Buffer.concat(parts);
  joinedSizes.set(
    joined,
    parts.map(({ length }) => length),
  );
  return joined;
}

/** Returns the sizes of the events in bytes that a watch sends. Undefined if there is only one event. */
export function joinedEventSizes(bytes: Buffer): readonly number[] | undefined {
  return joinedSizes.get(bytes);
}
