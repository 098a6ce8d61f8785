/**
 * Finds the audiences that may see an event. A server may have thousands of watches that each select the objects with one
 * value of a field, such as the Pods of a node. Comparing each event with each of their selections would take
 * milliseconds.
 */
import type { Audience, RequiredValue } from "./audience.ts";
import type { CacheEvent } from "./cache-event.ts";
import type { CachedObject } from "./cached-object.ts";

/** The audiences whose selections require a value of one field. */
interface FieldAudiences<W> {
  readonly read: RequiredValue["read"];
  readonly byValue: Map<string, Set<Audience<W>>>;
}

/** The value of an object that cannot be read. */
const unknownValue = Symbol("unknown value");

/** All audiences of a resource, by the field value that their selections require. */
export class AudienceIndex<W> {
  /** Audiences whose selections require no value. */
  readonly #others = new Set<Audience<W>>();
  readonly #fields = new Map<string, FieldAudiences<W>>();

  add(audience: Audience<W>): void {
    const { required } = audience.selection;
    if (required) this.#audiencesOf(required).add(audience);
    else this.#others.add(audience);
  }

  delete(audience: Audience<W>): void {
    const { required } = audience.selection;
    if (!required) {
      this.#others.delete(audience);
      return;
    }
    const { field, value } = required;
    const byValue = this.#fields.get(field)?.byValue;
    const audiences = byValue?.get(value);
    audiences?.delete(audience);
    if (audiences?.size === 0) byValue?.delete(value);
    if (byValue?.size === 0) this.#fields.delete(field);
  }

  /** Returns every audience that may see one of the events, and each only once. */
  candidates(events: readonly CacheEvent[]): Iterable<Audience<W>> {
    if (this.#fields.size === 0) return this.#others;
    const found = new Set(this.#others);
    for (const { read, byValue } of this.#fields.values()) {
      for (const event of events) {
        this.#addAudiences(found, byValue, read, event.object);
        this.#addAudiences(found, byValue, read, event.previous);
      }
    }
    return found;
  }

  #addAudiences(
    found: Set<Audience<W>>,
    byValue: FieldAudiences<W>["byValue"],
    read: RequiredValue["read"],
    object: CachedObject | undefined,
  ): void {
    if (!object) return;
    const value = valueOf(object, read);
    if (value === undefined) return;
    // If the value is not known, each audience finds out itself whether the event ends its watches.
    const audiences = value === unknownValue ? [...byValue.values()] : [byValue.get(value) ?? []];
    for (const some of audiences) for (const audience of some) found.add(audience);
  }

  #audiencesOf({ field, value, read }: RequiredValue): Set<Audience<W>> {
    let known = this.#fields.get(field);
    if (!known) {
      known = { read, byValue: new Map() };
      this.#fields.set(field, known);
    }
    let audiences = known.byValue.get(value);
    if (!audiences) {
      audiences = new Set();
      known.byValue.set(value, audiences);
    }
    return audiences;
  }
}

function valueOf(object: CachedObject, read: RequiredValue["read"]): string | typeof unknownValue | undefined {
  if (object.unreadable) return unknownValue;
  try {
    return read(object);
  } catch {
    // An audience that evaluates its selection gets the same error, and ends its watches with it.
    return unknownValue;
  }
}
