/** Rules of the schemas of custom types: keywords that are not supported, and extensions that do not fit together. */
import { getOwn } from "../../../base/own-property.ts";
import {
  type FieldError,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { goSchemaOrList } from "./go-schema-text.ts";
import { dependencySchemas, hasDefault, itemSchema, itemSchemas, namedSchemas, valueSchema } from "./inner-schemas.ts";
import { isList } from "./is-list.ts";
import { listKeyErrors } from "./list-key-rules.ts";
import { SchemaErrorList } from "./schema-errors.ts";
import { extensionsOf, type SchemaExtensions, type SchemaKeys, type SchemaProps } from "./schema-extensions.ts";
import { SchemaPath } from "./schema-path.ts";

/** Rules that an update need not satisfy if the stored definition does not. */
export interface SchemaRequirements {
  /** Whether `type` must be a type of OpenAPI. */
  readonly knownTypes: boolean;
  /** Whether the items of a set must be atomic. */
  readonly atomicSetItems: boolean;
  /** Whether the keys of a list must have values, and whether the items of maps and sets must not be null. */
  readonly keyValues: boolean;
}

/** Requirements for new definitions. */
export const allRequirements: SchemaRequirements = { knownTypes: true, atomicSetItems: true, keyValues: true };

/** Returns the errors in the texts of the rules of one schema. */
export type RuleTextErrors = (schema: SchemaProps, path: string) => readonly FieldError[];

/** Settings for the rules of a schema. */
export interface SchemaRuleOptions {
  readonly names: SchemaKeys;
  readonly requirements: SchemaRequirements;
  readonly ruleTextErrors: RuleTextErrors;
}

/** Returns the errors of a schema and of all schemas inside it. Those of inner schemas come before most of the outer one. */
export function schemaErrors(schema: SchemaProps, path: string, options: SchemaRuleOptions): readonly FieldError[] {
  const errors = new SchemaErrorList();
  new SchemaRules(options, errors).check(schema, rootPlace, SchemaPath.root(path));
  return errors.toArray();
}

/** Where a schema is, as far as its rules depend on it. */
interface SchemaPlace {
  readonly isRoot: boolean;
  /** Why the schema must not have a default. Undefined if it may. */
  readonly defaultRejection: string | undefined;
  /** Whether the schema is inside `metadata`, `kind` or `apiVersion` of an API object. */
  readonly isInsideMetadata: boolean;
}

const rootPlace: SchemaPlace = { isRoot: true, defaultRejection: undefined, isInsideMetadata: false };

const openApiTypes: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];
const objectFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

class SchemaRules {
  readonly #names: SchemaKeys;
  readonly #requirements: SchemaRequirements;
  readonly #ruleTextErrors: RuleTextErrors;
  readonly #errors: SchemaErrorList;

  constructor({ names, requirements, ruleTextErrors }: SchemaRuleOptions, errors: SchemaErrorList) {
    this.#names = names;
    this.#requirements = requirements;
    this.#ruleTextErrors = ruleTextErrors;
    this.#errors = errors;
  }

  check(schema: SchemaProps, place: SchemaPlace, path: SchemaPath): void {
    if (this.#errors.isFull) return;
    const extensions = extensionsOf(schema, this.#names);
    this.#checkKeywords(schema, place, path);
    if (place.isInsideMetadata && extensions.embeddedResource) {
      this.#forbid(path.child(this.#names.embeddedResource), "must not be used inside of resource meta");
    }
    if (schema.uniqueItems) {
      const why = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
      this.#forbid(path.child("uniqueItems"), why);
    }
    this.#checkMembers(schema, { ...place, extensions }, path);
    this.#checkOthers(schema, { ...place, isRoot: false }, path);
    this.#checkExtensions(schema, extensions, path);
    if ((extensions.validations ?? []).length > 0) this.#errors.add(...this.#ruleTextErrors(schema, path.toString()));
  }

  #checkKeywords(schema: SchemaProps, { defaultRejection }: SchemaPlace, path: SchemaPath): void {
    const { type = "" } = schema;
    const forbid = (keyword: string, why: string): void => this.#forbid(path.child(keyword), why);
    if (this.#requirements.knownTypes && !hasKnownType(schema)) {
      this.#errors.add(notSupportedField(path.child("type").toString(), type, openApiTypes));
    }
    if (hasDefault(schema) && defaultRejection !== undefined) forbid("default", `must not be set ${defaultRejection}`);
    for (const [keyword, isUsed] of unsupportedKeywords(schema)) {
      if (isUsed) forbid(keyword, `${keyword} is not supported`);
    }
    if (type === "null") forbid("type", "type cannot be set to null, use nullable as an alternative");
    if (itemSchemas(schema).length > 0) forbid("items", "items must be a schema object and not an array");
  }

  /** Checks the schemas of the members of an object. */
  #checkMembers(schema: SchemaProps, place: SchemaPlace & PlacedExtensions, path: SchemaPath): void {
    const { isRoot, extensions, isInsideMetadata, defaultRejection } = place;
    const { additionalProperties } = schema;
    const properties = namedSchemas(schema, "properties");
    if (properties.length > 0 && additionalProperties !== undefined && additionalProperties !== true) {
      this.#forbid(path.child("additionalProperties"), "additionalProperties and properties are mutual exclusive");
    }
    const value = valueSchema(schema);
    if (value) {
      const rejection = isInsideMetadata ? "inside additionalProperties applying to object metadata" : defaultRejection;
      const valuePlace = { isRoot: false, isInsideMetadata, defaultRejection: rejection };
      this.check(value, valuePlace, path.child("additionalProperties"));
    }
    for (const [name, property] of properties) {
      const isObjectField = (isRoot || extensions.embeddedResource === true) && objectFields.has(name);
      const propertyPlace = {
        isRoot: false,
        isInsideMetadata: isInsideMetadata || isObjectField,
        defaultRejection: isRoot && isObjectField ? `in top-level ${name}` : defaultRejection,
      };
      this.check(property, propertyPlace, path.entry("properties", name));
    }
  }

  /** Checks the schemas that are not those of members. */
  #checkOthers(schema: SchemaProps, place: SchemaPlace, path: SchemaPath): void {
    const { not, allOf = [], oneOf = [], anyOf = [] } = schema;
    if (not) this.check(not, place, path.child("not"));
    for (const [member, schemas] of Object.entries({ allOf, oneOf, anyOf })) {
      schemas.forEach((inner, index) => this.check(inner, place, path.item(member, index)));
    }
    for (const [name, inner] of namedSchemas(schema, "definitions")) {
      this.check(inner, place, path.entry("definitions", name));
    }
    const item = itemSchema(schema);
    if (item) this.check(item, place, path.child("items"));
    itemSchemas(schema).forEach((inner, index) => this.check(inner, place, path.item("items", index)));
    for (const [name, inner] of dependencySchemas(schema)) {
      this.check(inner, place, path.entry("dependencies", name));
    }
  }

  #checkExtensions(schema: SchemaProps, extensions: SchemaExtensions, path: SchemaPath): void {
    const names = this.#names;
    const { preserveUnknownFields, mapType, listType } = extensions;
    if (preserveUnknownFields === false) {
      const why = "must be true or undefined";
      this.#errors.add(invalidField(path.child(names.preserveUnknownFields).toString(), false, why));
    }
    this.#checkTypeOf(schema, { extension: names.mapType, isUsed: mapType !== undefined, type: "object" }, path);
    this.#checkValue(names.mapType, mapType, { supported: ["atomic", "granular"], path });
    const isList = this.#checkTypeOf(
      schema,
      { extension: names.listType, isUsed: listType !== undefined, type: "array" },
      path,
    );
    const item = itemSchema(schema);
    if (isList && this.#requirements.atomicSetItems && listType === "set" && item) {
      const fault = nonAtomicItem(item, names);
      if (fault)
        this.#errors.add(invalidField(path.child("items").child(fault.extension).toString(), fault.shown, fault.why));
    }
    this.#checkValue(names.listType, listType, { supported: ["atomic", "set", "map"], path });
    this.#checkMapKeys(schema, extensions, path);
    if (this.#requirements.keyValues) this.#errors.add(...listKeyErrors(schema, names, path));
  }

  /** Reports an extension of a schema with another type. Returns whether the schema has the type. */
  #checkTypeOf({ type = "" }: SchemaProps, expected: TypeOfExtension, path: SchemaPath): boolean {
    if (type === expected.type) return true;
    if (!expected.isUsed) return false;
    const why = `must be ${expected.type} if ${expected.extension} is specified`;
    const typePath = path.child("type").toString();
    this.#errors.add(type === "" ? requiredField(typePath, why) : invalidField(typePath, type, why));
    return false;
  }

  #checkValue(name: string, value: string | undefined, { supported, path }: SupportedValues): void {
    if (value === undefined || supported.includes(value)) return;
    this.#errors.add(notSupportedField(path.child(name).toString(), value, supported));
  }

  #checkMapKeys(schema: SchemaProps, { listType, listMapKeys = [] }: SchemaExtensions, path: SchemaPath): void {
    const names = this.#names;
    const typePath = path.child(names.listType).toString();
    if (listMapKeys.length > 0 && listType !== "map") {
      const why = `must be map if ${names.listMapKeys} is non-empty`;
      this.#errors.add(listType === undefined ? requiredField(typePath, why) : invalidField(typePath, listType, why));
    }
    if (listType !== "map") return;
    const itemsPath = path.child("items");
    const report = (error: FieldError): void => this.#errors.add(error);
    const when = `if ${names.listType} is map`;
    if (listMapKeys.length === 0) {
      report(requiredField(path.child(names.listMapKeys).toString(), `must not be empty ${when}`));
    }
    const { items } = schema;
    const item = itemSchema(schema);
    if (items === undefined) report(requiredField(itemsPath.toString(), `must have a schema ${when}`));
    else if (!item) {
      const shown = goSchemaOrList(isList(items) ? items : [], names);
      report(invalidField(itemsPath.toString(), shown, `must only have a single schema ${when}`));
    } else if (item.type !== "object") {
      const why = `must be object if parent array's ${names.listType} is map`;
      report(invalidField(itemsPath.child("type").toString(), item.type ?? "", why));
    } else this.#checkKeyProperties(item, listMapKeys, path);
  }

  #checkKeyProperties(item: SchemaProps, keys: readonly string[], path: SchemaPath): void {
    const names = this.#names;
    const keysPath = path.child(names.listMapKeys);
    const seen = new Set<string>();
    for (const key of keys) {
      if (this.#errors.isFull) return;
      const property = getOwn(item.properties, key);
      if (!property) {
        this.#errors.add(invalidField(keysPath.toString(), keys, "entries must all be names of item properties"));
      } else if (property.type === "array" || property.type === "object") {
        const typePath = path.child("items").entry("properties", key).child("type").toString();
        const why = `must be a scalar type if parent array's ${names.listType} is map`;
        this.#errors.add(invalidField(typePath, item.type ?? "", why));
      }
      if (seen.has(key))
        this.#errors.add(invalidField(keysPath.toString(), keys, "must not contain duplicate entries"));
      seen.add(key);
    }
  }

  #forbid(path: SchemaPath, why: string): void {
    this.#errors.add(forbiddenField(path.toString(), why));
  }
}

interface PlacedExtensions {
  readonly extensions: SchemaExtensions;
}

interface TypeOfExtension {
  readonly extension: string;
  readonly isUsed: boolean;
  readonly type: string;
}

interface SupportedValues {
  readonly supported: readonly string[];
  readonly path: SchemaPath;
}

/** Whether the schema has no type or a type of OpenAPI. */
export function hasKnownType({ type = "" }: SchemaProps): boolean {
  return type === "" || openApiTypes.includes(type);
}

function unsupportedKeywords(schema: SchemaProps): readonly (readonly [string, boolean])[] {
  const { id, additionalItems, dependencies, $ref } = schema;
  return [
    ["id", !!id],
    ["additionalItems", additionalItems !== undefined],
    ["patternProperties", namedSchemas(schema, "patternProperties").length > 0],
    ["definitions", namedSchemas(schema, "definitions").length > 0],
    ["dependencies", dependencies !== undefined],
    ["$ref", $ref !== undefined],
  ];
}

/** Fault of the items of a set. */
interface ItemFault {
  readonly extension: string;
  readonly shown: string | undefined;
  readonly why: string;
}

/** Returns the fault of the items of a set that are not atomic. Undefined if they are. */
export function nonAtomicItem(item: SchemaProps, names: SchemaKeys): ItemFault | undefined {
  const { listType, mapType } = extensionsOf(item, names);
  const why = `must be atomic as item of a list with ${names.listType}=set`;
  if (item.type === "array" && listType !== undefined && listType !== "atomic") {
    return { extension: names.listType, shown: listType, why };
  }
  // The reference shows the list type here, too.
  if (item.type === "object" && mapType !== "atomic") return { extension: names.mapType, shown: listType, why };
  return undefined;
}
