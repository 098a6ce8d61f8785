/** Random schemas with rules in the expression language, and objects that often satisfy them. */
import type { JsonObject } from "../../src/base/json-object.ts";
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf, shuffled, times } from "../random-choices.ts";

const texts = ["", "a", "b", "ab", "abc", "x1", "10Gi", "1h", "2020-01-02T03:04:05Z", "10.0.0.1", "https://a.b/c"];
const numbers = [-1, 0, 1, 2, 3, 10];
const doubles = [-1.5, 0, 0.5, 1, 2.5];
const keys = ["a", "b", "c"];

const text = { type: "string", maxLength: 20 };
const integer = { type: "integer" };
const item = {
  type: "object",
  required: ["name"],
  properties: { name: text, count: integer, on: { type: "boolean" } },
};

/** The fields of a spec. A random schema has some of them. */
const fields: Readonly<Record<string, JsonObject>> = {
  text,
  other: { ...text, nullable: true },
  integer,
  count: { ...integer, default: 1 },
  double: { type: "number" },
  on: { type: "boolean" },
  either: { "x-kubernetes-int-or-string": true, maxLength: 20 },
  texts: { type: "array", maxItems: 5, items: text },
  set: { type: "array", maxItems: 5, "x-kubernetes-list-type": "set", items: text },
  items: { type: "array", maxItems: 5, items: item },
  keyed: {
    type: "array",
    maxItems: 5,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: item,
  },
  map: { type: "object", maxProperties: 5, additionalProperties: text },
  inner: { type: "object", properties: { text, integer } },
  when: { type: "string", format: "date-time" },
};

/** Conditions by the type of a field. `F` stands for the field, and `O` for a field of the same type. */
const conditions: Readonly<Record<string, readonly string[]>> = {
  text: ["size(F) > 1", "F.startsWith('a')", "F == O", "F.matches('^[a-z]*$')", "F in ['a', 'b']", "F + 'x' != 'ax'"],
  other: [
    "F != 'a'",
    "F.contains('b')",
    "F.lowerAscii() == F",
    "F.replace('a', 'b').size() == 2",
    "F.split(',').size() == 1",
  ],
  integer: ["F > 1", "F + O <= 3", "F / O == 1", "F % 2 == 0", "F >= O", "-F < 2", "F * 4611686018427387904 > 0"],
  count: ["F > 0", "F == O", "F in [1, 2, 3]", "string(F) == '1'"],
  double: ["F > 0.0", "F * 2.0 < 3.0", "F > 1", "double(1) <= F", "int(F) == 0"],
  on: ["F", "!F", "F || O", "F ? true : false"],
  either: [
    "type(F) == string",
    "type(F) == int ? F > 1 : F.endsWith('i')",
    "F == 1 || F == 'a'",
    "quantity(string(F)).isGreaterThan(quantity('1'))",
  ],
  texts: [
    "F.all(one, one != '')",
    "F.exists(one, one == 'a')",
    "size(F) < 3",
    "F.isSorted()",
    "F[0] == 'a'",
    "F == O",
    "F.map(one, one + 'x').size() > 0",
  ],
  set: ["F == O", "'a' in F", "F.exists_one(one, one.startsWith('a'))", "F + O == F", "F.sum() == 'ab'"],
  items: [
    "F.all(one, has(one.count) && one.count > 0)",
    "F.filter(one, one.name == 'a').size() < 2",
    "F.map(one, one.name).isSorted()",
    "F.all(one, F.exists_one(other, other.name == one.name))",
  ],
  keyed: ["F == O", "F.exists(one, one.name == 'a')", "F + O == F", "F.all(one, !has(one.on) || one.on)"],
  map: ["F.all(key, F[key] != '')", "'a' in F", "has(F.a) && F.a == 'a'", "size(F) < 2", "F == O", "F['b'] == 'b'"],
  inner: ["has(F.text)", "F.integer > 1", "F == O", "F.?text.orValue('a') == 'a'"],
  when: ["F > timestamp('2020-01-01T00:00:00Z')", "F.getFullYear() == 2020", "F - O >= duration('0s')", "F == O"],
};

const messages: readonly JsonObject[] = [
  {},
  { message: "not so" },
  { messageExpression: "'not ' + string(1 + 1)" },
  { reason: "FieldValueForbidden" },
  { reason: "FieldValueRequired", message: "give it" },
  { reason: "FieldValueDuplicate" },
];

/** A schema with rules, and the names of the fields of its spec. */
export interface RuledSchema {
  readonly schema: JsonObject;
  readonly names: readonly string[];
}

/** Returns a schema with `count` rules for its spec. */
export function randomRuledSchema(random: Random, count: number): RuledSchema {
  const names = shuffled(Object.keys(fields), random).slice(0, 5);
  const rules = times(count, () => randomRule(names, random));
  const properties = Object.fromEntries(names.map((name) => [name, fields[name]]));
  const spec = { type: "object", properties, "x-kubernetes-validations": rules };
  return { schema: { type: "object", properties: { spec } }, names };
}

function randomRule(names: readonly string[], random: Random): JsonObject {
  const clauses = times(1 + random.below(2), () => clause(names, random));
  const rule = clauses.join(oneOf(random, [" && ", " || "]));
  return {
    rule,
    ...oneOf(random, messages),
    ...(isOnceIn(random, 6) ? { fieldPath: `.${oneOf(random, names)}` } : {}),
  };
}

function clause(names: readonly string[], random: Random): string {
  const name = oneOf(random, names);
  const isChange = isOnceIn(random, 3);
  const condition = oneOf(random, conditions[name] ?? ["true"])
    .replaceAll(/\bF\b/g, `self.${name}`)
    .replaceAll(/\bO\b/g, isChange ? `oldSelf.${name}` : `self.${name}`);
  return isOnceIn(random, 5) ? `(${condition})` : `(!has(self.${name}) || ${condition})`;
}

/** Returns a spec whose values fit the schema. */
export function randomSpec(names: readonly string[], random: Random): JsonObject {
  const present = names.filter(() => !isOnceIn(random, 4));
  return Object.fromEntries(present.map((name) => [name, valueOf(name, random)]));
}

function valueOf(name: string, random: Random): unknown {
  const someText = (): string => oneOf(random, texts);
  const someItem = (itemName: string): JsonObject => ({
    name: itemName,
    ...(isOnceIn(random, 2) ? { count: oneOf(random, numbers) } : {}),
    ...(isOnceIn(random, 2) ? { on: isOnceIn(random, 2) } : {}),
  });
  const someKeys = (): readonly string[] => shuffled(keys, random).slice(0, random.below(4));
  switch (name) {
    case "integer":
    case "count":
      return oneOf(random, numbers);
    case "double":
      return oneOf(random, doubles);
    case "on":
      return isOnceIn(random, 2);
    case "either":
      return isOnceIn(random, 2) ? oneOf(random, numbers) : someText();
    case "texts":
      return times(random.below(4), someText);
    case "set":
      return someKeys();
    case "items":
      return times(random.below(4), () => someItem(oneOf(random, keys)));
    case "keyed":
      return someKeys().map(someItem);
    case "map":
      return Object.fromEntries(someKeys().map((key) => [key, someText()]));
    case "inner":
      return { ...(isOnceIn(random, 2) ? { text: someText() } : {}), ...(isOnceIn(random, 2) ? { integer: 2 } : {}) };
    case "when":
      return oneOf(random, ["2020-01-02T03:04:05Z", "2019-01-02T03:04:05.5Z", "2021-06-07T08:09:10+02:00"]);
    case "other":
      return isOnceIn(random, 8) ? null : someText();
    default:
      return someText();
  }
}
