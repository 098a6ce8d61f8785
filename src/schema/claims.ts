/**
 * Values that are handed out to objects, each to one at most: addresses, port numbers. They come out of ranges that the
 * cluster is set up with. An object names the values that it holds in its own fields; that nobody else holds them is
 * written down in the store together with the object.
 */
import type { FieldError } from "../meta/field-error.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { HookContext } from "./hook-context.ts";

/** Values by position. */
export interface ValueRange {
  /** What hooks ask for: `IPv4`. */
  readonly name: string;
  /** Values of one space are held once, whatever range they are of: `serviceips`. */
  readonly space: string;
  /** As messages show it: `10.96.0.0/12`. */
  readonly text: string;
  /** How many values there are to choose from. */
  readonly size: number;
  /** Values before this position are chosen last: they are left to those who ask for a value by name. */
  readonly dynamicFrom: number;
  /** @param position less than `size` */
  valueAt(position: number): string;
  /** Whether a value may be asked for by name. */
  includes(value: string): boolean;
}

/** A value that an object holds. */
export interface Claim {
  readonly space: string;
  /** In canonical form: two texts are two values. */
  readonly value: string;
}

/** Who holds a value. */
export interface ClaimOwner {
  readonly group: string;
  /** `services` */
  readonly resource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

/** Takes values for the object that is being written. What is taken is given back unless the write succeeds. */
export interface ClaimTaker {
  /** The names that ranges can have, in order of preference: of a name there may be one range, several, or none. */
  readonly rangeNames: readonly string[];
  /** In order of preference. */
  readonly ranges: readonly ValueRange[];
  /**
   * Takes a value that was asked for. What the object holds already stays its own.
   * @returns why that cannot be; undefined: it is taken
   */
  take(range: ValueRange, value: string): "taken" | "outside" | undefined;
  /** Chooses a free value. @returns undefined when the range is full */
  takeNext(range: ValueRange): string | undefined;
}

export interface ClaimHooks<T> {
  /** Everything that a stored object holds. Changes nothing. */
  readonly held: (object: T) => readonly Claim[];
  /**
   * Takes what the object asks for and chooses what it needs besides. Runs after the object is prepared, before it is
   * validated: it must bear objects that are wrong. Status writes are left alone. May change `object`, never `old`.
   * @returns what is wrong; the write is refused then
   * @throws StatusError
   */
  readonly take: (object: T, old: T | undefined, taker: ClaimTaker, context: HookContext) => readonly FieldError[];
}

export interface RecordParts {
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** Of a kind whose objects say who holds a value, each the value that is its name. Clients may write them as any others. */
export interface ClaimRecords<T> {
  /** The parts of a new object that are not for the registry to fill in. */
  readonly record: (value: string, owner: ClaimOwner, vocabulary: Vocabulary) => RecordParts;
  /** @returns undefined when it says nothing about that */
  readonly ownerOf: (object: T) => ClaimOwner | undefined;
  /** False for what is not as `record` makes it: somebody else keeps the value. */
  readonly isOwn: (object: T, vocabulary: Vocabulary) => boolean;
}
