/** The language for the schemas of custom types: JSON schema as in OpenAPI 3.0, with extensions. */
import { extension } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldSpecs,
  type FieldsOf,
  float64,
  int64,
  list,
  map,
  namedJson,
  namedText,
  optional,
  pointer,
  recursiveStruct,
  type StructSchema,
  struct,
  text,
  union,
  type VocabularyFields,
  vocabularyFields,
} from "../../../schema/index.ts";
import { validationRule } from "./validation-rule.ts";

/** Type of a JSON value in a schema. */
export const json = namedJson("apiextensions/v1.JSON", "Any JSON value.");

const externalDocumentationFields = {
  description: optional(text, 1, "Description of the external documentation."),
  url: optional(text, 2, "URL of the external documentation."),
};

export interface ExternalDocumentation extends FieldsOf<typeof externalDocumentationFields> {}

export const externalDocumentation: StructSchema<ExternalDocumentation> = struct(
  "apiextensions/v1.ExternalDocumentation",
  "URL and description of external documentation.",
  externalDocumentationFields,
);

const descriptionFields = {
  id: optional(text, 1, "Not used."),
  $schema: optional(namedText("v1.JSONSchemaURL"), 2, "Not used."),
  $ref: pointer(text, 3, "Not allowed, because schemas must be complete."),
  description: optional(text, 4, "Description of the value."),
  type: optional(text, 5, "JSON type: object, array, string, integer, number or boolean."),
  format: optional(
    text,
    6,
    "Format of strings, such as date-time, duration, uuid, ipv4, cidr, byte or email. Unknown formats are ignored.",
  ),
  title: optional(text, 7, "Short title."),
  default: pointer(json, 8, "Default of an unset value. It is applied at writes and at reads."),
};

const limitFields = {
  maximum: pointer(float64, 9, "Largest number."),
  exclusiveMaximum: optional(boolean, 10, "Whether maximum itself is excluded."),
  minimum: pointer(float64, 11, "Smallest number."),
  exclusiveMinimum: optional(boolean, 12, "Whether minimum itself is excluded."),
  maxLength: pointer(int64, 13, "Largest length of a string, in characters."),
  minLength: pointer(int64, 14, "Smallest length of a string, in characters."),
  pattern: optional(text, 15, "Regular expression that must match a part of the string."),
  maxItems: pointer(int64, 16, "Largest length of a list."),
  minItems: pointer(int64, 17, "Smallest length of a list."),
  uniqueItems: optional(boolean, 18, "Not allowed. Use the list type set."),
  multipleOf: pointer(float64, 19, "Number of which the value must be a multiple."),
  enum: optional(list(json, { type: "atomic" }), 20, "Allowed values."),
  maxProperties: pointer(int64, 21, "Largest number of members of an object."),
  minProperties: pointer(int64, 22, "Smallest number of members of an object."),
  required: optional(list(text, { type: "atomic" }), 23, "Required members of an object."),
};

const otherFields = {
  externalDocs: pointer(externalDocumentation, 35, "Reference to external documentation."),
  example: pointer(json, 36, "Example of a valid value."),
  nullable: optional(boolean, 37, "Whether null is allowed."),
};

const extensionFields = {
  "preserve-unknown-fields": pointer(boolean, 38, "Whether members without a schema are kept."),
  "embedded-resource": optional(boolean, 39, "Whether the value is an API object with kind, apiVersion and metadata."),
  "int-or-string": optional(boolean, 40, "Whether the value is an integer or a string."),
  "list-map-keys": optional(list(text, { type: "atomic" }), 41, "Members that identify an item of a list of type map."),
  "list-type": pointer(
    text,
    42,
    "Ownership of a list in server-side apply: atomic as a whole, set per item, map per key of items. Default: atomic.",
  ),
  "map-type": pointer(
    text,
    43,
    "Ownership of an object in server-side apply: granular per member, or atomic. Default: granular.",
  ),
  validations: optional(
    list(validationRule, { type: "map", keys: ["rule"], merge: "rule", typeName: "v1.ValidationRules" }),
    44,
    "Validation rules across the members of the value.",
  ),
};

/** Type of fields that accept a schema or a list of schemas. */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[];
export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[] | null;

export interface JSONSchemaProps
  extends FieldsOf<typeof descriptionFields>,
    FieldsOf<typeof limitFields>,
    FieldsOf<typeof otherFields>,
    VocabularyFields<typeof extensionFields> {
  items?: JSONSchemaPropsOrArray;
  allOf?: JSONSchemaProps[];
  oneOf?: JSONSchemaProps[];
  anyOf?: JSONSchemaProps[];
  not?: JSONSchemaProps;
  properties?: Record<string, JSONSchemaProps>;
  additionalProperties?: JSONSchemaPropsOrBool;
  patternProperties?: Record<string, JSONSchemaProps>;
  dependencies?: Record<string, JSONSchemaPropsOrStringArray>;
  additionalItems?: JSONSchemaPropsOrBool;
  definitions?: Record<string, JSONSchemaProps>;
}

export const jsonSchemaProps: StructSchema<JSONSchemaProps> = recursiveStruct(
  "apiextensions/v1.JSONSchemaProps",
  "Schema of a JSON value.",
  () => ({
    ...descriptionFields,
    ...limitFields,
    ...innerFields(),
    ...otherFields,
    ...vocabularyFields(extension, extensionFields),
  }),
);

const asObject = { name: "Schema", schema: jsonSchemaProps };

export const jsonSchemaPropsOrArray = union(
  {
    name: "apiextensions/v1.JSONSchemaPropsOrArray",
    doc: "Schema, or list of schemas.",
    expected: "JSON schema or array of JSON schemas expected",
  },
  { ...asObject, proto: 1 },
  { name: "JSONSchemas", schema: list(jsonSchemaProps, { type: "atomic" }), proto: 2 },
);

export const jsonSchemaPropsOrBool = union(
  {
    name: "apiextensions/v1.JSONSchemaPropsOrBool",
    doc: "Schema, or whether any value is allowed.",
    expected: "boolean or JSON schema expected",
  },
  { ...asObject, proto: 2 },
  { name: "Allows", schema: boolean, proto: 1 },
);

export const jsonSchemaPropsOrStringArray = union(
  {
    name: "apiextensions/v1.JSONSchemaPropsOrStringArray",
    doc: "Schema, or list of names.",
    expected: "JSON schema or array of strings expected",
  },
  { ...asObject, proto: 1 },
  { name: "Property", schema: list(text, { type: "atomic" }), proto: 2 },
);

/** Returns the fields whose values contain schemas. A function, because the type is recursive. */
function innerFields(): FieldSpecs {
  const schemas = list(jsonSchemaProps, { type: "atomic" });
  const byName = map(jsonSchemaProps);
  return {
    items: pointer(jsonSchemaPropsOrArray, 24, "Schema of the items of a list."),
    allOf: optional(schemas, 25, "Schemas, all of which the value must match."),
    oneOf: optional(schemas, 26, "Schemas, exactly one of which the value must match."),
    anyOf: optional(schemas, 27, "Schemas, at least one of which the value must match."),
    not: pointer(jsonSchemaProps, 28, "Schema that the value must not match."),
    properties: optional(byName, 29, "Schemas of members by name."),
    additionalProperties: pointer(jsonSchemaPropsOrBool, 30, "Schema of the members that properties does not list."),
    patternProperties: optional(byName, 31, "Not allowed."),
    dependencies: optional(
      map(jsonSchemaPropsOrStringArray, { typeName: "v1.JSONSchemaDependencies" }),
      32,
      "Not allowed.",
    ),
    additionalItems: pointer(jsonSchemaPropsOrBool, 33, "Not allowed."),
    definitions: optional(map(jsonSchemaProps, { typeName: "v1.JSONSchemaDefinitions" }), 34, "Not allowed."),
  };
}
