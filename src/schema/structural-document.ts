/**
 * Writes declarations as the schemas of definitions of custom types. A value that the declaration leaves open, such as
 * any JSON, keeps its unknown fields.
 */
import { unreachable } from "../base/assert.ts";
import type { JsonObject, ReadonlyJsonObject } from "../base/json-object.ts";
import { extension, type Vocabulary } from "../meta/vocabulary.ts";
import type { Field, ListSchema, Schema, StructSchema } from "./schema.ts";

/** Pattern of quantities such as `500m` or `1Gi`. */
export const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

/**
 * Returns the structural schema of a struct, with the names of extensions in a vocabulary. Fields that are required have no
 * default, unless they declare one.
 */
export function structuralDocument(
  struct: StructSchema,
  vocabulary: Vocabulary,
  options: StructuralDocumentOptions = {},
): ReadonlyJsonObject {
  return new StructuralWriter(vocabulary, options).value(struct);
}

/** Choices among several structural schemas of the same values. */
export interface StructuralDocumentOptions {
  /** Whether quantities have no type, as in the published schemas of built-in kinds. Default: they are a number or a text. */
  readonly hasUntypedQuantities?: boolean;
}

class StructuralWriter {
  readonly #vocabulary: Vocabulary;
  readonly #hasUntypedQuantities: boolean;
  /** The structs that contain the value that is being written. */
  readonly #containing = new Set<StructSchema>();

  constructor(vocabulary: Vocabulary, { hasUntypedQuantities = false }: StructuralDocumentOptions) {
    this.#vocabulary = vocabulary;
    this.#hasUntypedQuantities = hasUntypedQuantities;
  }

  value(schema: Schema): JsonObject {
    const { rules, ...keywords } = schema.keywords ?? {};
    return { ...this.#form(schema), ...keywords, ...(rules ? this.#extension("validations", rules) : {}) };
  }

  #form(schema: Schema): JsonObject {
    switch (schema.node) {
      case "struct":
        return this.#struct(schema);
      case "list":
        return this.#list(schema);
      case "map":
        return {
          type: "object",
          additionalProperties: this.value(schema.values),
          ...(schema.atomic ? this.#extension("map-type", "atomic") : {}),
        };
      case "text":
        return { type: "string", ...(schema.enum && schema.enumEnforced !== false ? { enum: schema.enum } : {}) };
      case "bytes":
        return { type: "string", format: "byte" };
      case "boolean":
        return { type: "boolean" };
      case "integer": {
        const { bits, minimum, maximum } = schema;
        return { type: "integer", format: `int${bits}`, ...bound("minimum", minimum), ...bound("maximum", maximum) };
      }
      case "number":
        return { type: "number", format: "double" };
      case "time":
      case "microTime":
        return { type: "string", format: "date-time" };
      case "duration":
        return { type: "string" };
      case "quantity":
        if (this.#hasUntypedQuantities) return {};
        return { ...this.#integerOrText(), pattern: quantityPattern };
      case "intOrString":
        return this.#integerOrText();
      case "raw":
        return this.#anyValue(schema.content);
      case "union":
        return this.#anyValue("any");
      default:
        return unreachable(schema);
    }
  }

  /** A schema cannot contain itself, so a struct inside itself has any form. */
  #struct(struct: StructSchema): JsonObject {
    const { doc, fields, atomic } = struct;
    if (this.#containing.has(struct)) return this.#anyValue("object");
    this.#containing.add(struct);
    const required = fields.filter((field) => field.required).map((field) => field.name);
    const properties = fields.map((field) => [field.name, this.#property(field)] as const);
    this.#containing.delete(struct);
    return {
      ...described(doc),
      type: "object",
      ...(required.length > 0 ? { required } : {}),
      ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
      ...(atomic ? this.#extension("map-type", "atomic") : {}),
    };
  }

  #property({ schema, doc, default: value, granular }: Field): JsonObject {
    return {
      ...this.value(schema),
      ...described(doc),
      ...(value === undefined ? {} : { default: value }),
      ...(granular === undefined ? {} : this.#extension("map-type", granular ? "granular" : "atomic")),
    };
  }

  #list({ items, listType, mapKeys }: ListSchema): JsonObject {
    return {
      type: "array",
      items: this.value(items),
      ...(listType ? this.#extension("list-type", listType) : {}),
      ...(mapKeys ? this.#extension("list-map-keys", mapKeys) : {}),
    };
  }

  #integerOrText(): JsonObject {
    return { anyOf: [{ type: "integer" }, { type: "string" }], ...this.#extension("int-or-string", true) };
  }

  #anyValue(content: "object" | "any"): JsonObject {
    const type = content === "object" ? { type: "object" } : {};
    return { ...type, ...this.#extension("preserve-unknown-fields", true) };
  }

  #extension(stem: string, value: unknown): JsonObject {
    return { [this.#vocabulary.bind(extension(stem))]: value };
  }
}

function described(doc: string): JsonObject {
  return doc === "" ? {} : { description: doc };
}

function bound(keyword: string, value: number | undefined): JsonObject {
  return value === undefined ? {} : { [keyword]: value };
}
