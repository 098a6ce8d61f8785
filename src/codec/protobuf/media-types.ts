import { allSpellings, vendorMediaType } from "../../meta/vocabulary.ts";

/** What objects in protobuf are called. Every cluster understands all of them: what they name is the same. */
export const protobufMediaTypes: readonly string[] = allSpellings(vendorMediaType("protobuf"));
