/** Random structural schemas, and values that nearly satisfy them. */
import { isJsonObject, type JsonObject, type ReadonlyJsonObject } from "../../src/base/json-object.ts";
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf, shuffled, times } from "../random-choices.ts";

const texts = ["", "a", "ab", "abc", "x1", "A", "1.2.3.4", "2020-01-02", "5%", "\u00e4\u{1f600}", '"<q>'];
const numbers = [0, 1, 2, 3, 5, 10, -1, 1.5, 2.5, 0.1, 1e16, 1e-7, 9007199254740993n];
const names = ["a", "b", "c", "d", "e.f", "g"];
const patterns = ["^a", "\\d", "^[a-z]+$", "b|x", "^.{2,3}$"];
const formats = ["ipv4", "date", "date-time", "byte", "duration", "hostname", "uuid", "int32", "other"];

/** Returns a schema with at most `depth` levels below it. */
export function randomSchema(random: Random, depth: number): JsonObject {
  const kinds = ["string", "string", "integer", "number", "boolean", "either", "any"];
  const kind = oneOf(random, depth > 0 ? [...kinds, "array", "array", "object", "object", "object", "map"] : kinds);
  const schema = structureOf(kind, random, depth);
  if (isOnceIn(random, 6)) schema["nullable"] = true;
  return { ...schema, ...constraintsOf(schema, random, 2) };
}

function structureOf(kind: string, random: Random, depth: number): JsonObject {
  switch (kind) {
    case "either":
      return { "x-kubernetes-int-or-string": true };
    case "any":
      return { "x-kubernetes-preserve-unknown-fields": true };
    case "array":
      return arrayOf(random, depth);
    case "object":
      return objectOf(random, depth);
    case "map":
      return { type: "object", additionalProperties: randomSchema(random, depth - 1) };
    default:
      return { type: kind };
  }
}

function objectOf(random: Random, depth: number): JsonObject {
  const properties = Object.fromEntries(
    shuffled(names, random)
      .slice(0, 1 + random.below(4))
      .map((name) => [name, randomSchema(random, depth - 1)]),
  );
  const preserved = isOnceIn(random, 6) ? { "x-kubernetes-preserve-unknown-fields": true } : {};
  return { type: "object", properties, ...preserved };
}

function arrayOf(random: Random, depth: number): JsonObject {
  if (isOnceIn(random, 3)) {
    const items = objectOf(random, depth);
    const key = { type: oneOf(random, ["string", "integer"]) };
    return {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      items: { ...items, properties: { ...(items["properties"] as JsonObject), k: key }, required: ["k"] },
    };
  }
  if (isOnceIn(random, 3)) {
    return { type: "array", "x-kubernetes-list-type": "set", items: { type: oneOf(random, ["string", "integer"]) } };
  }
  return { type: "array", items: randomSchema(random, depth - 1) };
}

/** Returns keywords that limit the values of a schema. */
function constraintsOf(schema: ReadonlyJsonObject, random: Random, depth: number): JsonObject {
  const found: JsonObject = {};
  const maybe = (keyword: string, make: () => unknown): void => {
    if (isOnceIn(random, 4)) found[keyword] = make();
  };
  const isEither = schema["x-kubernetes-int-or-string"] === true;
  const type = schema["type"];
  if (type === "string" || isEither) {
    maybe("minLength", () => random.below(4));
    maybe("maxLength", () => random.below(4));
    maybe("pattern", () => oneOf(random, patterns));
    maybe("format", () => oneOf(random, formats));
    maybe("enum", () => shuffled(texts, random).slice(0, 3));
  }
  if (type === "integer" || type === "number" || isEither) {
    maybe("minimum", () => oneOf(random, [0, 1, 2.5, 3]));
    maybe("maximum", () => oneOf(random, [1, 2.5, 3, 1e6]));
    maybe("multipleOf", () => oneOf(random, [1, 2, 0.5, 2.5]));
    if (found["minimum"] !== undefined) maybe("exclusiveMinimum", () => true);
    if (found["maximum"] !== undefined) maybe("exclusiveMaximum", () => true);
    if (!isEither) maybe("enum", () => shuffled(numbers, random).slice(0, 3));
  }
  if (type === "array") {
    maybe("minItems", () => random.below(3));
    maybe("maxItems", () => random.below(3));
  }
  if (type === "object") {
    maybe("minProperties", () => random.below(3));
    maybe("maxProperties", () => random.below(3));
    maybe("required", () => shuffled(names, random).slice(0, 2));
  }
  if (depth > 0) {
    const inner = (): JsonObject => nestedOf(schema, random, depth - 1);
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      if (isOnceIn(random, 8)) found[keyword] = times(1 + random.below(3), inner);
    }
    if (isOnceIn(random, 12)) found["not"] = inner();
  }
  return found;
}

/** Returns a schema that can be combined with another one: it limits values, but describes no structure. */
function nestedOf(schema: ReadonlyJsonObject, random: Random, depth: number): JsonObject {
  const nested = constraintsOf(schema, random, depth);
  const { properties, items } = schema;
  if (isJsonObject(properties) && isOnceIn(random, 2)) {
    const [name, property] = oneOf(random, Object.entries(properties));
    nested["properties"] = { [name]: nestedOf(property as ReadonlyJsonObject, random, depth) };
  }
  if (isJsonObject(items) && isOnceIn(random, 2)) nested["items"] = nestedOf(items, random, depth);
  return nested;
}

const anything = [...texts, ...numbers, true, false, [], {}, ["a", 1], [true]];

/** Returns a value that often satisfies the schema. It has no members that decoding would remove. */
export function randomValue(schema: ReadonlyJsonObject, random: Random): unknown {
  if (schema["nullable"] === true && isOnceIn(random, 8)) return null;
  if (isOnceIn(random, 12)) return oneOf(random, anything);
  const allowed = schema["enum"];
  if (Array.isArray(allowed) && isOnceIn(random, 2)) return oneOf(random, allowed as readonly unknown[]);
  switch (schema["type"]) {
    case "string":
      return oneOf(random, texts);
    case "integer":
    case "number":
      return oneOf(random, numbers);
    case "boolean":
      return isOnceIn(random, 2);
    case "array":
      return times(random.below(4), () => randomItem(schema["items"] as ReadonlyJsonObject, random));
    case "object":
      return randomObject(schema, random);
    default:
      return oneOf(random, anything);
  }
}

/** Items can be null, because decoding does not remove them. */
function randomItem(schema: ReadonlyJsonObject, random: Random): unknown {
  return isOnceIn(random, 20) ? null : randomValue(schema, random);
}

function randomObject(schema: ReadonlyJsonObject, random: Random): JsonObject {
  const { properties, additionalProperties } = schema;
  const known = isJsonObject(properties) ? Object.entries(properties) : [];
  const members = isJsonObject(additionalProperties)
    ? names.map((name) => [name, additionalProperties] as const)
    : known;
  const object = Object.fromEntries(
    members
      .filter(([name]) => (name === "k" ? !isOnceIn(random, 8) : isOnceIn(random, 2)))
      .map(([name, member]) => [name, randomValue(member as ReadonlyJsonObject, random)]),
  );
  const isPreserved = schema["x-kubernetes-preserve-unknown-fields"] === true;
  return isPreserved && isOnceIn(random, 2) ? { ...object, other: 1 } : object;
}

/** Returns a value that differs from another one of the schema in a few places. */
export function changedValue(value: unknown, schema: ReadonlyJsonObject, random: Random): unknown {
  if (isOnceIn(random, 8)) return randomValue(schema, random);
  const { properties, additionalProperties, items } = schema;
  if (Array.isArray(value) && isJsonObject(items)) {
    const list = value.map((item: unknown) => (isOnceIn(random, 3) ? changedValue(item, items, random) : item));
    return isOnceIn(random, 3) ? shuffled(list, random) : list;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = isJsonObject(properties) ? (properties[name] ?? additionalProperties) : additionalProperties;
      return [name, isJsonObject(inner) && isOnceIn(random, 3) ? changedValue(member, inner, random) : member];
    }),
  );
}
