/** Maps. */
import { MapValue, Uint, type Value } from "./value.ts";

const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);
const uint64Max = 2n ** 64n - 1n;

/** A map with entries of any keys. Keys of different types differ: `{1: "a", 1u: "b"}` has two entries. */
export class EntryMapValue extends MapValue {
  static readonly empty = new EntryMapValue(new Map());

  /** By the text of the key. */
  readonly #entries: ReadonlyMap<string, readonly [key: Value, value: Value]>;

  private constructor(entries: ReadonlyMap<string, readonly [key: Value, value: Value]>) {
    super();
    this.#entries = entries;
  }

  /** Returns a map of the entries. The last of several entries with the same key counts. */
  static of(entries: Iterable<readonly [Value, Value]>): EntryMapValue {
    const byText = new Map<string, readonly [Value, Value]>();
    for (const entry of entries) byText.set(keyText(entry[0]) ?? `other ${byText.size}`, entry);
    return new EntryMapValue(byText);
  }

  override get size(): number {
    return this.#entries.size;
  }

  override get(key: Value): Value | undefined {
    const text = keyText(key);
    if (text === undefined) return undefined;
    const entry = this.#entries.get(text);
    if (entry) return entry[1];
    for (const other of equalNumbers(key)) {
      const found = this.#entries.get(other);
      if (found) return found[1];
    }
    return undefined;
  }

  override *keys(): Iterable<Value> {
    for (const [key] of this.#entries.values()) yield key;
  }
}

/** The map that a macro builds. Only the evaluator of the macro refers to it. */
export class GrowingMapValue extends MapValue {
  readonly #entries: (readonly [Value, Value])[] = [];
  readonly #keys = new Map<string, Value>();

  override get size(): number {
    return this.#entries.length;
  }

  override get(key: Value): Value | undefined {
    return this.#keys.get(keyText(key) ?? "");
  }

  override *keys(): Iterable<Value> {
    for (const [key] of this.#entries) yield key;
  }

  /** Adds an entry. Returns false if the map has the key. */
  add(key: Value, value: Value): boolean {
    const text = keyText(key);
    if (text !== undefined) {
      if (this.#keys.has(text)) return false;
      this.#keys.set(text, value);
    }
    this.#entries.push([key, value]);
    return true;
  }

  /** Returns the map of the current entries. */
  finished(): MapValue {
    return EntryMapValue.of(this.#entries);
  }
}

/** Returns a text that is unique for each key; undefined for values that cannot be found, such as NaN and lists. */
export function keyText(key: Value): string | undefined {
  switch (typeof key) {
    case "string":
      return `s${key}`;
    case "bigint":
      return `i${key}`;
    case "boolean":
      return `b${key}`;
    case "number":
      return Number.isNaN(key) ? undefined : `d${key}`;
    default:
      return key instanceof Uint ? `u${key.value}` : undefined;
  }
}

/** Returns the texts of the integer keys that are equal to a number of another type. */
function equalNumbers(key: Value): readonly string[] {
  if (typeof key === "bigint") return key >= 0n ? [`u${key}`] : [];
  if (key instanceof Uint) return key.value <= int64Max ? [`i${key.value}`] : [];
  if (typeof key !== "number" || !Number.isInteger(key)) return [];
  const whole = BigInt(key);
  const texts: string[] = [];
  if (whole >= int64Min && whole <= int64Max) texts.push(`i${whole}`);
  if (whole >= 0n && whole <= uint64Max) texts.push(`u${whole}`);
  return texts;
}
