/** Schemas of protobuf responses that are not those of a kind. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import { partialObjectMetadata } from "../../api/meta/v1/partial-object-metadata.ts";
import { optional, type StructSchema, struct } from "../../schema/index.ts";
import type { Output } from "./output.ts";

/** Returns the schema of a response about an object with this schema. */
export function responseSchema(schema: StructSchema, { as }: Pick<Output, "as">): StructSchema {
  return as ? partialObjectMetadata : schema;
}

/** How the parts of a list are numbered in protobuf. Fields are written in the order of their numbers. */
export interface ListNumbers {
  /** Schema of the list without its items. */
  readonly head: StructSchema;
  /** Number of the field that contains the items. */
  readonly items: number;
}

/** Returns the numbers of a list. In lists of `meta/v1beta1`, the items come first. */
export function listNumbers({ as }: Pick<Output, "as">): ListNumbers {
  return as?.apiVersion.endsWith("/v1beta1") ? itemsFirst : metadataFirst;
}

const metadataFirst: ListNumbers = { head: headSchema(1), items: 2 };
const itemsFirst: ListNumbers = { head: headSchema(2), items: 1 };

function headSchema(metadataNumber: number): StructSchema {
  return struct("meta/v1.List", "A list of objects.", {
    metadata: optional(listMeta, metadataNumber, "Standard metadata of the list."),
  });
}
