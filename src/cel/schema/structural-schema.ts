/**
 * The parts of a structural schema on which types, values and sizes depend. They are read once from JSON. A schema without a
 * member here, such as a pattern, means the same to expressions.
 */
import { isJsonList, isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { extension, type NameToken, type Vocabulary } from "../../meta/vocabulary.ts";

/** A node of a structural schema. */
export interface StructuralSchema {
  /** `object`, `array`, `string` and so on; empty if the schema has no type. */
  readonly type: string;
  readonly format: string;
  readonly isNullable: boolean;
  readonly isIntOrString: boolean;
  /** Whether the value is an API object. Its implicit properties are in `properties`. */
  readonly isEmbeddedResource: boolean;
  readonly preservesUnknownFields: boolean;
  /** Undefined if the schema declares no property. */
  readonly properties: ReadonlyMap<string, StructuralSchema> | undefined;
  /** The schema of the values of a map. */
  readonly values: StructuralSchema | undefined;
  /** Whether there is `additionalProperties`, as a schema or as a boolean. */
  readonly hasAdditionalProperties: boolean;
  readonly items: StructuralSchema | undefined;
  /** `atomic`, `set`, `map` or another text; empty if the schema does not say. */
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly hasDefault: boolean;
  readonly enum: readonly unknown[];
  readonly maxLength: number | undefined;
  readonly maxItems: number | undefined;
  readonly maxProperties: number | undefined;
  /** The names of extensions in the vocabulary of the schema, for errors. */
  readonly extensionNames: ExtensionNames;
}

/** The names of extensions that errors contain. */
export interface ExtensionNames {
  readonly intOrString: string;
  readonly preservesUnknownFields: string;
  readonly listType: string;
}

const extensions = {
  intOrString: extension("int-or-string"),
  embeddedResource: extension("embedded-resource"),
  /** The name of `embeddedResource` in some documents. */
  embeddedType: extension("embedded-type"),
  preservesUnknownFields: extension("preserve-unknown-fields"),
  listType: extension("list-type"),
  listMapKeys: extension("list-map-keys"),
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
    const { properties, additionalProperties, items } = json;
    const isEmbeddedResource =
      this.#flag(json, extensions.embeddedResource) || this.#flag(json, extensions.embeddedType);
    const schema: StructuralSchema = {
      type: textOf(json["type"]),
      format: textOf(json["format"]),
      isNullable: json["nullable"] === true,
      isIntOrString: this.#flag(json, extensions.intOrString),
      isEmbeddedResource,
      preservesUnknownFields: this.#flag(json, extensions.preservesUnknownFields),
      properties: isJsonObject(properties) ? this.#properties(properties) : undefined,
      values: isJsonObject(additionalProperties) ? this.read(additionalProperties) : undefined,
      hasAdditionalProperties: additionalProperties !== undefined && additionalProperties !== null,
      items: isJsonObject(items) ? this.read(items) : undefined,
      listType: textOf(this.#extension(json, extensions.listType)),
      listMapKeys: textsOf(this.#extension(json, extensions.listMapKeys)),
      required: new Set(textsOf(json["required"])),
      hasDefault: json["default"] !== undefined && json["default"] !== null,
      enum: isJsonList(json["enum"]) ? json["enum"] : [],
      maxLength: limitOf(json["maxLength"]),
      maxItems: limitOf(json["maxItems"]),
      maxProperties: limitOf(json["maxProperties"]),
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

function textsOf(json: unknown): readonly string[] {
  return isJsonList(json) ? json.filter((text) => typeof text === "string") : [];
}

/** A negative limit means 0. */
function limitOf(json: unknown): number | undefined {
  return typeof json === "number" || typeof json === "bigint" ? Math.max(0, Number(json)) : undefined;
}

const anySchema: Omit<StructuralSchema, "extensionNames"> = {
  type: "",
  format: "",
  isNullable: false,
  isIntOrString: false,
  isEmbeddedResource: false,
  preservesUnknownFields: false,
  properties: undefined,
  values: undefined,
  hasAdditionalProperties: false,
  items: undefined,
  listType: "",
  listMapKeys: [],
  required: new Set(),
  hasDefault: false,
  enum: [],
  maxLength: undefined,
  maxItems: undefined,
  maxProperties: undefined,
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
    ["metadata", { ...text, type: "object", properties: names }],
  ];
}
