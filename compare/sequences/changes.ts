/** Random changes of objects by their schema, in the forms in which clients send them. */
import type { Random } from "../../src/base/random.ts";
import { fieldOf, type StructSchema } from "../../src/schema/index.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import type { Json } from "../suite.ts";
import { removed, withValueAt } from "../validation/places.ts";
import { plausibleValue } from "../validation/plausible-value.ts";
import { jsonPointer } from "./json-difference.ts";

/** A value at a path of names. */
export interface Change {
  readonly path: readonly string[];
  /** Null removes the field. */
  readonly value: unknown;
}

const fieldsOfEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);
const depthMax = 3;

/** Returns a change of a field of the object itself. Undefined if it has only metadata and a status. */
export function specChange(schema: StructSchema, random: Random): Change | undefined {
  const fields = schema.fields.filter(({ name }) => !fieldsOfEveryObject.has(name));
  return fields.length === 0 ? undefined : changeWithin(schema, fields, random);
}

/** Returns a change of the status. Undefined if there is none. */
export function statusChange(schema: StructSchema, random: Random): Change | undefined {
  const status = fieldOf(schema, "status");
  return status && changeWithin(schema, [status], random);
}

function changeWithin(schema: StructSchema, fields: StructSchema["fields"], random: Random): Change {
  const field = oneOf(random, fields);
  const { schema: inner } = field;
  const canDescend = inner.node === "struct" && inner.fields.length > 0;
  if (canDescend && !isOnceIn(random, 6)) {
    const change = changeWithin(inner, inner.fields, random);
    return { path: [field.name, ...change.path], value: change.value };
  }
  const value = isOnceIn(random, 6) ? null : plausibleValue(inner, field.name, random, depthMax);
  return { path: [field.name], value };
}

const keys = ["app", "example.com/tier", "a"];

/** Returns a change of metadata that clients write. A few are rejected. */
export function metadataChange(random: Random): Change {
  const owner = { apiVersion: "v1", kind: "Node", name: "owner", uid: "0b8b7f7e-1c1c-4f0e-9c55-2f0f6e6d1e11" };
  const key = oneOf(random, keys);
  const value = oneOf<unknown>(random, ["x", "y", "", null]);
  const changes: readonly Change[] = [
    { path: ["metadata", "labels", key], value },
    { path: ["metadata", "labels"], value: { [key]: "z" } },
    { path: ["metadata", "annotations", key], value },
    { path: ["metadata", "annotations", key], value },
    { path: ["metadata", "finalizers"], value: oneOf<unknown>(random, [["example.com/hold"], [], null, ["bad"]]) },
    {
      path: ["metadata", "ownerReferences"],
      value: oneOf<unknown>(random, [[owner], [{ ...owner, controller: true }], []]),
    },
    { path: ["metadata", "generation"], value: 7 },
    { path: ["metadata", "creationTimestamp"], value: oneOf<unknown>(random, ["2020-01-01T00:00:00Z", null]) },
    { path: ["metadata", "generateName"], value: "it-" },
    { path: ["metadata", "selfLink"], value: "/x" },
    { path: ["metadata", "labels", "-"], value: "-" },
  ];
  return oneOf(random, changes);
}

/** Returns a copy of the object with the change. */
export function withChange(object: Json, { path, value }: Change): Json {
  return withValueAt(object, path, value ?? removed);
}

/** Returns the merge patch of a change. */
export function mergePatch({ path, value }: Change): Json {
  return path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

/** Returns the JSON patch of a change. */
export function jsonPatch({ path, value }: Change, random: Random): Json {
  const pointer = jsonPointer(path);
  if (value === null) return [{ op: "remove", path: pointer }];
  return [{ op: oneOf(random, ["add", "add", "replace"]), path: pointer, value }];
}
