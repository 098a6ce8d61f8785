/**
 * Publishes the structural schemas of custom types. Their documents are JSON that the rules of definitions have checked. As in the
 * reference, version 2 leaves out everything that clients of version 2 misunderstand, such as properties beside unknown ones.
 */
import { unreachable } from "../base/assert.ts";
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

/**
 * How a member of a schema is published:
 * - `text`: unless it is empty
 * - `number`: as it is
 * - `flag`: if it is true
 * - `list`: unless it is empty
 * - `default`: unless it is null, and only in version 3
 * - `properties`, `items`, `additionalProperties`: with published schemas
 * - `junctor`, `not`: with published restrictions, and only in version 3
 */
type MemberForm =
  | "text"
  | "number"
  | "flag"
  | "list"
  | "default"
  | "properties"
  | "items"
  | "additionalProperties"
  | "junctor"
  | "not";

const keywords: Readonly<Record<string, MemberForm>> = {
  type: "text",
  title: "text",
  description: "text",
  format: "text",
  pattern: "text",
  maximum: "number",
  minimum: "number",
  maxLength: "number",
  minLength: "number",
  maxItems: "number",
  minItems: "number",
  multipleOf: "number",
  maxProperties: "number",
  minProperties: "number",
  nullable: "flag",
  exclusiveMaximum: "flag",
  exclusiveMinimum: "flag",
  uniqueItems: "flag",
  enum: "list",
  required: "list",
  default: "default",
  properties: "properties",
  items: "items",
  additionalProperties: "additionalProperties",
  allOf: "junctor",
  anyOf: "junctor",
  oneOf: "junctor",
  not: "not",
};

const extensions: Readonly<Record<string, MemberForm>> = {
  "preserve-unknown-fields": "flag",
  "embedded-resource": "flag",
  "int-or-string": "flag",
  "list-map-keys": "list",
  "list-type": "text",
  "map-type": "text",
  validations: "list",
};

/** A node that only restricts values, and declares no type: one below `allOf`, `anyOf`, `oneOf` or `not`. */
type NodeRole = "type" | "restriction";

const integerOrString: readonly ReadonlyJsonObject[] = [{ type: "integer" }, { type: "string" }];

/** Publishes the nodes of one schema. The depth of the JSON is limited where it is decoded. */
class StructuralPublisher {
  readonly #isV2: boolean;
  readonly #forms: ReadonlyMap<string, MemberForm>;
  readonly #preserve: string;
  readonly #embedded: string;
  readonly #intOrString: string;
  readonly #embeddedProperties: ReadonlyJsonObject;

  constructor({ version, extensionName, embeddedProperties }: StructuralPublication) {
    this.#isV2 = version === "2.0";
    this.#forms = new Map([
      ...Object.entries(keywords),
      ...Object.entries(extensions).map(([stem, form]) => [extensionName(stem), form] as const),
    ]);
    this.#preserve = extensionName("preserve-unknown-fields");
    this.#embedded = extensionName("embedded-resource");
    this.#intOrString = extensionName("int-or-string");
    this.#embeddedProperties = embeddedProperties;
  }

  /** Whether version 2 must not describe the value's members, because unknown ones are allowed. */
  isOpenInV2(schema: ReadonlyJsonObject): boolean {
    return this.#isV2 && schema[this.#preserve] === true;
  }

  /** Returns the published form of a node that declares the type of a value. */
  schema(schema: ReadonlyJsonObject): JsonObject {
    const unfolded = !this.#isV2 && schema[this.#intOrString] === true ? withTypesOfIntOrString(schema) : schema;
    const published = this.#members(unfolded, "type");
    if (this.#isV2) this.#adaptToV2(published, schema);
    if (schema[this.#embedded] === true && !this.isOpenInV2(schema)) this.#embed(published);
    return published;
  }

  #members(schema: ReadonlyJsonObject, role: NodeRole): JsonObject {
    const published: JsonObject = {};
    for (const name of Object.keys(schema)) {
      const form = this.#forms.get(name);
      const value = form && this.#member(form, schema[name], role);
      if (value !== undefined) published[name] = value;
    }
    return published;
  }

  /** Returns the published form of a member, or undefined if it is not published. */
  #member(form: MemberForm, value: unknown, role: NodeRole): unknown {
    switch (form) {
      case "text":
        return typeof value === "string" && value !== "" ? value : undefined;
      case "number":
        return typeof value === "number" || typeof value === "bigint" ? value : undefined;
      case "flag":
        return value === true ? value : undefined;
      case "list":
        return isFilledList(value) ? value : undefined;
      case "default":
        return this.#isV2 ? undefined : (value ?? undefined);
      case "properties":
        return isJsonObject(value) ? this.#properties(value, role) : undefined;
      case "items":
        return isJsonObject(value) ? this.#node(value, role) : undefined;
      case "additionalProperties":
        // As in the reference, restrictions of the values of a map are not published.
        if (role === "restriction") return undefined;
        return isJsonObject(value) ? this.schema(value) : typeof value === "boolean" ? value : undefined;
      case "junctor":
        if (this.#isV2 || !isFilledList(value)) return undefined;
        return value.filter(isJsonObject).map((part) => this.#members(part, "restriction"));
      case "not":
        return !this.#isV2 && isJsonObject(value) ? this.#members(value, "restriction") : undefined;
      default:
        return unreachable(form);
    }
  }

  #node(schema: ReadonlyJsonObject, role: NodeRole): JsonObject {
    return role === "type" ? this.schema(schema) : this.#members(schema, role);
  }

  #properties(properties: ReadonlyJsonObject, role: NodeRole): JsonObject | undefined {
    const published = Object.entries(properties).flatMap(([name, property]) =>
      isJsonObject(property) ? [[name, this.#node(property, role)] as const] : [],
    );
    return published.length > 0 ? Object.fromEntries(published) : undefined;
  }

  /** Removes the members that clients of version 2 misunderstand. */
  #adaptToV2(published: JsonObject, schema: ReadonlyJsonObject): void {
    const isNullable = schema["nullable"] === true;
    const isOpen = this.isOpenInV2(schema);
    if (!isNullable && !isOpen) this.#removeNullableNames(published, schema);
    else if (isNullableSchema(schema["additionalProperties"])) delete published["required"];
    if (isNullable || isOpen) {
      delete published["properties"];
      delete published["items"];
    }
    const { type, items } = published;
    if (isNullable || (type === "array" && items === undefined) || (type === "object" && isOpen))
      delete published["type"];
    delete published["nullable"];
  }

  /** Removes the names of properties that may be null, because they have no type in version 2. */
  #removeNullableNames(published: JsonObject, { properties, additionalProperties }: ReadonlyJsonObject): void {
    const { required } = published;
    if (!isJsonList(required)) return;
    const isKept = (name: unknown): boolean =>
      !isJsonObject(properties) ||
      !Object.hasOwn(properties, String(name)) ||
      !isNullableSchema(properties[String(name)]);
    const kept = isNullableSchema(additionalProperties) ? [] : required.filter(isKept);
    if (kept.length > 0) published["required"] = kept;
    else delete published["required"];
  }

  /** Adds the properties of an embedded object, and requires its type. */
  #embed(published: JsonObject): void {
    published["properties"] = { ...(published["properties"] as ReadonlyJsonObject), ...this.#embeddedProperties };
    const required = isJsonList(published["required"]) ? published["required"] : [];
    published["required"] = [...required, ...["kind", "apiVersion"].filter((name) => !required.includes(name))];
  }
}

function isNullableSchema(schema: unknown): boolean {
  return isJsonObject(schema) && schema["nullable"] === true;
}

/** Returns the schema of an integer or text with both types in `anyOf`, unless it lists them itself. */
function withTypesOfIntOrString(schema: ReadonlyJsonObject): ReadonlyJsonObject {
  const { anyOf, allOf } = schema;
  const [first] = isJsonList(allOf) ? allOf : [];
  if (listsBothTypes(anyOf) || (isJsonObject(first) && listsBothTypes(first["anyOf"]))) return schema;
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

function isFilledList(value: unknown): value is readonly unknown[] {
  return isJsonList(value) && value.length > 0;
}
