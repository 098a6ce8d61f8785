/** Types of request and response bodies that are shared by all kinds. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import {
  list,
  optional,
  pointer,
  rawObject,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";

/** Schema of the body of a patch, whose content is not described. */
export const patchBody: StructSchema = struct(
  "meta/v1.Patch",
  "Change of an object, in the format of the request's Content-Type.",
  {},
);

/** Schema of one event of a watch. */
export const watchEvent: StructSchema = struct("meta/v1.WatchEvent", "Event of a watch.", {
  type: required(text, 1, "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR."),
  object: required(
    rawObject,
    2,
    "The created, changed or deleted object. For BOOKMARK, an object with only its resourceVersion. For ERROR, a Status.",
  ),
});

const lists = new WeakMap<StructSchema, StructSchema>();

/** Returns the schema of a list of `item`. Calls with the same item return the same schema. */
export function listSchema(item: StructSchema): StructSchema {
  let schema = lists.get(item);
  if (!schema) {
    const kind = item.name.slice(item.name.lastIndexOf(".") + 1);
    schema = struct(`${item.name}List`, `A list of objects of kind ${kind}.`, {
      ...typeMetaFields,
      metadata: optional(listMeta, 1, "Standard metadata of the list."),
      items: required(list(item), 2, "The objects."),
    });
    lists.set(item, schema);
  }
  return schema;
}

const customLists = new WeakMap<StructSchema, StructSchema>();

/** Returns the schema of a list of objects of a custom type. Calls with the same item return the same schema. */
export function customListSchema(item: StructSchema, listKind: string): StructSchema {
  let schema = customLists.get(item);
  if (!schema) {
    const start = item.name.lastIndexOf(".") + 1;
    schema = struct(item.name.slice(0, start) + listKind, `A list of objects of kind ${item.name.slice(start)}.`, {
      ...typeMetaFields,
      metadata: pointer(listMeta, 1, "Standard metadata of the list."),
      items: required(list(item), 2, "The objects."),
    });
    customLists.set(item, schema);
  }
  return schema;
}
