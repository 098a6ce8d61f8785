import { type FieldsOf, int64, optional, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";

const listMetaFields = {
  selfLink: optional(text, 1, "No longer filled."),
  resourceVersion: optional(text, 2, "Version of the store that the list shows; a watch can start from it."),
  continue: optional(text, 3, "Token with which the next page is asked for; empty on the last page."),
  remainingItemCount: pointer(int64, 4, "How many items the following pages hold, when that is known. An estimate."),
};

export interface ListMeta extends FieldsOf<typeof listMetaFields> {}

export const listMeta: StructSchema<ListMeta> = struct(
  "meta/v1.ListMeta",
  "What a list carries besides its items.",
  listMetaFields,
);
