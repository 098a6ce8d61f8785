/**
 * Rules of structural schemas. A structural schema describes the structure of a value outside of `allOf`, `anyOf`, `oneOf` and
 * `not`, whose schemas only restrict values.
 */
import { compareText } from "../../../base/compare-text.ts";
import { getOwn } from "../../../base/own-property.ts";
import {
  type FieldError,
  forbiddenField,
  formatFieldError,
  invalidField,
  requiredField,
} from "../../../meta/field-error.ts";
import { hasDefault, itemSchema, namedSchemas, valueSchema } from "./inner-schemas.ts";
import { SchemaErrorList } from "./schema-errors.ts";
import { extensionsOf, type SchemaExtensions, type SchemaKeys, type SchemaProps } from "./schema-extensions.ts";
import { SchemaPath } from "./schema-path.ts";

/** Returns why a pattern does not compile, in the words of the reference. Undefined if it does. */
export type PatternFault = (pattern: string) => string | undefined;

/** Names of extensions, and the function that compiles patterns. */
export interface StructuralOptions {
  readonly names: SchemaKeys;
  readonly patternFault: PatternFault;
}

/**
 * Returns the errors that make a schema not structural, sorted by their texts.
 * @param schema without the keywords that `StructuralConversion` finds
 * @param path of the schema
 */
export function structuralErrors(schema: SchemaProps, path: string, options: StructuralOptions): readonly FieldError[] {
  const errors = new SchemaErrorList();
  const root = SchemaPath.root(path);
  new StructureRules(options, errors).check(schema, "root", root);
  new CompletenessRules(errors).check(schema, { schema, path: root }, root);
  const sorted = errors.toArray().map((error) => ({ error, text: formatFieldError(error) }));
  return sorted.sort((one, other) => compareText(one.text, other.text)).map(({ error }) => error);
}

/** Position of a schema. Messages depend on it. */
type Level = "root" | "item" | "field";

const missingType: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** Which `anyOf` may say that a value is an integer or a string. */
interface AllowedTypes {
  readonly inAnyOf: boolean;
  readonly inFirstAllOf: boolean;
}

const noTypes: AllowedTypes = { inAnyOf: false, inFirstAllOf: false };

class StructureRules {
  readonly #names: SchemaKeys;
  readonly #patternFault: PatternFault;
  readonly #errors: SchemaErrorList;

  constructor({ names, patternFault }: StructuralOptions, errors: SchemaErrorList) {
    this.#names = names;
    this.#patternFault = patternFault;
    this.#errors = errors;
  }

  /** Checks a schema of the structure, and those inside it. */
  check(schema: SchemaProps, level: Level, path: SchemaPath): void {
    if (this.#errors.isFull) return;
    const item = itemSchema(schema);
    if (schema.type === "array" && !item) this.#require(path.child("items"), "must be specified");
    if (item) this.check(item, "item", path.child("items"));
    for (const [name, property] of namedSchemas(schema, "properties")) {
      this.check(property, "field", path.entry("properties", name));
    }
    const value = valueSchema(schema);
    if (value) this.check(value, "field", path.child("additionalProperties"));
    if (level === "root" && schema.additionalProperties !== undefined) {
      this.#forbid(path.child("additionalProperties"), "must not be used at the root");
    }
    const extensions = extensionsOf(schema, this.#names);
    this.#checkExtensions(schema, extensions, path);
    this.#checkType(schema, { extensions, level }, path);
    this.#checkRestrictions(schema, allowedTypesOf(schema), path);
    this.#checkMetadata(schema, level, path);
  }

  #checkExtensions(schema: SchemaProps, extensions: SchemaExtensions, path: SchemaPath): void {
    const { intOrString, preserveUnknownFields, embeddedResource } = extensions;
    const names = this.#names;
    const reject = (name: string): void => {
      const why = `must be false if ${names.intOrString} is true`;
      this.#errors.add(invalidField(path.child(name).toString(), true, why));
    };
    if (intOrString && preserveUnknownFields) reject(names.preserveUnknownFields);
    if (intOrString && embeddedResource) reject(names.embeddedResource);
    if (!embeddedResource) return;
    if (schema.additionalProperties !== undefined) {
      this.#forbid(path.child("additionalProperties"), `must not be used if ${names.embeddedResource} is set`);
    }
    if (preserveUnknownFields || namedSchemas(schema, "properties").length > 0) return;
    const why = `must not be empty if ${names.embeddedResource} is true without ${names.preserveUnknownFields}`;
    this.#require(path.child("properties"), why);
  }

  #checkType({ type = "" }: SchemaProps, { extensions, level }: TypedSchema, schemaPath: SchemaPath): void {
    const path = schemaPath.child("type");
    const { embeddedResource, intOrString, preserveUnknownFields } = extensions;
    if (embeddedResource && type !== "object") {
      const why = `must be object if ${this.#names.embeddedResource} is true`;
      this.#errors.add(type === "" ? requiredField(path.toString(), why) : invalidField(path.toString(), type, why));
    } else if (type === "" && !intOrString && !preserveUnknownFields) {
      this.#require(path, missingType[level]);
    }
    if (level === "root" && type !== "" && type !== "object") {
      this.#errors.add(invalidField(path.toString(), type, "must be object at the root"));
    }
  }

  /** Checks the fields that every API object has. Only the name of an object can be restricted. */
  #checkMetadata(schema: SchemaProps, level: Level, path: SchemaPath): void {
    const isObject = level === "root" || extensionsOf(schema, this.#names).embeddedResource === true;
    const { kind, apiVersion, metadata } = schema.properties ?? {};
    const checkType = (name: string, property: SchemaProps | undefined, type: string): void => {
      if (!property || !isObject || property.type === type) return;
      const typePath = path.entry("properties", name).child("type").toString();
      this.#errors.add(invalidField(typePath, property.type ?? "", `must be ${type}`));
    };
    checkType("kind", kind, "string");
    checkType("apiVersion", apiVersion, "string");
    checkType("metadata", metadata, "object");
    if (!metadata || level !== "root" || restrictsOnlyNames(metadata)) return;
    const why = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    this.#forbid(path.entry("properties", "metadata"), why);
  }

  /** Checks the schemas that restrict the value of a schema. */
  #checkRestrictions(schema: SchemaProps, allowed: AllowedTypes, path: SchemaPath): void {
    const { allOf = [], anyOf = [], oneOf = [], not, pattern } = schema;
    const checkAll = (member: string, schemas: readonly SchemaProps[]): void => {
      schemas.forEach((inner, index) => this.#checkRestriction(inner, noTypes, path.item(member, index)));
    };
    if (!allowed.inAnyOf) checkAll("anyOf", anyOf);
    allOf.forEach((inner, index) => {
      const types = { inAnyOf: allowed.inFirstAllOf && index === 0, inFirstAllOf: false };
      this.#checkRestriction(inner, types, path.item("allOf", index));
    });
    checkAll("oneOf", oneOf);
    if (not) this.#checkRestriction(not, noTypes, path.child("not"));
    const fault = pattern ? this.#patternFault(pattern) : undefined;
    if (pattern === undefined || fault === undefined) return;
    const why = `must be a valid regular expression, but isn't: ${fault}`;
    this.#errors.add(invalidField(path.child("pattern").toString(), pattern, why));
  }

  /** Checks a schema that only restricts values, so that it must not describe their structure. */
  #checkRestriction(schema: SchemaProps, allowed: AllowedTypes, path: SchemaPath): void {
    if (this.#errors.isFull) return;
    this.#checkRestrictions(schema, allowed, path);
    const item = itemSchema(schema);
    if (item) this.#checkRestriction(item, noTypes, path.child("items"));
    for (const [name, property] of namedSchemas(schema, "properties")) {
      this.#checkRestriction(property, noTypes, path.entry("properties", name));
    }
    for (const [member, isSet, why] of this.#structureIn(schema)) {
      if (isSet) this.#forbid(path.child(member), `must be ${why} to be structural`);
    }
    if (schema.properties?.["metadata"]) {
      this.#forbid(path.entry("properties", "metadata"), "must not be specified in a nested context");
    }
  }

  /** Returns the members that describe structure, whether the schema has them, and what they must be instead. */
  #structureIn(schema: SchemaProps): readonly (readonly [string, boolean, "empty" | "false" | "undefined"])[] {
    const names = this.#names;
    const extensions = extensionsOf(schema, names);
    return [
      ["type", !!schema.type, "empty"],
      [
        "additionalProperties",
        schema.additionalProperties !== undefined && schema.additionalProperties !== false,
        "undefined",
      ],
      ["default", hasDefault(schema), "undefined"],
      ["title", !!schema.title, "empty"],
      ["description", !!schema.description, "empty"],
      ["nullable", schema.nullable === true, "false"],
      [names.preserveUnknownFields, extensions.preserveUnknownFields === true, "false"],
      [names.embeddedResource, extensions.embeddedResource === true, "false"],
      [names.intOrString, extensions.intOrString === true, "false"],
      [names.listMapKeys, (extensions.listMapKeys ?? []).length > 0, "empty"],
      [names.listType, extensions.listType !== undefined, "undefined"],
      [names.mapType, extensions.mapType !== undefined, "undefined"],
      [names.validations, (extensions.validations ?? []).length > 0, "empty"],
    ];
  }

  #forbid(path: SchemaPath, why: string): void {
    this.#errors.add(forbiddenField(path.toString(), why));
  }

  #require(path: SchemaPath, why: string): void {
    this.#errors.add(requiredField(path.toString(), why));
  }
}

interface TypedSchema {
  readonly extensions: SchemaExtensions;
  readonly level: Level;
}

function allowedTypesOf({ anyOf, allOf }: SchemaProps): AllowedTypes {
  return { inAnyOf: isIntegerOrString(anyOf), inFirstAllOf: isIntegerOrString(allOf?.[0]?.anyOf) };
}

/** Members that a structural schema does not keep. */
const documentation: ReadonlySet<string> = new Set(["externalDocs", "example"]);

function isIntegerOrString(schemas: readonly SchemaProps[] = []): boolean {
  const [first, second] = schemas;
  return schemas.length === 2 && hasOnlyType(first, "integer") && hasOnlyType(second, "string");
}

function hasOnlyType(schema: SchemaProps | undefined, type: string): boolean {
  if (schema?.type !== type) return false;
  return Object.entries(schema).every(
    ([member, value]) =>
      member === "type" || documentation.has(member) || (member === "additionalProperties" && value === false),
  );
}

const allowedInMetadata: ReadonlySet<string> = new Set(["type", "default", "properties", ...documentation]);
const nameProperties: ReadonlySet<string> = new Set(["name", "generateName"]);

function restrictsOnlyNames(metadata: SchemaProps): boolean {
  const members = Object.keys(metadata);
  const properties = Object.keys(metadata.properties ?? {});
  return members.every((one) => allowedInMetadata.has(one)) && properties.every((one) => nameProperties.has(one));
}

/** A schema of the structure, with its path. */
interface StructurePart {
  readonly schema: SchemaProps | undefined;
  readonly path: SchemaPath;
}

/** Checks that the structure declares every member that is restricted at the root. */
class CompletenessRules {
  readonly #errors: SchemaErrorList;

  constructor(errors: SchemaErrorList) {
    this.#errors = errors;
  }

  /** Checks the schemas that restrict the value of a part of the structure. @param path of the restricting schema */
  check(schema: SchemaProps, part: StructurePart, path: SchemaPath): void {
    const { allOf = [], anyOf = [], oneOf = [], not } = schema;
    if (not) this.#checkRestriction(not, part, path.child("not"));
    for (const [member, schemas] of Object.entries({ allOf, anyOf, oneOf })) {
      schemas.forEach((inner, index) => this.#checkRestriction(inner, part, path.item(member, index)));
    }
  }

  #checkRestriction(schema: SchemaProps, part: StructurePart, path: SchemaPath): void {
    if (this.#errors.isFull) return;
    if (!part.schema) {
      this.#errors.add(requiredField(part.path.toString(), `because it is defined in ${path.toString()}`));
      return;
    }
    this.check(schema, part, path);
    const item = itemSchema(schema);
    if (item) {
      const items = { schema: itemSchema(part.schema), path: part.path.child("items") };
      this.#checkRestriction(item, items, path.child("items"));
    }
    for (const [name, property] of namedSchemas(schema, "properties")) {
      const declared = { schema: getOwn(part.schema.properties, name), path: part.path.entry("properties", name) };
      this.#checkRestriction(property, declared, path.entry("properties", name));
    }
  }
}
