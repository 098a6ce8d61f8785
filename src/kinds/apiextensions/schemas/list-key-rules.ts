/** Rules of the items of lists that are maps or sets. */
import { getOwn } from "../../../base/own-property.ts";
import { type FieldError, forbiddenField, requiredField } from "../../../meta/field-error.ts";
import { itemSchema } from "./inner-schemas.ts";
import { extensionsOf, type SchemaKeys, type SchemaProps } from "./schema-extensions.ts";
import type { SchemaPath } from "./schema-path.ts";

/** Returns the errors of items that can be null, and of keys that can be absent or null. */
export function listKeyErrors(schema: SchemaProps, names: SchemaKeys, path: SchemaPath): readonly FieldError[] {
  const { listType, listMapKeys = [] } = extensionsOf(schema, names);
  const item = itemSchema(schema);
  if (!item || (listType !== "map" && listType !== "set")) return [];
  const items = path.child("items");
  const errors: FieldError[] = [];
  if (item.nullable) {
    const why = `cannot be nullable when ${names.listType} is ${listType}`;
    errors.push(forbiddenField(items.child("nullable").toString(), why));
  }
  if (listType === "set") return errors;
  const required = new Set(item.required ?? []);
  const isKey = `this property is in ${names.listMapKeys}, so it`;
  for (const key of listMapKeys) {
    const property = getOwn(item.properties, key);
    if (!property) continue;
    const keyPath = items.entry("properties", key);
    if (!required.has(key) && (property.default === undefined || property.default === null)) {
      const why = `${isKey} must have a default or be a required property`;
      errors.push(requiredField(keyPath.child("default").toString(), why));
    }
    if (property.nullable)
      errors.push(forbiddenField(keyPath.child("nullable").toString(), `${isKey} cannot be nullable`));
  }
  return errors;
}
