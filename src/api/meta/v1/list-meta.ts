import { type FieldsOf, int64, optional, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";

const listMetaFields = {
  selfLink: optional(text, 1, "Deprecated. Not set."),
  resourceVersion: optional(text, 2, "Version of the list. A watch can start from it."),
  continue: optional(text, 3, "Token for the next page. Empty on the last page."),
  remainingItemCount: pointer(int64, 4, "Estimated number of items on the following pages. Unset if it is unknown."),
};

export interface ListMeta extends FieldsOf<typeof listMetaFields> {}

export const listMeta: StructSchema<ListMeta> = struct(
  "meta/v1.ListMeta",
  "Metadata that lists have instead of object metadata.",
  listMetaFields,
);
