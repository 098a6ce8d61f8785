/** Random patches of every type for an object. */
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import { jsonPointer } from "../sequences/json-difference.ts";
import type { Json } from "../suite.ts";

const texts = ["x", "y", "a", "b", "http", "TCP", "UDP", "", "example.com/a", "10.0.0.9", "1", "/v", "zone"];
const numbers = [0, 1, 2, 53, 80, 81, 8080, -1, 100_000];
const odd: readonly unknown[] = [
  null,
  true,
  1.5,
  "",
  [],
  {},
  [null],
  [{}],
  { a: null },
  [["x"]],
  { a: { b: {} } },
  1e21,
];
const hostile: readonly unknown[] = [
  { $patch: "delete" },
  { $patch: "replace" },
  { $patch: "merge" },
  { $patch: "x" },
  [{ $patch: "delete", name: "c" }],
  [{ $patch: "replace" }, { name: "c" }],
  [{ $patch: "merge", name: "c" }],
  { $retainKeys: ["a"] },
  { $retainKeys: [] },
  { $retainKeys: null },
];
/** Fields that identify the items of lists. */
const keyNames = new Set([
  "name",
  "port",
  "protocol",
  "containerPort",
  "mountPath",
  "ip",
  "key",
  "topologyKey",
  "whenUnsatisfiable",
  "type",
  "uid",
  "effect",
]);
const listNames = [
  "finalizers",
  "containers",
  "ports",
  "env",
  "volumes",
  "tolerations",
  "hostAliases",
  "imagePullSecrets",
  "secrets",
  "ownerReferences",
  "supplementalGroups",
];

/** Returns a value that can replace `value`. */
export function otherValue(random: Random, value: Json): unknown {
  // A copy, because bodies are changed later.
  if (isOnceIn(random, 6)) return structuredClone(oneOf(random, odd));
  if (typeof value === "string") return oneOf(random, texts);
  if (typeof value === "number") return oneOf(random, numbers);
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return otherList(random, value);
  if (typeof value === "object" && value !== null) return otherObject(random, value);
  return oneOf(random, texts);
}

function otherList(random: Random, list: readonly Json[]): unknown[] {
  const items = [...list];
  const at = random.below(items.length + 1);
  const item = items[at] ?? items[0] ?? "x";
  switch (random.below(6)) {
    case 0:
      items.splice(at, 1);
      break;
    case 1:
      items.push(item);
      break;
    case 2:
      items.splice(at, 0, otherItem(random, item));
      break;
    case 3:
      items.reverse();
      break;
    case 4:
      return [otherItem(random, item)];
    default:
      items[at] = otherItem(random, item);
  }
  return items;
}

function otherItem(random: Random, item: Json): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return otherValue(random, item);
  const names = Object.keys(item);
  const name = oneOf(random, names);
  return { ...item, [name]: otherValue(random, item[name]) };
}

function otherObject(random: Random, object: Json): unknown {
  const names = Object.keys(object);
  const name = oneOf(random, names);
  switch (random.below(4)) {
    case 0: {
      const { [name]: _, ...rest } = object;
      return rest;
    }
    case 1:
      return { ...object, [oneOf(random, texts) || "z"]: oneOf(random, texts) };
    case 2:
      return { [name]: object[name] };
    default:
      return { ...object, [name]: otherValue(random, object[name]) };
  }
}

/** Path to a value: names of members and indexes of items. */
export type Path = readonly (string | number)[];

/** Returns the paths of a value and of all values in it. */
export function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(value[key], [...path, key]))];
}

function randomPath(random: Random, body: Json): Path {
  // Short paths first, because most paths of a large object are in one template.
  const paths = pathsOf(body).filter(({ length }) => length > 0);
  const depth = 1 + random.below(6);
  const near = paths.filter(({ length }) => length <= depth + 1);
  return oneOf(random, near.length > 0 ? near : paths);
}

function valueAt(body: Json, path: Path): Json {
  return path.reduce<Json>((value, key) => value?.[key], body);
}

/** Returns a merge patch with one to three changes. Items of lists keep their identifying fields. */
export function mergeBody(random: Random, body: Json, isStrategic: boolean): unknown {
  let patch: Json = {};
  for (let count = 1 + random.below(3); count > 0; count--) {
    const path = randomPath(random, body);
    const leaf = isStrategic ? strategicLeaf(random, valueAt(body, path)) : nullable(random, valueAt(body, path));
    patch = deepMerge(patch, nested(random, body, { path, leaf, isStrategic }));
  }
  if (isOnceIn(random, 12)) patch.unknown = 1;
  if (isOnceIn(random, 12)) patch.metadata = { ...asObject(patch.metadata), ...identity(random) };
  return withoutContradictions(patch);
}

/** Removes lists that the patch also deletes from, because the reference adds and deletes in random order. */
function withoutContradictions(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutContradictions);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !Object.hasOwn(value, `$deleteFromPrimitiveList/${name}`));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutContradictions(member)]));
}

/** Returns values that the scenario replaces by those of the server. */
export function identity(random: Random): object {
  return oneOf(random, [
    { resourceVersion: "<version>" },
    { resourceVersion: "1" },
    { resourceVersion: "x" },
    { resourceVersion: "" },
    { resourceVersion: "0" },
    { uid: "<uid>" },
    { uid: "11111111-1111-1111-1111-111111111111" },
    { uid: "" },
    { generation: 7 },
    { creationTimestamp: null },
    { creationTimestamp: "2020-01-01T00:00:00Z" },
    { deletionTimestamp: "2020-01-01T00:00:00Z" },
    { selfLink: "x" },
    { generateName: "x-" },
    { managedFields: [{}] },
    { managedFields: [] },
    { managedFields: null },
    { name: "other" },
    { namespace: "other" },
    { name: "" },
    { name: null },
  ]);
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function nullable(random: Random, value: Json): unknown {
  return isOnceIn(random, 4) ? null : otherValue(random, value);
}

function strategicLeaf(random: Random, value: Json): unknown {
  if (isOnceIn(random, 10)) return oneOf(random, hostile);
  if (Array.isArray(value) && isOnceIn(random, 3)) {
    const item = oneOf(random, value);
    const keys = keysOf(item);
    return isOnceIn(random, 2)
      ? [{ ...keys, $patch: "delete" }]
      : [{ $patch: "replace" }, ...(otherList(random, value) as Json[])];
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && isOnceIn(random, 4)) {
    const names = Object.keys(value);
    const name = oneOf(random, names);
    return oneOf(random, [
      { $retainKeys: [name], [name]: value[name] },
      { $retainKeys: names.slice(1) },
      { $patch: "replace", [name]: value[name] },
      { $patch: "delete" },
    ]);
  }
  return nullable(random, value);
}

/** Returns the scalar fields that identify an item. */
function keysOf(item: Json): Json {
  if (typeof item !== "object" || item === null) return {};
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => keyNames.has(name) && typeof value !== "object"),
  );
}

interface Leaf {
  readonly path: Path;
  readonly leaf: unknown;
  readonly isStrategic: boolean;
}

function nested(random: Random, body: Json, { path, leaf, isStrategic }: Leaf): unknown {
  let value = leaf;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const key = path[depth] as string | number;
    const holder = valueAt(body, path.slice(0, depth));
    if (typeof key !== "number") value = withDirectives(random, { [key]: value }, { key, holder, isStrategic });
    else value = [isObject(value) && isStrategic ? { ...keysOf(holder[key]), ...value } : value];
  }
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Adds the directives of a list to the patch. */
function withDirectives(
  random: Random,
  object: Json,
  place: { readonly key: string; readonly holder: Json; readonly isStrategic: boolean },
): unknown {
  const { key, holder, isStrategic } = place;
  const current = holder?.[key];
  if (!isStrategic || !isOnceIn(random, 3)) return object;
  const name = Array.isArray(current) ? key : oneOf(random, listNames);
  const items: readonly Json[] = Array.isArray(current) ? current : ["x"];
  if (!Array.isArray(current) && !isOnceIn(random, 4)) return object;
  if (isOnceIn(random, 3)) {
    return { [`$deleteFromPrimitiveList/${name}`]: isOnceIn(random, 4) ? oneOf(random, odd) : items.slice(0, 1) };
  }
  const order = items.map((item) => (isObject(item) ? keysOf(item) : item));
  const added = Array.isArray(object[key])
    ? object[key].map((item: Json) => (isObject(item) ? keysOf(item) : item))
    : [];
  const listed = oneOf(random, [
    order,
    order.toReversed(),
    [...added, ...order],
    [...order, ...added],
    added,
    odd[random.below(odd.length)],
  ]);
  return { ...object, [`$setElementOrder/${name}`]: listed };
}

function deepMerge(one: Json, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return other;
  const merged: Json = { ...one };
  for (const [name, value] of Object.entries(other)) {
    merged[name] = Object.hasOwn(merged, name) ? deepMerge(merged[name], value) : value;
  }
  return merged;
}

/** Returns the operations of a JSON patch. */
export function jsonPatchBody(random: Random, body: Json): unknown {
  if (isOnceIn(random, 40)) return oneOf(random, odd);
  return Array.from({ length: 1 + random.below(4) }, () => operation(random, body));
}

const operations = ["add", "remove", "replace", "test", "move", "copy"];

function pointerOf(random: Random, body: Json): string {
  const path = randomPath(random, body).map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"));
  const last = path.length - 1;
  if (isOnceIn(random, 4)) path[last] = oneOf(random, ["-", "-1", "0", "1", "7", "-9", "x", "a~1b", "a~0b", "~2", ""]);
  if (isOnceIn(random, 12)) path.push(oneOf(random, ["-", "0", "x", "finalizers"]));
  return path.map((token) => `/${token}`).join("");
}

function operation(random: Random, body: Json): unknown {
  const path = randomPath(random, body);
  const op = oneOf(random, operations);
  const exact = jsonPointer(path);
  const current = valueAt(body, path);
  if (op === "test") {
    const value = isOnceIn(random, 4) ? otherValue(random, current) : current;
    return { op, path: isOnceIn(random, 5) ? pointerOf(random, body) : exact, value };
  }
  const rest =
    op === "move" || op === "copy" ? { from: pointerOf(random, body) } : { value: otherValue(random, current) };
  const made: Json = {
    op,
    path: isOnceIn(random, 2) ? exact : pointerOf(random, body),
    ...(op === "remove" ? {} : rest),
  };
  if (isOnceIn(random, 40)) made.unknown = 1;
  return made;
}

/**
 * Returns a part of the object with some changed values, for an apply. Items of lists keep their identifying fields.
 */
export function appliedBody(random: Random, body: Json, name: string): Json {
  const { apiVersion, kind, metadata, ...rest } = body;
  const share = 1 + random.below(4);
  const part = partOf(random, { metadata, ...rest }, share) as Json;
  const made: Json = { apiVersion, kind, ...part, metadata: { ...asObject(part.metadata), name } };
  for (let count = random.below(3); count > 0; count--) changeSomewhere(random, made);
  if (isOnceIn(random, 15)) made.metadata = { ...asObject(made.metadata), ...identity(random) };
  if (isOnceIn(random, 20)) made.unknown = { x: 1 };
  return made;
}

function partOf(random: Random, value: Json, share: number): unknown {
  if (Array.isArray(value)) {
    return value.filter(() => random.below(4) < share).map((item) => partOf(random, item, share));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => (keyNames.has(name) && typeof member !== "object") || random.below(4) < share,
  );
  return Object.fromEntries(members.map(([name, member]) => [name, partOf(random, member, share)]));
}

function changeSomewhere(random: Random, body: Json): void {
  const path = oneOf(
    random,
    pathsOf(body).filter(({ length }) => length > 1),
  );
  const holder = valueAt(body, path.slice(0, -1));
  const key = path.at(-1) ?? "";
  if (isObject(holder) || Array.isArray(holder)) (holder as Json)[key] = otherValue(random, (holder as Json)[key]);
}

/** Returns an object as YAML, sometimes with an anchor, a duplicate key or a comment. */
export function yamlOf(random: Random, value: Json): string {
  const lines = Object.entries(value).map(([name, member]) => `${name}: ${JSON.stringify(member)}`);
  const extra = oneOf(random, [
    "# a comment",
    "metadata: {labels: {d: e}}",
    `kind: ${JSON.stringify(value.kind)}`,
    "unknown: &a {b: 1}\nother: *a",
    "1: 2",
    "yes: no",
  ]);
  return `${isOnceIn(random, 2) ? "---\n" : ""}${lines.join("\n")}\n${isOnceIn(random, 2) ? extra : ""}\n`;
}
