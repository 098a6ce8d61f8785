/** Members that a schema does not describe. */
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import type { StructuralSchema } from "../structural-schema.ts";

const resourceFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Whether pruning would remove a part of the value. */
export function hasUnknownFields(schema: StructuralSchema | undefined, value: unknown): boolean {
  if (schema?.preservesUnknownFields) return hasUnknownParts(schema, value);
  if (isJsonList(value)) return value.some((item) => hasUnknownFields(schema?.items, item));
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((name) => {
    if (schema?.isEmbeddedResource && resourceFields.has(name)) return false;
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
    if (schema.isEmbeddedResource && resourceFields.has(name)) return false;
    const property = schema.declaredProperties?.get(name);
    if (!property && !schema.hasAdditionalProperties) return false;
    return hasUnknownFields(property ?? schema.values, value[name]);
  });
}
