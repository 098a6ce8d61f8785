/** Schemas of protobuf responses that are not those of a kind. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import { objectMeta } from "../../api/meta/v1/object-meta.ts";
import { list, optional, type StructSchema, struct, typeMetaFields } from "../../schema/index.ts";
import type { Output } from "./output.ts";

/** Metadata of any object. */
const partialObjectMetadata: StructSchema = struct("meta/v1.PartialObjectMetadata", "An object's metadata alone.", {
  ...typeMetaFields,
  metadata: optional(objectMeta, 1, "Standard metadata of the object."),
});

/** Returns the schema of a response about an object with this schema. */
export function responseSchema(schema: StructSchema, { as }: Pick<Output, "as">): StructSchema {
  return as ? partialObjectMetadata : schema;
}

/** Schema of a list without its items. */
export const listHead: StructSchema = struct("meta/v1.List", "A list of objects.", {
  metadata: optional(listMeta, 1, "Standard metadata of the list."),
});

const itemLists = new WeakMap<StructSchema, StructSchema>();

/** Returns the schema of a list that has items only. Calls with the same item return the same schema. */
export function listItems(item: StructSchema): StructSchema {
  let schema = itemLists.get(item);
  if (!schema) {
    schema = struct(`${item.name}List`, "A list of objects.", { items: optional(list(item), 2, "The objects.") });
    itemLists.set(item, schema);
  }
  return schema;
}
