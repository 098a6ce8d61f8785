/** The objects of one kind, in memory, as requests meet them. Each change of an object reaches the table with its write. */
import { compareText } from "../base/compare-text.ts";
import type { FollowedObjects, ObjectConsumer } from "../base/object-consumer.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration } from "../schema/index.ts";

/** A kind, and the consumer of its objects. */
export interface FollowedKind {
  readonly kind: KindDeclaration;
  readonly consumer: ObjectConsumer;
}

/** Passes the objects of kinds to their consumers. */
export type FollowKinds = (kinds: readonly FollowedKind[]) => FollowedObjects;

/** The objects of one kind by their names. */
export class ObjectTable<T> {
  readonly #entries = new Map<string, T>();
  readonly #read: (object: ApiObject) => T;
  readonly #onChange: () => void;
  /** Undefined after a change. */
  #sorted: readonly (readonly [string, T])[] | undefined;

  /**
   * Creates an empty table.
   * @param read called once for each state of an object
   * @param onChange called after each change
   */
  constructor(read: (object: ApiObject) => T, onChange: () => void = () => undefined) {
    this.#read = read;
    this.#onChange = onChange;
  }

  /** The names and the values, in the order of the names. */
  get sorted(): readonly (readonly [string, T])[] {
    this.#sorted ??= [...this.#entries].sort(([one], [other]) => compareText(one, other));
    return this.#sorted;
  }

  /** Receives the objects. */
  get consumer(): ObjectConsumer {
    return {
      set: (name, json) => {
        this.#entries.set(name, this.#read(JSON.parse(json.toString()) as ApiObject));
        this.#changed();
      },
      delete: (name) => {
        if (this.#entries.delete(name)) this.#changed();
      },
      clear: () => {
        this.#entries.clear();
        this.#changed();
      },
    };
  }

  #changed(): void {
    this.#sorted = undefined;
    this.#onChange();
  }
}
