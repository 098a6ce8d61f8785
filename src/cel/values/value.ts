/**
 * The values of the expression language.
 *
 * | type of the language | value here |
 * | --- | --- |
 * | null_type, bool, string | null, boolean, string |
 * | int | bigint, within 64 bits |
 * | uint | `Uint` |
 * | double | number |
 * | bytes | `Uint8Array` |
 * | timestamp, duration | `Timestamp`, `Duration` |
 * | list, map | `ListValue`, `MapValue` |
 * | an object type | `ObjectValue` |
 * | optional_type | `OptionalValue` |
 * | other opaque types | `OpaqueValue` |
 * | type | `TypeValue` |
 *
 * A failed evaluation returns an `EvaluationError` instead of throwing it, because `&&`, `||` and the macros absorb errors.
 */
import type { ObjectType, OpaqueType, Type } from "../types/index.ts";

/** Any value of the language. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | ListValue
  | MapValue
  | ObjectValue
  | OptionalValue
  | OpaqueValue
  | TypeValue
  | EvaluationError;

/** An unsigned integer of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A moment between the years 1 and 9999. */
export class Timestamp {
  /** Whole seconds since 1970, rounded down. */
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanos: number;
  /** The difference to UTC with which the time was written, and prints. It does not matter otherwise. */
  readonly offsetSeconds: number;

  constructor(seconds: number, nanos: number, offsetSeconds = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offsetSeconds = offsetSeconds;
  }
}

/** A span of time, within 64 bits of nanoseconds. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** Elements in an order. They never change. */
export abstract class ListValue implements Iterable<Value> {
  abstract readonly size: number;

  /** @param index a whole number from 0 to `size - 1` */
  abstract at(index: number): Value;

  /** Whether `other` is an equal list. Without this method, lists are compared element by element. */
  equals?(other: Value): boolean | EvaluationError;

  /** Whether the list has an equal element. Without this method, the value is compared with each element. */
  contains?(value: Value): boolean | EvaluationError;

  /** Returns the sum of this list and another one. Without this method, the other list's elements follow this list's. */
  plus?(other: ListValue): ListValue;

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/** Entries with unique keys, which never change. A number finds the entry of an equal number of another type. */
export abstract class MapValue {
  abstract readonly size: number;

  /** Returns the value of `key`; undefined if the map does not have the key or cannot have keys of this type. */
  abstract get(key: Value): Value | undefined;

  abstract keys(): Iterable<Value>;

  /** Whether `other` is an equal map. Without this method, maps are compared entry by entry. */
  equals?(other: Value): boolean | EvaluationError;

  /** Whether the map has the key. An error if that is the value. */
  has(key: Value): boolean | EvaluationError {
    return this.get(key) !== undefined;
  }

  /**
   * Returns the int that is the value of `key` as a number if the map can do that without making a bigint. It returns undefined
   * for any other value, which `get()` returns.
   */
  smallInt(_key: string): number | undefined {
    return undefined;
  }
}

/** A value of an object type: one whose fields have declared names and types. */
export abstract class ObjectValue {
  abstract readonly type: ObjectType;

  /** Returns the value of a declared field, or its default if it is unset; undefined if the type has no such field. */
  abstract get(field: string): Value | undefined;

  /** Whether the field is set, which is what `has()` tests. */
  abstract has(field: string): boolean;

  /** Returns the names of the fields that are set. */
  abstract keys(): Iterable<string>;

  /** Whether `other` is an equal object. */
  abstract equals(other: Value): boolean;
}

/** A value that may be missing. */
export class OptionalValue {
  static readonly none = new OptionalValue(undefined);

  /** The value; undefined if there is none. */
  readonly value: Value | undefined;

  private constructor(value: Value | undefined) {
    this.value = value;
  }

  static of(value: Value): OptionalValue {
    return new OptionalValue(value);
  }
}

/** A value of an opaque type that a library declares. */
export abstract class OpaqueValue {
  abstract readonly type: OpaqueType | ObjectType;

  /** Whether `other` is an equal value. An error is the result of a comparison that is not possible. */
  abstract equals(other: Value): Value;

  /** The number that `size()` and the costs of functions use; undefined if the value has no size. */
  get size(): number | undefined {
    return undefined;
  }

  toString(): string {
    return this.type.name;
  }
}

/** A type as a value: the result of `type(1)`. Types are equal if their names without parameters are equal. */
export class TypeValue {
  readonly type: Type;

  constructor(type: Type) {
    this.type = type;
  }
}

/** The result of an evaluation that failed. It is a value, not an exception. */
export class EvaluationError {
  /** In the words of the reference: `division by zero`. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Ends an evaluation with an error that no operator absorbs. It is thrown if the elements of a set are objects or lists, which
 * the reference cannot compare.
 */
export class UnhashableElement extends Error {
  override readonly name = "UnhashableElement";
}
