/** Prints schemas as the messages of the reference show them: as Go structs. Pointers print a fixed address. */
import { GoText, goQuote, goTextList, goUntyped } from "../../../meta/go-quote.ts";
import { goList, goPointer, goStruct, goStructList } from "../../../meta/go-struct.ts";
import { goRuleMembers } from "../../custom-types/go-rule.ts";
import { isList } from "./is-list.ts";
import { extensionsOf, type SchemaKeys, type SchemaProps } from "./schema-extensions.ts";

const schemaType = typeName("JSONSchemaProps");

function typeName(name: string): string {
  return `apiextensions.${name}`;
}

/** Returns the print of a schema. */
export function goSchema(schema: SchemaProps, names: SchemaKeys): GoText {
  return new GoText(schemaText(schema, names));
}

/** Returns the print of a list of schemas in a member that can also have a single schema. */
export function goSchemaOrList(schemas: readonly SchemaProps[], names: SchemaKeys): GoText {
  const list = schemas.length === 0 ? `[]${schemaType}{}` : schemaList(schemas, names);
  const members = { Schema: goPointer(schemaType, false), JSONSchemas: list };
  return new GoText(goStruct(typeName("JSONSchemaPropsOrArray"), members));
}

function schemaList(schemas: readonly SchemaProps[] = [], names: SchemaKeys): string {
  return goList(
    schemaType,
    schemas.map((one) => schemaText(one, names)),
  );
}

function schemaMap(
  type: string,
  schemas: Readonly<Record<string, SchemaProps>> | undefined,
  names: SchemaKeys,
): string {
  return goTextMapOf(type, schemas, (schema) => schemaText(schema, names));
}

/** Returns the print of a map whose values have prints; nil if it is absent. */
function goTextMapOf<T>(
  type: string,
  map: Readonly<Record<string, T>> | undefined,
  print: (value: T) => string,
): string {
  if (map === undefined) return `${type}(nil)`;
  const keys = Object.keys(map).toSorted();
  return `${type}{${keys.map((key) => `${goQuote(key)}:${print(map[key] as T)}`).join(", ")}}`;
}

function schemaText(schema: SchemaProps, names: SchemaKeys): string {
  return goStruct(schemaType, {
    ...valueMembers(schema),
    ...innerMembers(schema, names),
    ...extensionMembers(schema, names),
  });
}

function valueMembers(schema: SchemaProps): Readonly<Record<string, string>> {
  const pointer = (type: string, member: keyof SchemaProps): string => goPointer(type, isSet(schema[member]));
  const text = (value: string | undefined): string => goQuote(value ?? "");
  return {
    ID: text(schema.id),
    Schema: text(schema.$schema),
    Ref: pointer("string", "$ref"),
    Description: text(schema.description),
    Type: text(schema.type),
    Nullable: String(schema.nullable === true),
    Format: text(schema.format),
    Title: text(schema.title),
    Default: pointer(typeName("JSON"), "default"),
    Maximum: pointer("float64", "maximum"),
    ExclusiveMaximum: String(schema.exclusiveMaximum === true),
    Minimum: pointer("float64", "minimum"),
    ExclusiveMinimum: String(schema.exclusiveMinimum === true),
    MaxLength: pointer("int64", "maxLength"),
    MinLength: pointer("int64", "minLength"),
    Pattern: text(schema.pattern),
    MaxItems: pointer("int64", "maxItems"),
    MinItems: pointer("int64", "minItems"),
    UniqueItems: String(schema.uniqueItems === true),
    MultipleOf: pointer("float64", "multipleOf"),
    Enum: goList(
      typeName("JSON"),
      (schema.enum ?? []).map((value) => goUntyped(value)),
    ),
    MaxProperties: pointer("int64", "maxProperties"),
    MinProperties: pointer("int64", "minProperties"),
    Required: goTextList(schema.required).text,
  };
}

function innerMembers(schema: SchemaProps, names: SchemaKeys): Readonly<Record<string, string>> {
  const pointer = (type: string, member: keyof SchemaProps): string => goPointer(typeName(type), isSet(schema[member]));
  return {
    Items: pointer("JSONSchemaPropsOrArray", "items"),
    AllOf: schemaList(schema.allOf, names),
    OneOf: schemaList(schema.oneOf, names),
    AnyOf: schemaList(schema.anyOf, names),
    Not: pointer("JSONSchemaProps", "not"),
    Properties: schemaMap(`map[string]${schemaType}`, schema.properties, names),
    AdditionalProperties: pointer("JSONSchemaPropsOrBool", "additionalProperties"),
    PatternProperties: schemaMap(`map[string]${schemaType}`, schema.patternProperties, names),
    Dependencies: goTextMapOf(typeName("JSONSchemaDependencies"), schema.dependencies, (dependency) =>
      goStruct(typeName("JSONSchemaPropsOrStringArray"), {
        Schema: goPointer(schemaType, dependency !== null && !isList(dependency)),
        Property: goTextList(isList(dependency) ? dependency : []).text,
      }),
    ),
    AdditionalItems: pointer("JSONSchemaPropsOrBool", "additionalItems"),
    Definitions: schemaMap(typeName("JSONSchemaDefinitions"), schema.definitions, names),
    ExternalDocs: pointer("ExternalDocumentation", "externalDocs"),
    Example: pointer("JSON", "example"),
  };
}

function extensionMembers(schema: SchemaProps, names: SchemaKeys): Readonly<Record<string, string>> {
  const extensions = extensionsOf(schema, names);
  return {
    XPreserveUnknownFields: goPointer("bool", extensions.preserveUnknownFields !== undefined),
    XEmbeddedResource: String(extensions.embeddedResource === true),
    XIntOrString: String(extensions.intOrString === true),
    XListMapKeys: goTextList(extensions.listMapKeys).text,
    XListType: goPointer("string", extensions.listType !== undefined),
    XMapType: goPointer("string", extensions.mapType !== undefined),
    XValidations: goRules(extensions),
  };
}

function goRules({ validations }: ReturnType<typeof extensionsOf>): string {
  const items = goStructList(typeName("ValidationRule"), validations ?? [], goRuleMembers);
  return items.replace(`[]${typeName("ValidationRule")}`, typeName("ValidationRules"));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
