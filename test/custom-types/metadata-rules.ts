/** Decodes and validates the metadata of embedded objects, with the declaration of metadata that all kinds share. */
import { objectMeta } from "../../src/api/meta/v1/object-meta.ts";
import type { JsonObject } from "../../src/base/json-object.ts";
import { MetadataValidation } from "../../src/registry/metadata-rules.ts";
import { SchemaCompiler, SchemaDecodeError } from "../../src/schema/index.ts";
import type { EmbeddedMetadataRules } from "../../src/structural/index.ts";

const metadataSchema = new SchemaCompiler(new Map()).compile(objectMeta);

export const metadataRules: EmbeddedMetadataRules = {
  decode(metadata) {
    try {
      const { object } = metadataSchema.decode(metadata ?? {});
      return { metadata: object as unknown as JsonObject, fault: undefined, unknownFields: [] };
    } catch (error) {
      if (error instanceof SchemaDecodeError) return { metadata: undefined, fault: error.message, unknownFields: [] };
      throw error;
    }
  },
  validate(metadata) {
    const { name = "fakename", namespace = "", ...others } = metadata as { name?: string; namespace?: string };
    const rules = { namespaced: namespace !== "", nameFormat: "pathSegmentName" } as const;
    const validation = new MetadataValidation({ ...others, name, ...(namespace === "" ? {} : { namespace }) }, rules);
    return validation.errorsOf("plainCreate");
  },
};
