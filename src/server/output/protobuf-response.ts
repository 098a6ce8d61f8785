/** Schemas of protobuf responses that are not those of a kind. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import { partialObjectMetadata } from "../../api/meta/v1/partial-object-metadata.ts";
import { optional, type StructSchema, struct } from "../../schema/index.ts";
import type { Output } from "./output.ts";

/** Returns the schema of a response about an object with this schema. */
export function responseSchema(schema: StructSchema, { as }: Pick<Output, "as">): StructSchema {
  return as ? partialObjectMetadata : schema;
}

/** Schema of a list without its items. */
export const listHead: StructSchema = struct("meta/v1.List", "A list of objects.", {
  metadata: optional(listMeta, 1, "Standard metadata of the list."),
});

/** Number of the field of a list that contains its items. */
export const listItemsNumber = 2;
