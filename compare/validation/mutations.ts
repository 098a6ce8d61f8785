/**
 * Bodies derived from a valid object by one or several changes that its schema suggests: a field is removed, null,
 * empty, of another type, out of range, duplicated, or unknown. Equal seeds yield equal bodies.
 */
import type { Random } from "../../src/base/random.ts";
import type { Schema, StructSchema } from "../../src/schema/index.ts";
import { oneOf } from "../random-choices.ts";
import { JsonText, writeJsonText } from "./json-text.ts";
import { descendants, type Place, placesWithin, removed, type Step, withValueAt } from "./places.ts";
import { plausibleValue } from "./plausible-value.ts";

export interface Mutation {
  /** Location and change: `spec.replicas = 1.0`. */
  readonly title: string;
  /** Location without indexes and keys, and change. Differences are grouped by it. */
  readonly shape: string;
  /** The JSON text to send. */
  readonly body: string;
}

export interface MutationOptions {
  /** Largest number of changes of each place. */
  readonly changesPerPlace: number;
  /** Fields of the root that stay as they are. */
  readonly keptFields?: readonly string[];
  /** Whether fields that the object lacks are filled in and changed as well. */
  readonly fillsAbsentFields?: boolean;
  /**
   * Number of additional bodies with two to six changes, at places that do not contain each other. With more than two,
   * every change has the type of its place, so that the body can be decoded and shows the order of many causes.
   */
  readonly combinations?: number;
}

/** One change of the value at a place. */
interface Change {
  readonly name: string;
  /** New value. `removed` removes the member. */
  readonly value: unknown;
}

/** A change at its place. */
interface PlacedChange {
  readonly steps: readonly Step[];
  readonly change: Change;
  /** Whether the new value can be decoded. */
  readonly isOfType: boolean;
}

/** Returns the bodies for an object, in the order of its fields. */
export function mutationsOf(
  schema: StructSchema,
  object: object,
  random: Random,
  options: MutationOptions,
): readonly Mutation[] {
  const kept = new Set([...(options.keptFields ?? []), "kind", "apiVersion"]);
  const found: Mutation[] = [];
  const ofOriginal: PlacedChange[] = [];
  const add = (place: Place, change: Change, root: object): void => {
    const isOfType = fitsType(place.schema, change.value);
    if (root === object) ofOriginal.push({ steps: place.steps, change, isOfType });
    found.push(mutationOf(root, [{ steps: place.steps, change, isOfType }]));
  };
  const visit = (place: Place, root: object): void => {
    for (const change of chosen(changesOf(place, random), options.changesPerPlace, random)) add(place, change, root);
    for (const inner of placesWithin(place)) visit(inner, root);
  };
  const fill = (place: Place, root: object): void => {
    if (place.schema.node === "struct" && typeof place.value === "object" && place.value !== null) {
      const present = place.value as Record<string, unknown>;
      for (const field of place.schema.fields) {
        if (present[field.name] !== undefined || kept.has(field.name) || place.steps.length > 9) continue;
        const value = plausibleValue(field.schema, field.name, random, 3);
        const filled = { steps: [...place.steps, field.name], schema: field.schema, value, isField: true };
        add(filled, { name: `filled`, value }, root);
        const changed = withValueAt(root, filled.steps, value) as object;
        const one = oneOf(random, [filled, ...descendants(filled)]);
        const change: Change | undefined = oneOf(random, changesOf(one, random));
        if (change) add(one, { ...change, name: `filled, ${change.name}` }, changed);
      }
    }
    for (const inner of placesWithin(place)) fill(inner, root);
  };
  const rootPlace = { steps: [], schema, value: object, isField: false } as const;
  for (const inner of placesWithin(rootPlace)) {
    if (!kept.has(String(inner.steps[0]))) visit(inner, object);
  }
  for (const change of structChanges(schema, object)) add(rootPlace, change, object);
  if (options.fillsAbsentFields) fill(rootPlace, object);
  const ofType = ofOriginal.filter(({ isOfType }) => isOfType);
  for (let count = 0; count < (options.combinations ?? 0); count++) {
    const most = 2 + random.below(5);
    const combined = combinedChanges(most === 2 ? ofOriginal : ofType, most, random);
    if (combined.length > 1) found.push(mutationOf(object, combined));
  }
  return found;
}

/** Returns at most `most` of the changes, at places that do not contain each other. */
function combinedChanges(changes: readonly PlacedChange[], most: number, random: Random): readonly PlacedChange[] {
  const combined: PlacedChange[] = [];
  for (let picks = 0; picks < most; picks++) {
    const next = changes[random.below(changes.length)];
    if (next && !combined.some((one) => isOnTheWay(one, next))) combined.push(next);
  }
  return combined;
}

function mutationOf(root: object, changes: readonly PlacedChange[]): Mutation {
  const shapeOf = (steps: readonly Step[]): string =>
    steps.map((step) => (typeof step === "number" ? "[]" : step)).join(".");
  const changed = changes.reduce<unknown>((value, { steps, change }) => withValueAt(value, steps, change.value), root);
  return {
    title: changes.map(({ steps, change }) => `${textOf(steps)} ${change.name}`).join(" and "),
    shape: changes.map(({ steps, change }) => `${shapeOf(steps)} ${change.name}`).join(" and "),
    body: writeJsonText(changed),
  };
}

/** Whether a decoder of the schema accepts the JSON type of the value. */
function fitsType(schema: Schema, value: unknown): boolean {
  if (value === removed || value === null) return true;
  const number = value instanceof JsonText && /^-?\d+$/.test(value.text) ? Number(value.text) : undefined;
  switch (schema.node) {
    case "text":
      return typeof value === "string";
    case "integer":
      return number !== undefined && Math.abs(number) < (schema.bits === 32 ? 2 ** 31 : 2 ** 53);
    case "number":
      return number !== undefined;
    case "boolean":
      return value instanceof JsonText && /^(true|false)$/.test(value.text);
    case "intOrString":
      return typeof value === "string" || (number !== undefined && Math.abs(number) < 2 ** 31);
    case "list":
      return Array.isArray(value) && value.every((item) => fitsType(schema.items, item));
    case "map":
    case "struct":
      return typeof value === "object" && !Array.isArray(value) && !(value instanceof JsonText);
    case "quantity":
      return typeof value === "string" && /^-?\d+(\.\d+)?([mKi]|Ki)?$/.test(value);
    default:
      return !(value instanceof JsonText) && schema.node !== "bytes";
  }
}

/** Whether one change is inside of the value that the other one replaces. */
function isOnTheWay({ steps: one }: PlacedChange, { steps: other }: PlacedChange): boolean {
  const shorter = Math.min(one.length, other.length);
  return one.slice(0, shorter).every((step, index) => step === other[index]);
}

function chosen(changes: readonly Change[], count: number, random: Random): readonly Change[] {
  const left = [...changes];
  const picked: Change[] = [];
  while (left.length > 0 && picked.length < count) picked.push(...left.splice(random.below(left.length), 1));
  return picked;
}

const to = (value: unknown): Change => ({ name: `= ${shortText(value)}`, value });
const texts = (...all: readonly string[]): Change[] => all.map(to);
const numbers = (...all: readonly string[]): Change[] => all.map((text) => to(new JsonText(text)));

/** Returns all changes of a value that its schema suggests. */
function changesOf({ schema, value, isField }: Place, random: Random): readonly Change[] {
  const gone: Change[] = isField ? [{ name: "removed", value: removed }] : [];
  return [...gone, to(null), ...ownChanges(schema, value, random)];
}

const longText = "x".repeat(254);

function ownChanges(schema: Schema, present: unknown, random: Random): readonly Change[] {
  const value = present ?? (schema.node === "list" ? [] : {});
  switch (schema.node) {
    case "text":
      return [
        ...texts("", "Bad_Name!", "a\nb", " ", "UPPER", "-a", "a/b", "a.b.c", "0", "x".repeat(64), longText, "ü"),
        ...texts(
          "127.0.0.1",
          "::ffff:192.0.2.7",
          "10.0.0.0/8",
          "http://example.com",
          "*",
          "a=b",
          "../x",
          "/abs/path",
          "metadata.name",
        ),
        ...(schema.enum ?? []).map(to),
        ...numbers("5", "true", "[]", "{}"),
      ];
    case "integer":
      return [
        ...numbers("0", "-1", "1", "1.0", "1e3", "1e-1", "1.5", "65536", "2147483647", "2147483648", "-2147483649"),
        ...numbers("9223372036854775807", "9223372036854775808", "1e400", "-0", '"5"', "true", "[]", "{}", '""'),
      ];
    case "number":
      return numbers("0", "-1", "1.5", "1e400", '"1"', "true", "[]", "9007199254740993");
    case "boolean":
      return numbers("true", "false", '"true"', "1", "0", "[]", '""', "{}");
    case "bytes":
      return [...texts("", "!!!", "YQ", "YQ==", "YQ=", "a\nb"), ...numbers("5", "[]", "[1]", "{}", "true")];
    case "time":
    case "microTime":
      return [
        ...texts("", "today", "2025-01-01", "2025-01-01T00:00:00Z", "2025-01-01T00:00:00.123456Z"),
        ...texts("2025-01-01T02:00:00+02:00", "2025-13-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ...numbers("5", "[]", "{}", "false"),
      ];
    case "duration":
      return [...texts("", "5s", "1h30m", "five", "-1s"), ...numbers("5", "{}", "true")];
    case "quantity":
      return [
        ...texts(
          "",
          "abc",
          "-1",
          "0",
          "1.5",
          "1Ki",
          "100m",
          "1e3",
          "0.1m",
          "1n",
          "1 Gi",
          "10E",
          "+1",
          "9999999999999999999",
        ),
        ...numbers("1", "1.5", "1.0", "1e3", "15e-2", "-1", "[]", "{}", "true"),
      ];
    case "intOrString":
      return [
        ...texts("", "50%", "101%", "-1%", "abc", "5", "1.5%", "UPPER", "a-port", longText),
        ...numbers("0", "-1", "1", "1.0", "1e2", "1.5", "65536", "2147483648", "true", "[]", "{}"),
      ];
    case "raw":
      return numbers(
        '"x"',
        "5",
        "[]",
        "{}",
        "true",
        '{"a":1}',
        '{"a":9223372036854775807}',
        '{"a":1,"a":2}',
        '{"apiVersion":"v1","kind":"A"}',
        '""',
        "1.0",
        "1e3",
      );
    case "list":
      return listChanges(schema.items, value as unknown[], random);
    case "map":
      return mapChanges(schema.values, value as Record<string, unknown>, random);
    case "struct":
      return structChanges(schema, value);
    case "union":
      return numbers("true", "false", "5", '"x"', "[]", "{}");
  }
}

function listChanges(items: Schema, value: readonly unknown[], random: Random): Change[] {
  const first = value[0];
  const more = plausibleValue(items, "", random, 2);
  return [
    to([]),
    { name: "with its first item twice", value: first === undefined ? [more, more] : [first, ...value] },
    { name: "with an item more", value: [...value, more] },
    { name: "with null as an item", value: [...value, null] },
    { name: "with an empty item", value: [...value, zeroValue(items)] },
    { name: "with its last item only", value: value.slice(-1) },
    { name: "in reverse", value: value.toReversed() },
    ...numbers('"x"', "5", "{}", "true", "[5]", '["x"]', "[[]]", "[{}]"),
  ];
}

function mapChanges(values: Schema, value: Record<string, unknown>, random: Random): Change[] {
  const first = Object.values(value)[0] ?? plausibleValue(values, "", random, 2);
  const keys = [
    "",
    "Bad Key!",
    "a/b/c",
    "/a",
    "a/",
    "UPPER",
    longText,
    "example.com/key",
    "a\nb",
    "ü",
    "..",
    "cpu",
    "a.b",
  ];
  return [
    to({}),
    ...keys.map((key) => ({ name: `with the key ${shortText(key)}`, value: { ...value, [key]: first } })),
    { name: "with numbers as keys", value: { ...value, "9": first, "10": first } },
    { name: "with null as a value", value: { ...value, other: null } },
    { name: "with an empty value", value: { ...value, other: zeroValue(values) } },
    ...numbers('"x"', "5", "[]", "true"),
  ];
}

function structChanges(schema: StructSchema, value: object): Change[] {
  const [name = "x", member = 1] = Object.entries(value)[0] ?? [];
  const text = writeJsonText(value);
  const inside = text.slice(1, -1);
  const twice = `"${name}":${writeJsonText(member)}`;
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const unknown = schema.fields.some((field) => field.name === "unknownField") ? [] : [{ ...value, unknownField: 1 }];
  return [
    to({}),
    ...unknown.map((changed) => ({ name: "with an unknown field", value: changed })),
    { name: "with a field twice", value: new JsonText(inside ? `{${inside},${twice}}` : `{${twice}}`) },
    {
      name: "with a field in capitals",
      value: new JsonText(`{${inside}${inside ? "," : ""}"${capital}":${writeJsonText(member)}}`),
    },
    ...numbers('"x"', "5", "[]", "true"),
  ];
}

/** Returns the empty value of a type: zero, false, an empty text or an empty collection. */
function zeroValue(schema: Schema): unknown {
  switch (schema.node) {
    case "text":
    case "bytes":
    case "quantity":
    case "time":
    case "microTime":
    case "duration":
      return "";
    case "integer":
    case "number":
    case "intOrString":
      return 0;
    case "boolean":
      return false;
    case "list":
      return [];
    default:
      return {};
  }
}

function shortText(value: unknown): string {
  const text = writeJsonText(value);
  return text.length > 40 ? `${text.slice(0, 20)}... (${text.length} characters)` : text;
}

function textOf(steps: readonly Step[]): string {
  return steps
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}
