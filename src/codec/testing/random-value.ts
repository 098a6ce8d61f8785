/** Generates random objects in canonical form for any schema. */
import type { Random } from "../../base/random.ts";
import { containedStructs, type Field, type Schema, type StructSchema } from "../../schema/index.ts";

const texts = ["", "a", "web-1", "ä", "日本", "😀", "line\nbreak", "x".repeat(200)];
const times = ["1970-01-01T00:00:00Z", "2025-06-30T12:34:56Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"];
const microTimes = ["2025-06-30T12:34:56.000001Z", "1969-12-31T23:59:59.999999Z", "2025-06-30T12:34:56.000000Z"];
const durations = ["0s", "1ns", "1.5µs", "-2h3m4.5s", "2562047h47m16.854775807s"];
const quantities = ["0", "100m", "1Gi", "1500", "-1", "12e6"];
const integers32 = [0, 1, -1, 127, 128, 2 ** 31 - 1, -(2 ** 31)];
const integers64 = [...integers32, 2 ** 53 - 1, -(2 ** 53 - 1), 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)];
const raws = [{}, { a: [1, "x", null] }, { "f:spec": { ".": {} } }];

/** Maximum number of times that a struct may contain itself. */
const nestingMax = 2;

/** Generates random values of schemas. */
export class RandomValues {
  readonly #random: Random;
  /** The structs around the current value, outermost first. */
  readonly #containingStructs: StructSchema[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns a random object. */
  struct(schema: StructSchema): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    this.#containingStructs.push(schema);
    for (const field of schema.fields) {
      if (field.proto > 0 && this.#random.below(2) === 0) this.#set(out, field);
    }
    this.#containingStructs.pop();
    return out;
  }

  #set(out: Record<string, unknown>, { name, schema }: Field): void {
    const isTooDeep = containedStructs(schema).some(
      (held) => this.#containingStructs.filter((one) => one === held).length >= nestingMax,
    );
    if (!isTooDeep) out[name] = this.#value(schema);
  }

  #value(schema: Schema): unknown {
    switch (schema.node) {
      case "text":
        return this.#pick(texts);
      case "integer":
        return this.#pick(schema.bits === 32 ? integers32 : integers64);
      case "number":
        return this.#pick([0, 1.5, -1e300, 5e-324]);
      case "boolean":
        return this.#random.below(2) === 0;
      case "bytes":
        return Buffer.from(this.#pick(texts)).toString("base64");
      case "time":
        return this.#pick(times);
      case "microTime":
        return this.#pick(microTimes);
      case "duration":
        return this.#pick(durations);
      case "quantity":
        return this.#pick(quantities);
      case "intOrString":
        return this.#pick<unknown>(this.#random.below(2) === 0 ? texts : integers32);
      case "raw":
        return this.#pick<unknown>(raws);
      case "struct":
        return this.struct(schema);
      case "union":
        return this.#value((this.#random.below(2) === 0 ? schema.object : schema.other).schema);
      case "list":
        return this.#oneOrTwo(() => this.#value(schema.items));
      case "map":
        return Object.fromEntries(this.#oneOrTwo(() => [this.#pick(texts), this.#value(schema.values)]));
    }
  }

  /** Returns at least one value, because protobuf cannot distinguish an empty collection from an absent one. */
  #oneOrTwo<T>(make: () => T): T[] {
    return Array.from({ length: 1 + this.#random.below(2) }, make);
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#random.below(values.length)] as T;
  }
}
