/**
 * Types with which expressions describe changes of an object. `Object` is the object, `Object.spec` its field `spec`,
 * and so on: every such name is a type, and every field has the type `dyn`. `JSONPatch` is one operation of a JSON patch.
 */
import { type FieldDeclaration, type TypeProvider } from "../declarations/index.ts";
import { dynType, objectType, stringType } from "../types/index.ts";
import { JsonPatchValue, PatchedObjectValue } from "./patch-values.ts";

/** The type of the changed object. */
export const patchedObjectTypeName = "Object";

/** The type of one operation of a JSON patch. */
export const jsonPatchTypeName = "JSONPatch";

const text = { type: stringType };
const any = { type: dynType };
/** In the reference, every other field of a JSONPatch has a type without a name, to which only `dyn` is assignable. */
const unknown = { type: objectType("") };
const jsonPatchFields = new Map<string, FieldDeclaration>([
  ["op", text],
  ["path", text],
  ["from", text],
  ["value", any],
]);

/** The types of changes. */
export const patchTypes: TypeProvider = {
  hasType: (name) => name === jsonPatchTypeName || isPartOfObject(name),
  field: (typeName, field) => {
    if (typeName === jsonPatchTypeName) return jsonPatchFields.get(field) ?? unknown;
    return isPartOfObject(typeName) ? any : undefined;
  },
  create: (typeName, fields) => {
    if (typeName === jsonPatchTypeName) return JsonPatchValue.of(typeName, fields);
    return isPartOfObject(typeName) ? new PatchedObjectValue(typeName, fields) : undefined;
  },
};

function isPartOfObject(name: string): boolean {
  return name === patchedObjectTypeName || name.startsWith(`${patchedObjectTypeName}.`);
}
