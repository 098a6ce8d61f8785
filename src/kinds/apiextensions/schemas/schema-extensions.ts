/** Reads the extensions of schemas, whose names depend on the vocabulary. */
import type { JSONSchemaProps } from "../../../api/apiextensions/v1/json-schema-props.ts";
import type { ValidationRule } from "../../../api/apiextensions/v1/validation-rule.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { extension, type NameToken, type Vocabulary } from "../../../meta/vocabulary.ts";

/** A schema as its definition contains it. */
export type SchemaProps = DeepReadonly<JSONSchemaProps>;

/** Values under the names that depend on the vocabulary. A member is undefined if the schema does not have it. */
export interface SchemaExtensions {
  readonly preserveUnknownFields: boolean | undefined;
  readonly embeddedResource: boolean | undefined;
  readonly intOrString: boolean | undefined;
  readonly listMapKeys: readonly string[] | undefined;
  readonly listType: string | undefined;
  readonly mapType: string | undefined;
  readonly validations: readonly DeepReadonly<ValidationRule>[] | undefined;
}

const tokens: Readonly<Record<keyof SchemaExtensions, NameToken>> = {
  preserveUnknownFields: extension("preserve-unknown-fields"),
  embeddedResource: extension("embedded-resource"),
  intOrString: extension("int-or-string"),
  listMapKeys: extension("list-map-keys"),
  listType: extension("list-type"),
  mapType: extension("map-type"),
  validations: extension("validations"),
};

/** Names of extensions in one vocabulary, such as `x-kubernetes-list-type` for `listType`. */
export type SchemaKeys = Readonly<Record<keyof SchemaExtensions, string>>;

/** Returns the names of the extensions in a vocabulary. */
export function schemaKeys(vocabulary: Vocabulary): SchemaKeys {
  const entries = Object.entries(tokens).map(([name, token]) => [name, vocabulary.bind(token)]);
  return Object.fromEntries(entries) as SchemaKeys;
}

/** Returns the extensions of a schema. */
export function extensionsOf(schema: SchemaProps, names: SchemaKeys): SchemaExtensions {
  // The decoder has checked the types of these members.
  const members = schema as Readonly<Record<string, never>>;
  return {
    preserveUnknownFields: members[names.preserveUnknownFields],
    embeddedResource: members[names.embeddedResource],
    intOrString: members[names.intOrString],
    listMapKeys: members[names.listMapKeys],
    listType: members[names.listType],
    mapType: members[names.mapType],
    validations: members[names.validations],
  };
}
