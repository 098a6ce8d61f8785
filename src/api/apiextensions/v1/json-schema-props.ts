/** The language in which custom types are described: JSON schema, as OpenAPI 3.0 has it, with extensions. */
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

/** A JSON value within a schema. */
export const json = namedJson("apiextensions/v1.JSON", "Any JSON value.");

const externalDocumentationFields = {
  description: optional(text, 1, "What is documented there."),
  url: optional(text, 2, "Where that is."),
};

export interface ExternalDocumentation extends FieldsOf<typeof externalDocumentationFields> {}

export const externalDocumentation: StructSchema<ExternalDocumentation> = struct(
  "apiextensions/v1.ExternalDocumentation",
  "Documentation in another place.",
  externalDocumentationFields,
);

const descriptionFields = {
  id: optional(text, 1, "Not used."),
  $schema: optional(namedText("v1.JSONSchemaURL"), 2, "Not used."),
  $ref: pointer(text, 3, "Not allowed: schemas are complete."),
  description: optional(text, 4, "What the value is, for people."),
  type: optional(text, 5, "The JSON type: object, array, string, integer, number or boolean."),
  format: optional(
    text,
    6,
    "A format of texts, such as date-time, duration, uuid, ipv4, cidr, byte or email; unknown ones are ignored.",
  ),
  title: optional(text, 7, "A short name, for people."),
  default: pointer(json, 8, "What an unset value becomes, when it is written and when it is read."),
};

const limitFields = {
  maximum: pointer(float64, 9, "The greatest number."),
  exclusiveMaximum: optional(boolean, 10, "The number must be less than maximum."),
  minimum: pointer(float64, 11, "The least number."),
  exclusiveMinimum: optional(boolean, 12, "The number must be greater than minimum."),
  maxLength: pointer(int64, 13, "The greatest length of a text, in characters."),
  minLength: pointer(int64, 14, "The least length of a text, in characters."),
  pattern: optional(text, 15, "A regular expression that is found in the text."),
  maxItems: pointer(int64, 16, "The greatest length of a list."),
  minItems: pointer(int64, 17, "The least length of a list."),
  uniqueItems: optional(boolean, 18, "Not allowed: a list of type set says it."),
  multipleOf: pointer(float64, 19, "The number is a multiple of this one."),
  enum: optional(list(json, { type: "atomic" }), 20, "The values that are allowed."),
  maxProperties: pointer(int64, 21, "The greatest number of members of an object."),
  minProperties: pointer(int64, 22, "The least number of members of an object."),
  required: optional(list(text, { type: "atomic" }), 23, "The members that an object must have."),
};

const otherFields = {
  externalDocs: pointer(externalDocumentation, 35, "Where more is said."),
  example: pointer(json, 36, "A value that fits."),
  nullable: optional(boolean, 37, "Null is allowed as well."),
};

const extensionFields = {
  "preserve-unknown-fields": pointer(boolean, 38, "Members that the schema does not know are kept."),
  "embedded-resource": optional(boolean, 39, "The value is an object of the API, with kind, apiVersion and metadata."),
  "int-or-string": optional(boolean, 40, "The value is an integer or a text."),
  "list-map-keys": optional(
    list(text, { type: "atomic" }),
    41,
    "The members that identify an item of a list of type map.",
  ),
  "list-type": pointer(
    text,
    42,
    "How appliers share a list: atomic, as a whole; set, item by item; map, by the keys of items. Unset: atomic.",
  ),
  "map-type": pointer(text, 43, "How appliers share an object: granular, by its members, or atomic. Unset: granular."),
  validations: optional(
    list(validationRule, { type: "map", keys: ["rule"], merge: "rule", typeName: "v1.ValidationRules" }),
    44,
    "Rules across the members of the value.",
  ),
};

/** A schema that one of several forms may take the place of. */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[];
export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[];

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
  "What a JSON value may be.",
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
    doc: "A schema, or a list of schemas.",
    expected: "JSON schema or array of JSON schemas expected",
  },
  { ...asObject, proto: 1 },
  { name: "JSONSchemas", schema: list(jsonSchemaProps, { type: "atomic" }), proto: 2 },
);

export const jsonSchemaPropsOrBool = union(
  {
    name: "apiextensions/v1.JSONSchemaPropsOrBool",
    doc: "A schema, or whether any value is allowed.",
    expected: "boolean or JSON schema expected",
  },
  { ...asObject, proto: 2 },
  { name: "Allows", schema: boolean, proto: 1 },
);

export const jsonSchemaPropsOrStringArray = union(
  {
    name: "apiextensions/v1.JSONSchemaPropsOrStringArray",
    doc: "A schema, or a list of names.",
    expected: "JSON schema or array of strings expected",
  },
  { ...asObject, proto: 1 },
  { name: "Property", schema: list(text, { type: "atomic" }), proto: 2 },
);

/** Fields that hold schemas again. */
function innerFields(): FieldSpecs {
  const schemas = list(jsonSchemaProps, { type: "atomic" });
  const byName = map(jsonSchemaProps);
  return {
    items: pointer(jsonSchemaPropsOrArray, 24, "What the items of a list may be; one schema for all of them."),
    allOf: optional(schemas, 25, "The value fits all of these."),
    oneOf: optional(schemas, 26, "The value fits exactly one of these."),
    anyOf: optional(schemas, 27, "The value fits at least one of these."),
    not: pointer(jsonSchemaProps, 28, "The value does not fit this."),
    properties: optional(byName, 29, "What the members of an object may be, by name."),
    additionalProperties: pointer(jsonSchemaPropsOrBool, 30, "What members that properties does not name may be."),
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
