/**
 * Values from ranges that the cluster is configured with, such as addresses and port numbers. At most one object holds
 * each value. An object names its values in its own fields. The store records each held value in the same commit as the
 * object.
 */
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { FieldError } from "../meta/field-error.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { HookContext } from "./hook-context.ts";

/** A range of values, numbered by position. */
export interface ValueRange {
  /** Name by which hooks find the range: `IPv4`. */
  readonly name: string;
  /** Two ranges of one space never give out the same value: `serviceips`. */
  readonly space: string;
  /** The range as messages show it: `10.96.0.0/12`. */
  readonly text: string;
  /** Number of values that the server may choose. */
  readonly size: number;
  /** The server chooses values before this position last, to leave them for objects that request a certain value. */
  readonly dynamicFrom: number;
  /** Returns the value at a position. @param position less than `size` */
  valueAt(position: number): string;
  /** Whether an object may request this value. */
  includes(value: string): boolean;
}

/** A value held by an object. */
export interface Claim {
  readonly space: string;
  /** Canonical form of the value: different strings are different values. */
  readonly value: string;
}

/** The object that holds a value. */
export interface ClaimOwner {
  readonly group: string;
  /** Plural name of the resource, such as `services`. */
  readonly resource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

/** Takes values for the object that is being written. If the write fails, the values are released. */
export interface ClaimTaker {
  /** Names that ranges may have, in order of preference. The cluster may have no range, one or several of each name. */
  readonly rangeNames: readonly string[];
  /** The ranges of the cluster, in order of preference. */
  readonly ranges: readonly ValueRange[];
  /**
   * Takes a requested value. Succeeds if the object already holds it.
   * @returns undefined if the value was taken for the object, otherwise why it was not: another object holds it, or it
   * is outside the range
   */
  take(range: ValueRange, value: string): "taken" | "outside" | undefined;
  /** Takes a free value and returns it. Undefined if the range is full. */
  takeNext(range: ValueRange): string | undefined;
}

/** Hooks of a kind whose objects hold values of ranges. */
export interface ClaimHooks<T> {
  /** Returns all values that a stored object holds. Does not change the object. */
  readonly held: (object: DeepReadonly<T>) => readonly Claim[];
  /**
   * Takes the values that the object requests, and chooses those that it lacks. Runs after the object is prepared and
   * before it is validated, so it must accept invalid objects. Does not run for writes of the status. May change
   * `object`, never `old`.
   * @returns the errors; if there are any, the write is rejected
   * @throws StatusError
   */
  readonly take: (
    object: T,
    old: DeepReadonly<T> | undefined,
    taker: ClaimTaker,
    context: HookContext,
  ) => readonly FieldError[];
}

/** The contents of a new record of a claim. */
export interface RecordParts {
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/**
 * Hooks of a kind whose objects record who holds a value. The name of such an object is the value. Clients may also
 * write these objects.
 */
export interface ClaimRecords<T> {
  /** Returns the parts of a new record that the registry does not fill in. */
  readonly record: (value: string, owner: ClaimOwner, vocabulary: Vocabulary) => RecordParts;
  /** Returns the owner that a record names. Undefined if it names none. */
  readonly ownerOf: (object: T) => ClaimOwner | undefined;
  /** Whether the record is one that `record` creates. If not, a client reserves the value with an object that it created. */
  readonly isServerRecord: (object: T, vocabulary: Vocabulary) => boolean;
}
