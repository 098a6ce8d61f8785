/**
 * Values of JSON without a schema. Objects and arrays are adapted when they are read, and are never copied.
 *
 * A JSON number that is a whole number within 64 bits is an int, any other number is a double. So `1.0`, which the decoder
 * reads as 1, is an int.
 */
import { ListValue, MapValue, type Value } from "./value.ts";

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;
/** The first whole number above those that are exact as JavaScript numbers and within 64 bits. */
const int64Limit = 2 ** 63;

/** Returns the value of JSON data: null, booleans, numbers, bigints, strings, arrays and objects with own members. */
export function fromJson(json: unknown): Value {
  switch (typeof json) {
    case "string":
    case "boolean":
      return json;
    case "number":
      return Number.isInteger(json) && json >= -int64Limit && json < int64Limit ? BigInt(json) : json;
    case "bigint":
      return json >= int64Min && json <= int64Max ? json : Number(json);
    case "object":
      if (json === null) return null;
      return Array.isArray(json)
        ? new JsonListValue(json)
        : new JsonMapValue(json as Readonly<Record<string, unknown>>);
    default:
      throw new TypeError(`JSON data cannot contain a ${typeof json}`);
  }
}

/** A JSON array. */
class JsonListValue extends ListValue {
  /** The array itself. Lists with a schema read it. */
  readonly json: readonly unknown[];

  constructor(items: readonly unknown[]) {
    super();
    this.json = items;
  }

  override get size(): number {
    return this.json.length;
  }

  override at(index: number): Value {
    return fromJson(this.json[index]);
  }
}

/** A JSON object. Only its own members are keys. */
class JsonMapValue extends MapValue {
  /** The object itself. Lists with a schema read it. */
  readonly json: Readonly<Record<string, unknown>>;
  #size: number | undefined;

  constructor(members: Readonly<Record<string, unknown>>) {
    super();
    this.json = members;
  }

  override get size(): number {
    this.#size ??= Object.keys(this.json).length;
    return this.#size;
  }

  override get(key: Value): Value | undefined {
    return this.has(key) ? fromJson(this.json[key]) : undefined;
  }

  override has(key: Value): key is string {
    // `Object.hasOwn()` takes twice as long in Node 20.
    return typeof key === "string" && Object.prototype.hasOwnProperty.call(this.json, key);
  }

  override smallInt(key: string): number | undefined {
    const json = this.json[key];
    return Number.isSafeInteger(json) && this.has(key) ? (json as number) : undefined;
  }

  override keys(): Iterable<Value> {
    return Object.keys(this.json);
  }
}
