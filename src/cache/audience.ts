/**
 * Watchers that see the same: one selection, one encoding. Each batch is filtered and encoded once for all of them, and
 * an event that several audiences show in the same encoding is encoded once for the batch.
 */
import { StorageError } from "../storage/index.ts";
import type { CacheEvent, VisibleEvent } from "./cache-event.ts";
import type { CachedObject, ObjectFormat } from "./cached-object.ts";
import type { TurnLimits } from "./event-ring.ts";

/** Turns an event into the bytes that a client reads. */
export interface EventEncoder {
  /** Encoders with equal ids give equal bytes. */
  readonly id: string;
  encode(event: VisibleEvent): Buffer;
  /** Encodes what takes long, in another thread. Absent: nothing is encoded elsewhere. */
  readonly elsewhere?: RemoteEncoder | undefined;
}

/** Encodes events in another thread. */
export interface RemoteEncoder {
  /** Whether an event with this object takes so long to encode that other clients would wait. */
  takesLong(object: CachedObject): boolean;
  encode(event: VisibleEvent): Promise<Buffer>;
}

export interface Selection {
  /** Keys start with this: a namespace and a slash, or nothing. */
  readonly scope: string;
  /** Selections with equal ids select the same within a scope. */
  readonly id: string;
  matches(object: CachedObject): boolean;
}

/** What was encoded for the batch at hand. */
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

  /** Keeps what was encoded elsewhere. */
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

/** @typeParam W the watchers, which this file need not know */
export class Audience<W> {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  /** The watchers that have been sent everything and can take more. */
  readonly live = new Set<W>();
  /** Members of this audience, live or catching up. */
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

  /** The bytes that these events mean to this audience; undefined when it sees none of them. */
  encode(events: Iterable<CacheEvent>, encodings: BatchEncodings): Buffer | undefined {
    const parts: Buffer[] = [];
    for (const event of events) {
      const visible = this.#visible(event);
      if (visible) parts.push(encodings.encode(visible, this.encoder));
    }
    return joined(parts);
  }

  /** Returns the events that this audience sees and that take long to encode, as it sees them. */
  slowEvents(events: readonly CacheEvent[]): readonly VisibleEvent[] {
    const { elsewhere } = this.encoder;
    if (!elsewhere) return none;
    const takesLong = (object: CachedObject | undefined): boolean =>
      object !== undefined && elsewhere.takesLong(object);
    return events.flatMap((event) => {
      if (!takesLong(event.object) && !takesLong(event.previous)) return none;
      const visible = this.#visible(event);
      return visible && takesLong(visible.object) ? [visible] : none;
    });
  }

  /** The event as this audience sees it. */
  #visible(event: CacheEvent): VisibleEvent | undefined {
    if (!event.key.startsWith(this.selection.scope)) return undefined;
    if (event.previous?.unreadable || event.object?.unreadable) throw unreadableEvent(event);
    return event.seenBy((object) => this.selection.matches(object), this.#format);
  }

  /**
   * Those of the next objects that this audience selects, as added; looks at no more than the limits allow, and ends with
   * the first that takes long to encode.
   */
  encodeAdded(objects: Iterator<CachedObject>, { itemsMax, bytesMax }: TurnLimits): AddedObjects {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (let items = 0; items < itemsMax && bytes < bytesMax; items++) {
      const next = objects.next();
      if (next.done) return { bytes: joined(parts), slow: undefined, done: true };
      if (!this.selection.matches(next.value)) continue;
      const event: VisibleEvent = { type: "ADDED", object: next.value };
      if (this.encoder.elsewhere?.takesLong(next.value)) return { bytes: joined(parts), slow: event, done: false };
      const part = this.encoder.encode(event);
      parts.push(part);
      bytes += part.length;
    }
    return { bytes: joined(parts), slow: undefined, done: false };
  }
}

/** Some objects of the state that is sent first. */
export interface AddedObjects {
  /** The encoded events; undefined if there are none. */
  readonly bytes: Buffer | undefined;
  /** The event that comes after them, which takes long to encode. */
  readonly slow: VisibleEvent | undefined;
  /** No objects are left. */
  readonly done: boolean;
}

const none: readonly VisibleEvent[] = [];

/**
 * Returns the error of a watch that meets a change which cannot be read, so that it is unknown whether the watch shows it.
 * Clients that may have seen the object list again and find out whether it still exists.
 */
function unreadableEvent({ key, revision }: CacheEvent): StorageError {
  return new StorageError("compacted", `the change of ${key} at revision ${revision} cannot be shown`, { revision });
}

function joined(parts: readonly Buffer[]): Buffer | undefined {
  return parts.length > 1 ? Buffer.concat(parts) : parts[0];
}
