/** How the metadata of API objects inside of custom objects is read and checked: as that of the objects themselves. */
import { objectMeta } from "../../api/meta/v1/object-meta.ts";
import type { ObjectMeta } from "../../meta/object-meta.ts";
import { validateMetadata } from "../../registry/index.ts";
import { type SchemaCompiler, SchemaDecodeError } from "../../schema/index.ts";
import type { EmbeddedMetadataRules } from "../../structural/index.ts";

/** A name for objects without one, because theirs may be missing. */
const anyName = "fakename";

/** Returns the rules. */
export function embeddedMetadata(compiler: SchemaCompiler): EmbeddedMetadataRules {
  const schema = compiler.compile(objectMeta);
  return {
    decode: (metadata) => {
      try {
        return {
          metadata: { ...schema.canonical(metadata as ObjectMeta).object },
          fault: undefined,
          unknownFields: [],
        };
      } catch (error) {
        if (!(error instanceof SchemaDecodeError)) throw error;
        return { metadata: undefined, fault: error.message, unknownFields: [] };
      }
    },
    validate: (metadata) => {
      const { name, namespace } = metadata as ObjectMeta;
      const named = { ...metadata, name: name ? name : anyName };
      return validateMetadata(named, { namespaced: Boolean(namespace), nameFormat: "pathSegmentName" });
    },
  };
}
