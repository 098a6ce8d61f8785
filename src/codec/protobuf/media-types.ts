import { allSpellings, vendorMediaType } from "../../meta/vocabulary.ts";

/**
 * Media types of objects in protobuf. Every cluster accepts the names of all vocabularies, because they name the same
 * format.
 */
export const protobufMediaTypes: readonly string[] = allSpellings(vendorMediaType("protobuf"));
