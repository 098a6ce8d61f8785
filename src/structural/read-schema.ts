/** Reads structural schemas from the JSON of definitions. Members with a wrong type are ignored. */
import { isJsonList, isJsonObject, type ReadonlyJsonObject } from "../base/json-object.ts";
import { extension, type NameToken, type Vocabulary } from "../meta/vocabulary.ts";
import { readConstraints } from "./read-constraints.ts";
import { readRules } from "./schema-rule.ts";
import type { ExtensionNames, StructuralSchema } from "./structural-schema.ts";

const extensions = {
  intOrString: extension("int-or-string"),
  embeddedResource: extension("embedded-resource"),
  /** The name of `embeddedResource` in some documents. */
  embeddedType: extension("embedded-type"),
  preservesUnknownFields: extension("preserve-unknown-fields"),
  listType: extension("list-type"),
  listMapKeys: extension("list-map-keys"),
  mapType: extension("map-type"),
  rules: extension("validations"),
} as const;

/** Returns the schema in a JSON object. Members with a wrong type are ignored. */
export function readStructuralSchema(json: ReadonlyJsonObject, vocabulary: Vocabulary): StructuralSchema {
  return new SchemaReader(vocabulary).read(json);
}

/** Reads schemas with the extension names of one vocabulary. */
class SchemaReader {
  readonly #vocabulary: Vocabulary;
  readonly #extensionNames: ExtensionNames;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#extensionNames = {
      intOrString: vocabulary.bind(extensions.intOrString),
      preservesUnknownFields: vocabulary.bind(extensions.preservesUnknownFields),
      listType: vocabulary.bind(extensions.listType),
    };
  }

  read(json: ReadonlyJsonObject): StructuralSchema {
    const { additionalProperties, items } = json;
    const properties = isJsonObject(json["properties"]) ? this.#properties(json["properties"]) : undefined;
    const isEmbeddedResource =
      this.#flag(json, extensions.embeddedResource) || this.#flag(json, extensions.embeddedType);
    const schema: StructuralSchema = {
      type: textOf(json["type"]),
      format: textOf(json["format"]),
      isNullable: json["nullable"] === true,
      isIntOrString: this.#flag(json, extensions.intOrString),
      isEmbeddedResource,
      preservesUnknownFields: this.#flag(json, extensions.preservesUnknownFields),
      properties,
      declaredProperties: properties,
      values: isJsonObject(additionalProperties) ? this.read(additionalProperties) : undefined,
      hasAdditionalProperties: additionalProperties !== undefined && additionalProperties !== null,
      forbidsAdditionalProperties: additionalProperties === false,
      items: isJsonObject(items) ? this.read(items) : undefined,
      listType: textOf(this.#extension(json, extensions.listType)),
      listMapKeys: textsOf(this.#extension(json, extensions.listMapKeys)),
      mapType: textOf(this.#extension(json, extensions.mapType)),
      required: requiredOf(json["required"]),
      default: json["default"] ?? undefined,
      enum: isJsonList(json["enum"]) ? json["enum"] : nothing,
      maxLength: limitOf(json["maxLength"]),
      maxItems: limitOf(json["maxItems"]),
      maxProperties: limitOf(json["maxProperties"]),
      constraints: readConstraints(json, (inner) => this.read(inner)),
      rules: readRules(this.#extension(json, extensions.rules)),
      extensionNames: this.#extensionNames,
    };
    return isEmbeddedResource ? resourceSchema(schema) : schema;
  }

  #properties(json: ReadonlyJsonObject): ReadonlyMap<string, StructuralSchema> | undefined {
    const entries = Object.entries(json).filter((entry): entry is [string, ReadonlyJsonObject] =>
      isJsonObject(entry[1]),
    );
    return entries.length === 0 ? undefined : new Map(entries.map(([name, property]) => [name, this.read(property)]));
  }

  #extension(json: ReadonlyJsonObject, token: NameToken): unknown {
    return json[this.#vocabulary.bind(token)];
  }

  #flag(json: ReadonlyJsonObject, token: NameToken): boolean {
    return this.#extension(json, token) === true;
  }
}

function textOf(json: unknown): string {
  return typeof json === "string" ? json : "";
}

/** Schemas share these, because most have no such member. */
const nothing: readonly never[] = [];
const noNames: ReadonlySet<string> = new Set();

function textsOf(json: unknown): readonly string[] {
  return isJsonList(json) ? json.filter((text) => typeof text === "string") : nothing;
}

function requiredOf(json: unknown): ReadonlySet<string> {
  const names = textsOf(json);
  return names.length === 0 ? noNames : new Set(names);
}

function limitOf(json: unknown): number | undefined {
  return typeof json === "number" || typeof json === "bigint" ? Number(json) : undefined;
}

const anySchema: Omit<StructuralSchema, "extensionNames"> = {
  type: "",
  format: "",
  isNullable: false,
  isIntOrString: false,
  isEmbeddedResource: false,
  preservesUnknownFields: false,
  properties: undefined,
  declaredProperties: undefined,
  values: undefined,
  hasAdditionalProperties: false,
  forbidsAdditionalProperties: false,
  items: undefined,
  listType: "",
  listMapKeys: nothing,
  mapType: "",
  required: noNames,
  default: undefined,
  enum: nothing,
  maxLength: undefined,
  maxItems: undefined,
  maxProperties: undefined,
  constraints: undefined,
  rules: nothing,
};

/**
 * Returns the schema of an API object: with the properties `apiVersion`, `kind`, `metadata.name` and `metadata.generateName`.
 * If the schema does not declare all of them as texts, its own `metadata` does not count, as in the reference.
 */
export function resourceSchema(schema: StructuralSchema): StructuralSchema {
  const { properties } = schema;
  const metadata = properties?.get("metadata");
  const isComplete =
    metadata?.type === "object" &&
    [properties?.get("kind"), properties?.get("apiVersion")].every((property) => property?.type === "string") &&
    ["name", "generateName"].every((name) => metadata.properties?.get(name)?.type === "string");
  if (isComplete) return schema;
  return { ...schema, properties: new Map([...(properties ?? []), ...implicitProperties(schema)]) };
}

function implicitProperties({ extensionNames }: StructuralSchema): readonly (readonly [string, StructuralSchema])[] {
  const text: StructuralSchema = { ...anySchema, extensionNames, type: "string" };
  const names = new Map([
    ["name", text],
    ["generateName", text],
  ]);
  return [
    ["kind", text],
    ["apiVersion", text],
    ["metadata", { ...text, type: "object", properties: names, declaredProperties: names }],
  ];
}
