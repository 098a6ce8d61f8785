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
    const member = property ?? values;
    if (!hasListTypes(member)) continue;
    walk.path.push(property ? name : { key: name });
    checkValue(member, object[name], walk);
    walk.path.pop();
  }
}

function checkList(schema: StructuralSchema, list: JsonList, walk: Walk): void {
  const { listType, listMapKeys, items } = schema;
  if (listType === "set") reportRepeated(list, wholeItem, walk);
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
  const [key = ""] = keys;
  const ofItem = keys.length === 1 ? (item: Item) => onlyKey(item, key) : (item: Item) => presentKeys(item, keys);
  reportRepeated(list, { identify: ofItem, show: (item) => presentKeys(item, keys) }, walk);
}

/** An item of a list of type `map`. */
type Item = ReadonlyJsonObject | null;

/** Identifies all items without a key. */
const noKey = Symbol("no key");

function onlyKey(item: Item, key: string): unknown {
  return item !== null && Object.hasOwn(item, key) ? item[key] : noKey;
}

function presentKeys(item: Item, keys: readonly string[]): ReadonlyJsonObject {
  const present = item === null ? [] : keys.filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(present.map((key) => [key, item?.[key]]));
}

interface ItemForms {
  /** Returns a value that equal items have in common. */
  readonly identify: (item: Item) => unknown;
  /** Returns the value that an error shows. */
  readonly show: (item: Item) => unknown;
}

const wholeItem: ItemForms = { identify: (item) => item, show: (item) => item };

/** Reports the second one of equal items, but no further ones. */
function reportRepeated(list: JsonList, { identify, show }: ItemForms, walk: Walk): void {
  if (list.length < 2) return;
  const scalars = new Map<unknown, number>();
  const others = new Map<unknown, number>();
  for (let index = 0; index < list.length && walk.errors.length < fieldErrorsMax; index++) {
    const item = list[index] as Item;
    const identity = identify(item);
    const isScalar = typeof identity !== "object" || identity === null;
    const counts = isScalar ? scalars : others;
    const key = isScalar ? identity : goJson(identity);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count === 1) walk.errors.push(duplicateField(joinPath([...walk.path, index]), shownValue(show(item))));
  }
}
