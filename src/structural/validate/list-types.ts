/** Items that occur more than once in lists of type `set` and `map`. */
import { isJsonList, isJsonObject, type JsonList, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { duplicateField, type FieldError, fieldErrorsMax, invalidField } from "../../meta/field-error.ts";
import { goJson, shownValue } from "../shown-value.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { joinPath, type PathPart } from "../value-path.ts";

/**
 * Returns the errors of lists with repeated items. If the object before an update has such errors, the reference ignores those of
 * the new object.
 */
export function validateListTypes(schema: StructuralSchema, value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkValue(schema, value, { path: [], errors });
  return errors;
}

interface Walk {
  readonly path: PathPart[];
  readonly errors: FieldError[];
}

const schemasWithListTypes = new WeakMap<StructuralSchema, boolean>();

/** Whether the schema or a part of it has a list of type `set` or `map`. */
function hasListTypes(schema: StructuralSchema | undefined): boolean {
  if (!schema) return false;
  let has = schemasWithListTypes.get(schema);
  if (has === undefined) {
    const { listType, items, values, declaredProperties } = schema;
    has =
      listType === "set" ||
      listType === "map" ||
      hasListTypes(items) ||
      hasListTypes(values) ||
      [...(declaredProperties?.values() ?? [])].some(hasListTypes);
    schemasWithListTypes.set(schema, has);
  }
  return has;
}

function checkValue(schema: StructuralSchema | undefined, value: unknown, walk: Walk): void {
  if (!schema || !hasListTypes(schema) || walk.errors.length >= fieldErrorsMax) return;
  if (isJsonList(value)) checkList(schema, value, walk);
  else if (isJsonObject(value)) checkMembers(schema, value, walk);
}

function checkMembers(schema: StructuralSchema, object: ReadonlyJsonObject, walk: Walk): void {
  const { declaredProperties, values } = schema;
  for (const name in object) {
    const property = declaredProperties?.get(name);
    walk.path.push(property ? name : { key: name });
    checkValue(property ?? values, object[name], walk);
    walk.path.pop();
  }
}

function checkList(schema: StructuralSchema, list: JsonList, walk: Walk): void {
  const { listType, listMapKeys, items } = schema;
  if (listType === "set") reportRepeated(list, walk);
  else if (listType === "map") checkMap(list, listMapKeys, walk);
  if (!hasListTypes(items)) return;
  for (let index = 0; index < list.length; index++) {
    walk.path.push(index);
    checkValue(items, list[index], walk);
    walk.path.pop();
  }
}

function checkMap(list: JsonList, keys: readonly string[], walk: Walk): void {
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong >= 0) {
    const path = joinPath([...walk.path, wrong]);
    walk.errors.push(invalidField(path, shownValue(list[wrong]), "must be an object for an array of list-type map"));
    return;
  }
  if (list.length < 2) return;
  reportRepeated(
    list.map((item) => keysOf(item as ReadonlyJsonObject | null, keys)),
    walk,
  );
}

/** Returns the keys that the item has. */
function keysOf(item: ReadonlyJsonObject | null, keys: readonly string[]): ReadonlyJsonObject {
  const present = item === null ? [] : keys.filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(present.map((key) => [key, item?.[key]]));
}

/** Reports the second one of equal items, but no further ones. */
function reportRepeated(list: JsonList, walk: Walk): void {
  if (list.length < 2) return;
  const counts = new Map<string, number>();
  for (let index = 0; index < list.length && walk.errors.length < fieldErrorsMax; index++) {
    const text = goJson(list[index]);
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    if (count !== 1) continue;
    walk.errors.push(duplicateField(joinPath([...walk.path, index]), shownValue(list[index])));
  }
}
