/** Objects in which one list, map or struct is empty, null or removed, in the forms in which clients write them. */
import type { Random } from "../../src/base/random.ts";
import { type Schema, type StructSchema } from "../../src/schema/index.ts";
import { patchTypes } from "../patch-types.ts";
import { oneOf, shuffled } from "../random-choices.ts";
import type { Json } from "../suite.ts";
import { emptyCollection, removed, type Step, withValueAt } from "../validation/places.ts";
import { jsonPointer } from "./json-difference.ts";

/** An object with one changed place. */
export interface EmptiedObject {
  readonly object: Json;
  readonly steps: readonly Step[];
  /** `removed` if the field is removed from the object. */
  readonly value: unknown;
}

const fieldsOfEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Returns copies of the object, in each of which one collection or struct is emptied. In random order. */
export function emptiedObjects(schema: StructSchema, object: Json, random: Random): readonly EmptiedObject[] {
  const fields = schema.fields.filter(({ name }) => !fieldsOfEveryObject.has(name));
  const places = emptiablePlaces({ ...schema, fields }, object, []);
  const emptied = places.flatMap(({ steps, empty }) =>
    [empty, null, removed].map((value) => ({ steps, value, object: withValueAt(object, steps, value) })),
  );
  return shuffled(emptied, random);
}

interface EmptiablePlace {
  readonly steps: readonly Step[];
  readonly empty: unknown;
}

function emptiablePlaces(schema: Schema, value: Json, steps: readonly Step[]): readonly EmptiablePlace[] {
  if (typeof value !== "object" || value === null) return [];
  if (schema.node === "list") return value.length === 0 ? [] : emptiablePlaces(schema.items, value[0], [...steps, 0]);
  if (schema.node !== "struct") return [];
  return schema.fields.flatMap((field) => {
    const inner = [...steps, field.name];
    const empty = emptyCollection(field.schema);
    return [...(empty ? [{ steps: inner, empty }] : []), ...emptiablePlaces(field.schema, value[field.name], inner)];
  });
}

/** A write of an object, as a request. */
export interface FormOfWrite {
  readonly method: string;
  readonly type: string;
  readonly query: string;
  readonly body: Json;
}

/** Returns the write in a random form. A patch contains only the changed value, if its form allows that. */
export function writeOf({ object, steps, value }: EmptiedObject, random: Random): FormOfWrite {
  const patch = (type: string, body: Json, query = ""): FormOfWrite => ({ method: "PATCH", type, query, body });
  switch (oneOf(random, ["put", "put", "merge", "strategic", "json", "apply"] as const)) {
    case "put":
      return { method: "PUT", type: "application/json", query: "", body: object };
    case "merge":
      return patch(patchTypes.merge, mergePatchAt(object, steps));
    case "strategic":
      return patch(patchTypes.strategic, mergePatchAt(object, steps));
    case "json": {
      const path = jsonPointer(steps);
      const op = value === removed ? { op: "remove", path } : { op: "add", path, value };
      return patch(patchTypes.json, [op]);
    }
    case "apply":
      return patch(patchTypes.apply, object, "?fieldManager=applier&force=true");
  }
}

/** A merge patch cannot address items of a list, so the patch contains the outermost list as a whole. */
function mergePatchAt(object: Json, [step, ...rest]: readonly Step[]): Json {
  if (step === undefined || Array.isArray(object)) return object;
  const member = object[step];
  const isDeep = rest.length > 0 && typeof member === "object" && member !== null;
  return { [step]: isDeep ? mergePatchAt(member, rest) : (member ?? null) };
}
