/**
 * Publishes the structural schemas of custom types. Their documents are JSON that the rules of definitions have checked. As in the
 * reference, version 2 leaves out everything that clients of version 2 misunderstand, such as properties beside unknown ones.
 */
import { isJsonList, isJsonObject, type JsonObject, type ReadonlyJsonObject } from "../base/json-object.ts";
import type { OpenApiSchema, OpenApiVersion } from "./openapi-schema.ts";

/** Conventions of the document that contains the schema, and the properties that all kinds share. */
export interface StructuralPublication {
  readonly version: OpenApiVersion;
  /** Returns the name of an extension: `x-kubernetes-list-type`. */
  readonly extensionName: (stem: string) => string;
  /** The properties of the whole object that every kind has: `apiVersion`, `kind` and `metadata`. */
  readonly typeProperties: Readonly<Record<string, OpenApiSchema>>;
  /** The same properties of an embedded object. */
  readonly embeddedProperties: Readonly<Record<string, OpenApiSchema>>;
}

/** Returns the schema of the objects of a custom type. */
export function publishStructural(document: ReadonlyJsonObject, publication: StructuralPublication): OpenApiSchema {
  const publisher = new StructuralPublisher(publication);
  // Clients reject unknown members of an object with properties. So an object of any shape has none.
  if (Object.keys(document).length === 0 || publisher.isOpenInV2(document)) return { type: "object" };
  const { properties, ...schema } = publisher.schema(document) as OpenApiSchema;
  return { ...schema, properties: { ...properties, ...publication.typeProperties } };
}

/** Keywords with numbers, which are published if they are set. */
const numberKeywords = [
  "maximum",
  "minimum",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "multipleOf",
  "maxProperties",
  "minProperties",
] as const;
/** Keywords with texts. An empty text means nothing. */
const textKeywords = ["format", "pattern"] as const;
/** Keywords with flags. False means nothing. */
const flagKeywords = ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"] as const;
const listJunctors = ["allOf", "anyOf", "oneOf"] as const;
/** Extensions with flags, which are published if they are true. */
const flagExtensions = ["preserve-unknown-fields", "embedded-resource", "int-or-string"] as const;
/** Extensions with texts or lists, which are published if they are not empty. */
const valueExtensions = ["list-map-keys", "list-type", "map-type"] as const;

const integerOrString: readonly ReadonlyJsonObject[] = [{ type: "integer" }, { type: "string" }];

/** Publishes the nodes of one schema. The depth of the JSON is limited where it is decoded. */
class StructuralPublisher {
  readonly #isV2: boolean;
  readonly #extensionName: (stem: string) => string;
  readonly #embeddedProperties: ReadonlyJsonObject;

  constructor({ version, extensionName, embeddedProperties }: StructuralPublication) {
    this.#isV2 = version === "2.0";
    this.#extensionName = extensionName;
    this.#embeddedProperties = embeddedProperties;
  }

  /** Whether version 2 must not describe the value's members, because unknown ones are allowed. */
  isOpenInV2(schema: ReadonlyJsonObject): boolean {
    return this.#isV2 && this.#flag(schema, "preserve-unknown-fields");
  }

  /** Returns the published form of a node that declares a value's type. */
  schema(schema: ReadonlyJsonObject): JsonObject {
    const isOpaque = this.#isV2 && (schema["nullable"] === true || this.isOpenInV2(schema));
    const published = this.#generics(schema);
    if (this.#isV2 && this.#isUntypedInV2(schema)) delete published["type"];
    Object.assign(published, this.#constraints(schema));
    if (this.#isV2) this.#removeNullableNames(published, schema, isOpaque);
    if (!isOpaque)
      Object.assign(
        published,
        this.#parts(schema, (part) => this.schema(part)),
      );
    const { additionalProperties } = schema;
    if (isJsonObject(additionalProperties)) published["additionalProperties"] = this.schema(additionalProperties);
    else if (typeof additionalProperties === "boolean") published["additionalProperties"] = additionalProperties;
    if (!this.#isV2)
      Object.assign(published, this.#junctors(withTypesOfIntOrString(schema, this.#isIntOrString(schema))));
    Object.assign(published, this.#extensions(schema));
    if (this.#flag(schema, "embedded-resource") && !this.isOpenInV2(schema)) this.#embed(published);
    return published;
  }

  /** Returns the published form of a node below `allOf`, `anyOf`, `oneOf` or `not`. It only restricts values. */
  #restriction(schema: ReadonlyJsonObject): JsonObject {
    return {
      ...this.#generics(schema),
      ...this.#constraints(schema),
      ...this.#parts(schema, (part) => this.#restriction(part)),
      ...this.#junctors(schema),
      ...this.#extensions(schema),
    };
  }

  #generics({ type, title, description, nullable, default: value }: ReadonlyJsonObject): JsonObject {
    return {
      ...filledText("description", description),
      ...filledText("type", type),
      ...filledText("title", title),
      ...(nullable === true && !this.#isV2 ? { nullable } : {}),
      ...(value !== undefined && value !== null && !this.#isV2 ? { default: value } : {}),
    };
  }

  #constraints(schema: ReadonlyJsonObject): JsonObject {
    const published: JsonObject = {};
    for (const keyword of numberKeywords) {
      if (typeof schema[keyword] === "number" || typeof schema[keyword] === "bigint")
        published[keyword] = schema[keyword];
    }
    for (const keyword of textKeywords) Object.assign(published, filledText(keyword, schema[keyword]));
    for (const keyword of flagKeywords) if (schema[keyword] === true) published[keyword] = true;
    for (const keyword of ["enum", "required"] as const) {
      if (isFilledList(schema[keyword])) published[keyword] = schema[keyword];
    }
    return published;
  }

  #parts({ items, properties }: ReadonlyJsonObject, publish: (schema: ReadonlyJsonObject) => JsonObject): JsonObject {
    const members = isJsonObject(properties) ? Object.entries(properties) : [];
    const published = members.filter((entry): entry is [string, ReadonlyJsonObject] => isJsonObject(entry[1]));
    return {
      ...(published.length > 0
        ? { properties: Object.fromEntries(published.map(([name, property]) => [name, publish(property)])) }
        : {}),
      ...(isJsonObject(items) ? { items: publish(items) } : {}),
    };
  }

  #junctors(schema: ReadonlyJsonObject): JsonObject {
    const published: JsonObject = {};
    for (const junctor of listJunctors) {
      const parts = schema[junctor];
      if (isFilledList(parts)) published[junctor] = parts.filter(isJsonObject).map((part) => this.#restriction(part));
    }
    if (isJsonObject(schema["not"])) published["not"] = this.#restriction(schema["not"]);
    return published;
  }

  #extensions(schema: ReadonlyJsonObject): JsonObject {
    const published: JsonObject = {};
    for (const stem of flagExtensions) if (this.#flag(schema, stem)) published[this.#extensionName(stem)] = true;
    for (const stem of [...valueExtensions, "validations"]) {
      const value = this.#extension(schema, stem);
      if (isFilledList(value) || (typeof value === "string" && value !== ""))
        published[this.#extensionName(stem)] = value;
    }
    return published;
  }

  /** Adds the properties of an embedded object, and requires its type. */
  #embed(published: JsonObject): void {
    published["properties"] = { ...(published["properties"] as ReadonlyJsonObject), ...this.#embeddedProperties };
    const required = (published["required"] ?? []) as readonly string[];
    const missing = ["kind", "apiVersion"].filter((name) => !required.includes(name));
    published["required"] = [...required, ...missing];
  }

  /** Removes the names of properties that may be null, because they have no type in version 2. */
  #removeNullableNames(published: JsonObject, schema: ReadonlyJsonObject, isOpaque: boolean): void {
    const { properties, additionalProperties } = schema;
    const isNullable = (property: unknown): boolean => isJsonObject(property) && property["nullable"] === true;
    const kept = isNullable(additionalProperties)
      ? []
      : ((published["required"] ?? []) as readonly string[]).filter(
          (name) =>
            isOpaque || !isJsonObject(properties) || !Object.hasOwn(properties, name) || !isNullable(properties[name]),
        );
    if (kept.length > 0) published["required"] = kept;
    else delete published["required"];
  }

  /** Whether version 2 shows no type: of values that may be null, of open objects, and of lists whose items are not described. */
  #isUntypedInV2(schema: ReadonlyJsonObject): boolean {
    const { type, nullable, items } = schema;
    if (nullable === true) return true;
    const isOpen = this.isOpenInV2(schema);
    return type === "array" ? isOpen || !isJsonObject(items) : type === "object" && isOpen;
  }

  #isIntOrString(schema: ReadonlyJsonObject): boolean {
    return this.#flag(schema, "int-or-string");
  }

  #extension(schema: ReadonlyJsonObject, stem: string): unknown {
    return schema[this.#extensionName(stem)];
  }

  #flag(schema: ReadonlyJsonObject, stem: string): boolean {
    return this.#extension(schema, stem) === true;
  }
}

/** Returns the schema with both types in `anyOf`, unless it lists them itself. */
function withTypesOfIntOrString(schema: ReadonlyJsonObject, isIntOrString: boolean): ReadonlyJsonObject {
  const { anyOf, allOf } = schema;
  const [first] = isJsonList(allOf) ? allOf : [];
  if (!isIntOrString || listsBothTypes(anyOf) || (isJsonObject(first) && listsBothTypes(first["anyOf"]))) return schema;
  if (!isFilledList(anyOf)) return { ...schema, anyOf: integerOrString };
  return { ...schema, allOf: [{ anyOf: integerOrString }, ...(isJsonList(allOf) ? allOf : [])] };
}

/** Whether the list says that a value is an integer or a string, and nothing else. */
function listsBothTypes(anyOf: unknown): boolean {
  return (
    isJsonList(anyOf) &&
    anyOf.length === integerOrString.length &&
    integerOrString.every(({ type }, index) => {
      const one = anyOf[index];
      return isJsonObject(one) && one["type"] === type && Object.keys(one).length === 1;
    })
  );
}

function filledText(name: string, value: unknown): JsonObject {
  return typeof value === "string" && value !== "" ? { [name]: value } : {};
}

function isFilledList(value: unknown): value is readonly unknown[] {
  return isJsonList(value) && value.length > 0;
}
