/** Members that a schema does not describe. */
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import { typeAndMetadata } from "../complete.ts";
import type { StructuralSchema } from "../structural-schema.ts";

/** Whether pruning would remove a part of the value. */
export function hasUnknownFields(schema: StructuralSchema | undefined, value: unknown): boolean {
  if (schema?.preservesUnknownFields) return hasUnknownParts(schema, value);
  if (isJsonList(value)) return value.some((item) => hasUnknownFields(schema?.items, item));
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((name) => {
    if (schema?.isEmbeddedResource && typeAndMetadata.has(name)) return false;
    const property = schema?.declaredProperties?.get(name);
    if (!property && !schema?.hasAdditionalProperties) return true;
    return hasUnknownFields(property ?? schema?.values, value[name]);
  });
}

/** The same for a value whose own unknown members are preserved. Parts with a schema are pruned nevertheless. */
function hasUnknownParts(schema: StructuralSchema, value: unknown): boolean {
  if (isJsonList(value)) {
    const { items } = schema;
    return items !== undefined && value.some((item) => hasUnknownParts(items, item));
  }
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((name) => {
    if (schema.isEmbeddedResource && typeAndMetadata.has(name)) return false;
    const property = schema.declaredProperties?.get(name);
    if (!property && !schema.hasAdditionalProperties) return false;
    return hasUnknownFields(property ?? schema.values, value[name]);
  });
}

/** Whether a default of the schema, or of a schema inside it, has members that the schema does not describe. */
export function hasUnprunedDefaults(schema: StructuralSchema): boolean {
  const { items, values, declaredProperties } = schema;
  if (schema.default !== undefined && hasUnknownFields(schema, schema.default)) return true;
  const inner = [items, values, ...(declaredProperties?.values() ?? [])];
  return inner.some((one) => one !== undefined && hasUnprunedDefaults(one));
}
