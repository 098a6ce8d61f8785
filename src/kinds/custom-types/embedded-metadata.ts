/** Metadata of API objects inside of custom objects. They have the rules of all metadata. */
import { objectMeta } from "../../api/meta/v1/object-meta.ts";
import type { JsonObject } from "../../base/json-object.ts";
import { anyNameFormat, MetadataValidation, SchemaCompiler, SchemaDecodeError } from "../../schema/index.ts";
import type { EmbeddedMetadataRules } from "../../structural/index.ts";

const metadataSchema = new SchemaCompiler(new Map()).compile(objectMeta);

/** Name that stands for a missing one, because embedded objects need no name. */
const anyName = "fakename";

/** Decodes and validates the metadata of embedded objects. */
export const embeddedMetadataRules: EmbeddedMetadataRules = {
  decode(metadata) {
    try {
      const { object } = metadataSchema.decode(metadata ?? {});
      return { metadata: object as unknown as JsonObject, fault: undefined };
    } catch (error) {
      if (error instanceof SchemaDecodeError) return { metadata: undefined, fault: error.message };
      throw error;
    }
  },
  validate(metadata) {
    const { name = anyName, namespace = "", ...others } = metadata as { name?: string; namespace?: string };
    const validation = new MetadataValidation(
      { ...others, name, ...(namespace === "" ? {} : { namespace }) },
      { namespaced: namespace !== "", nameFormat: anyNameFormat },
    );
    return validation.errorsOf("plainCreate");
  },
};
