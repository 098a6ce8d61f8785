/** Random schemas that nest structs, maps and lists of all types, and random objects of these schemas. */
import type { Random } from "../../base/random.ts";
import {
  boolean,
  type FieldSpecs,
  int32,
  list,
  map,
  namedJson,
  optional,
  type Schema,
  type StructSchema,
  struct,
  text,
} from "../../schema/index.ts";

type Json = unknown;

/** A random schema, and random values that match it. */
export class RandomKind {
  readonly #random: Random;
  #nothing = false;
  readonly spec: StructSchema;

  constructor(random: Random) {
    this.#random = random;
    this.spec = this.#struct(3);
  }

  /**
   * Returns a random value of the schema. Items of keyed lists never have equal keys.
   * @param options.nothing whether null and empty values occur
   */
  value({ nothing = false }: { readonly nothing?: boolean } = {}): Record<string, Json> {
    this.#nothing = nothing;
    return this.#structValue(this.spec);
  }

  #struct(depth: number, more: FieldSpecs = {}): StructSchema {
    const names = ["a", "b", "c", "d"].slice(0, 2 + this.#random.below(3));
    const random = names.map((name) => [name, optional(this.#schema(depth - 1), 1, "")] as const);
    const fields: FieldSpecs = { ...more, ...Object.fromEntries(random) };
    return struct("t/v1.Random", "", fields, { atomic: depth < 3 && this.#random.below(6) === 0 });
  }

  #schema(depth: number): Schema {
    if (depth <= 0) return this.#pick([text, int32, boolean]);
    return this.#pick<() => Schema>([
      () => text,
      () => map(this.#schema(depth - 1), { atomic: this.#random.below(4) === 0 }),
      () => this.#struct(depth),
      () => list(this.#pick([text, int32, boolean]), { type: "set" }),
      () => list(this.#struct(depth - 1, { key: optional(text, 1, "") }), { type: "map", keys: ["key"] }),
      () =>
        list(this.#struct(depth - 1, { key: optional(int32, 1, "", { default: 1 }), kind: optional(text, 2, "") }), {
          type: "map",
          keys: ["kind", "key"],
        }),
      () => list(this.#schema(depth - 1), {}),
      () => namedJson("t/v1.JSON", ""),
    ])();
  }

  #valueOf(schema: Schema): Json {
    if (this.#nothing && this.#random.below(25) === 0) return null;
    switch (schema.node) {
      case "text":
        return this.#pick(["x", "y", "z"]);
      case "integer":
        return this.#random.below(4);
      case "boolean":
        return this.#random.below(2) === 0;
      case "struct":
        return this.#structValue(schema);
      case "map":
        return this.#members(["k", "l", "m"], () => schema.values);
      case "list":
        return this.#items(schema.items, schema.listType === "set", schema.mapKeys ?? []);
      default:
        return this.#pick([1, "x", [1], { p: { q: 1 } }, { p: { r: 1 }, s: [2] }]);
    }
  }

  #structValue({ fields }: StructSchema): Record<string, Json> {
    const schemas = new Map(fields.map(({ name, schema }) => [name, schema]));
    return this.#members([...schemas.keys()], (name) => schemas.get(name) ?? text);
  }

  #members(names: readonly string[], schemaOf: (name: string) => Schema): Record<string, Json> {
    const chosen = names.filter(() => this.#random.below(2) === 0);
    if (chosen.length === 0 && !this.#nothing) chosen.push(this.#pick(names));
    return Object.fromEntries(chosen.map((name) => [name, this.#valueOf(schemaOf(name))]));
  }

  #items(schema: Schema, isSet: boolean, keys: readonly string[]): Json[] {
    const found = new Map<string, Json>();
    for (let left = this.#random.below(4) + (this.#nothing ? 0 : 1); left > 0; left--) {
      const item = keys.length > 0 ? this.#item(schema as StructSchema, keys) : this.#valueOf(schema);
      if (item === null && (isSet || keys.length > 0)) continue;
      const identity = isSet ? [item] : keys.map((key) => (item as Record<string, Json>)[key] ?? 1);
      found.set(isSet || keys.length > 0 ? JSON.stringify(identity) : String(left), item);
    }
    return [...found.values()];
  }

  #item(schema: StructSchema, keys: readonly string[]): Record<string, Json> {
    const value = this.#structValue(schema);
    const own = {
      kind: this.#pick(["p", "q"]),
      key: keys.length > 1 ? this.#random.below(3) : this.#pick(["r", "s", "t"]),
    };
    for (const key of keys) value[key] = own[key as "kind" | "key"];
    if (keys.length > 1 && value["key"] === 1) delete value["key"];
    return value;
  }

  #pick<T>(all: readonly T[]): T {
    return all[this.#random.below(all.length)] as T;
  }
}
