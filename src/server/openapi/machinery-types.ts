/** Types of request and response bodies that are shared by all kinds. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import {
  list,
  optional,
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
  "A change to an object, in the language that the request's Content-Type names.",
  {},
);

/** Schema of one event of a watch. */
export const watchEvent: StructSchema = struct("meta/v1.WatchEvent", "A change that a watch reports.", {
  type: required(text, 1, "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR."),
  object: required(
    rawObject,
    2,
    "The object: new, changed, or as it was last; of a bookmark, only the version reached; of an error, a Status.",
  ),
});

const lists = new WeakMap<StructSchema, StructSchema>();

/** Returns the schema of a list of `item`. Calls with the same item return the same schema. */
export function listOf(item: StructSchema): StructSchema {
  let made = lists.get(item);
  if (!made) {
    const kind = item.name.slice(item.name.lastIndexOf(".") + 1);
    made = struct(`${item.name}List`, `A list of objects of kind ${kind}.`, {
      ...typeMetaFields,
      metadata: optional(listMeta, 1, "Standard metadata of the list."),
      items: required(list(item), 2, "The objects."),
    });
    lists.set(item, made);
  }
  return made;
}
