/** The metadata of an object of any type. */
import { optional, type StructSchema, struct, typeMetaFields } from "../../../schema/index.ts";
import { objectMeta } from "./object-meta.ts";

/** PartialObjectMetadata, which clients can request instead of objects. */
export const partialObjectMetadata: StructSchema = struct(
  "meta/v1.PartialObjectMetadata",
  "An object's metadata alone.",
  { ...typeMetaFields, metadata: optional(objectMeta, 1, "Standard object's metadata.") },
);
