/** Generates bad values for every field that the schema of an object declares. */
import { setOwn } from "../../src/base/own-property.ts";
import { type Field, memberOf, type Schema, type StructSchema } from "../../src/schema/index.ts";

/** A bad value and the position in the object at which it is put. */
export interface BadField {
  /** Path from the root of the object to the value: names of fields, map keys and list indexes. */
  readonly steps: readonly string[];
  /** The field names of `steps`, without map keys and list indexes. */
  readonly names: readonly string[];
  readonly defect: DefectKind;
  readonly value: unknown;
}

/**
 * Kind of defect:
 * - `type`: the value has the wrong type, or not the format of its type. The server decodes no further.
 * - `rule`: the value is outside the declared bounds, or not in an enum that the schema enforces.
 * - `doubtful`: the value is empty, null, long or unusual. The server may accept it.
 */
export type DefectKind = "type" | "rule" | "doubtful";

type JsonObject = Record<string, unknown>;
type BadValue = readonly [DefectKind, unknown];

const unusualTexts: readonly unknown[] = ["", "x".repeat(300), "日本 \u0000\n", "-1", "constructor"];
const beyondInt64 = [2n ** 63n, -(2n ** 63n) - 1n];
const beyondInt32 = [2 ** 31, -(2 ** 31) - 1, ...beyondInt64];

/**
 * Yields all bad values of all fields that `object` has or could have. Only the first entry of each list or map gets
 * bad values.
 */
export function* badFields(schema: StructSchema, object: object): Generator<BadField> {
  yield* badFieldsBelow(schema, object, { steps: [], names: [], isChecked: true });
}

type Place = Omit<BadField, "defect" | "value"> & { readonly isChecked: boolean };

function* badFieldsBelow(schema: Schema, value: unknown, place: Place): Generator<BadField> {
  if (typeof value !== "object" || value === null) return;
  if (schema.node === "struct") for (const field of schema.fields) yield* badFieldsOfField(field, value, place);
  if (schema.node === "union")
    yield* badFieldsBelow(memberOf(schema, value)?.schema ?? schema.object.schema, value, place);
  if (schema.node !== "list" && schema.node !== "map") return;
  const [first] = Object.entries(value);
  const part = schema.node === "list" ? schema.items : schema.values;
  if (first) yield* badFieldsOfValue(part, first[1], { ...place, steps: [...place.steps, first[0]] });
}

function badFieldsOfField(field: Field, object: object, { steps, names, isChecked }: Place): Generator<BadField> {
  const { name, schema, unchecked = false } = field;
  const value = (object as Record<string, unknown>)[name];
  return badFieldsOfValue(schema, value, {
    steps: [...steps, name],
    names: [...names, name],
    isChecked: isChecked && !unchecked,
  });
}

function* badFieldsOfValue(schema: Schema, value: unknown, { isChecked, ...place }: Place): Generator<BadField> {
  for (const [sort, bad] of [...badValues(schema, value), ["doubtful", null] as const]) {
    yield { ...place, defect: sort === "rule" && !isChecked ? "doubtful" : sort, value: bad };
  }
  yield* badFieldsBelow(schema, value, { ...place, isChecked });
}

const wrongType = (...values: readonly unknown[]): BadValue[] => values.map((value) => ["type", value]);
const doubtful = (...values: readonly unknown[]): BadValue[] => values.map((value) => ["doubtful", value]);

function badValues(schema: Schema, value: unknown): BadValue[] {
  switch (schema.node) {
    case "text": {
      const unknown: BadValue[] = schema.enum && schema.enumEnforced !== false ? [["rule", "Unheard-Of"]] : [];
      return [...wrongType(5, true, {}, ["a"]), ...doubtful(...unusualTexts), ...unknown];
    }
    case "integer": {
      const outside = [(schema.minimum ?? Number.NaN) - 1, (schema.maximum ?? Number.NaN) + 1].filter(Number.isInteger);
      const tooLarge = schema.bits === 32 ? beyondInt32 : beyondInt64;
      return [
        ...wrongType("5", 1.5, false, {}, [1], ...tooLarge),
        ...doubtful(0, -1),
        ...outside.map((one): BadValue => ["rule", one]),
      ];
    }
    case "number":
      return [...wrongType("1", true, {}), ...doubtful(-1e300, 2n ** 64n)];
    case "boolean":
      return wrongType("true", 1, {}, []);
    case "bytes":
      return [...wrongType(5, {}, ["a"], "%%%"), ...doubtful("", "AA==", [1])];
    case "time":
    case "microTime":
      return [
        ...wrongType(5, {}, "", "yesterday", "2025-13-45T25:61:61Z", "2025-01-01"),
        ...doubtful("0001-01-01T00:00:00Z"),
      ];
    case "duration":
      return [...wrongType(5, {}, "", "soon", "1", "9999999999h"), ...doubtful("-1h", "0s")];
    case "quantity":
      return [
        ...wrongType(true, {}, [], "1Zi", "1e", "1.2.3", "9".repeat(2000)),
        ...doubtful("-1", "0", "1e1000", 5n ** 40n),
      ];
    case "intOrString":
      return [...wrongType(true, {}, [], 1.5, ...beyondInt32), ...doubtful(...unusualTexts, "101%", "-1%", 0, -1)];
    case "raw":
      return doubtful(5, "x", [], {}, true);
    case "list": {
      const repeated = Array.isArray(value) && value.length > 0 ? doubtful([...value, ...value]) : [];
      return [...wrongType({}, "x", 5), ...doubtful([], [null]), ...repeated];
    }
    case "map": {
      const [one = null] = typeof value === "object" ? Object.values(value ?? {}) : [];
      const keys = ["", "x".repeat(300), "日 本", "constructor", "__proto__"];
      return [...wrongType([], "x", 5), ...doubtful({}, ...keys.map((key) => Object.fromEntries([[key, one]])))];
    }
    case "struct":
      return [...wrongType([], "x", 5, true), ...doubtful({})];
    case "union":
      return [...wrongType("x", 5), ...doubtful({})];
  }
}

/** Returns a copy of the object that has the bad value at its position. */
export function withBadField<T extends object>(object: T, { steps, value }: BadField): T {
  // A JSON round trip copies objects that are referenced twice. `structuredClone` would keep them shared.
  const copy = JSON.parse(JSON.stringify(object)) as T;
  const holder = steps.slice(0, -1).reduce((at, step) => at[step] as JsonObject, copy as JsonObject);
  setOwn(holder, steps.at(-1) ?? "", value);
  return copy;
}
