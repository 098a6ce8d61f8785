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
    let forms = this.#made.get(event.object);
    if (!forms) {
      forms = new Map();
      this.#made.set(event.object, forms);
    }
    const form = `${event.type} ${encoder.id}`;
    let bytes = forms.get(form);
    if (!bytes) {
      bytes = encoder.encode(event);
      forms.set(form, bytes);
    }
    return bytes;
  }
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
      if (!event.key.startsWith(this.selection.scope)) continue;
      if (event.previous?.unreadable || event.object?.unreadable) throw unreadableEvent(event);
      const visible = event.seenBy((object) => this.selection.matches(object), this.#format);
      if (visible) parts.push(encodings.encode(visible, this.encoder));
    }
    return joined(parts);
  }

  /** Those of the next objects that this audience selects, as added; looks at no more than the limits allow. */
  encodeAdded(
    objects: Iterator<CachedObject>,
    { itemsMax, bytesMax }: TurnLimits,
  ): { readonly bytes: Buffer | undefined; readonly done: boolean } {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (let items = 0; items < itemsMax && bytes < bytesMax; items++) {
      const next = objects.next();
      if (next.done) return { bytes: joined(parts), done: true };
      if (!this.selection.matches(next.value)) continue;
      const part = this.encoder.encode({ type: "ADDED", object: next.value });
      parts.push(part);
      bytes += part.length;
    }
    return { bytes: joined(parts), done: false };
  }
}

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
