/** What answers consist of in protobuf, besides the kinds' own schemas. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import { objectMeta } from "../../api/meta/v1/object-meta.ts";
import { list, optional, type StructSchema, struct, typeMetaFields } from "../../schema/index.ts";
import type { Output } from "./output.ts";

/** Any object, reduced to its metadata. */
const partialObjectMetadata: StructSchema = struct("meta/v1.PartialObjectMetadata", "An object's metadata alone.", {
  ...typeMetaFields,
  metadata: optional(objectMeta, 1, "Standard metadata of the object."),
});

/** The schema of what is answered for an object of the schema. */
export function responseSchema(schema: StructSchema, { as }: Output): StructSchema {
  return as ? partialObjectMetadata : schema;
}

/** A list without its items. */
export const listHead: StructSchema = struct("meta/v1.List", "A list of objects.", {
  metadata: optional(listMeta, 1, "Standard metadata of the list."),
});

const itemLists = new WeakMap<StructSchema, StructSchema>();

/** A list without anything else. */
export function listItems(item: StructSchema): StructSchema {
  let made = itemLists.get(item);
  if (!made) {
    made = struct(`${item.name}List`, "A list of objects.", { items: optional(list(item), 2, "The objects.") });
    itemLists.set(item, made);
  }
  return made;
}
