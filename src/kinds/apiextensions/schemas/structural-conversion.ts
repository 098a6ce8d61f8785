/**
 * Finds the keywords that a structural schema cannot have. Until it has none of them, nothing else is known about its
 * structure.
 */
import { itemSchema, itemSchemas, namedSchemas, valueSchema } from "./inner-schemas.ts";
import { extensionsOf, type SchemaKeys, type SchemaProps } from "./schema-extensions.ts";

/** Remembers the schemas that it has searched. */
export class StructuralConversion {
  readonly #names: SchemaKeys;
  readonly #faults = new Map<SchemaProps, string | undefined>();

  constructor(names: SchemaKeys) {
    this.#names = names;
  }

  /** Returns why the schema, or a schema inside it, cannot be structural. Undefined if it can. */
  fault(schema: SchemaProps): string | undefined {
    if (!this.#faults.has(schema)) this.#faults.set(schema, this.#find(schema));
    return this.#faults.get(schema);
  }

  #find(schema: SchemaProps): string | undefined {
    const keyword = unsupportedKeyword(schema);
    if (keyword !== undefined) return `OpenAPIV3Schema '${keyword}' is not supported`;
    const { not, allOf = [], anyOf = [], oneOf = [] } = schema;
    const fault = this.#first(not && [not]) ?? this.#first(allOf) ?? this.#first(anyOf) ?? this.#first(oneOf);
    if (fault !== undefined) return fault;
    if (extensionsOf(schema, this.#names).preserveUnknownFields === false) {
      return `internal error: '${this.#names.preserveUnknownFields}' must be true or undefined`;
    }
    if (itemSchemas(schema).length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
    const [item, value] = [itemSchema(schema), valueSchema(schema)];
    return (
      this.#first(item && [item]) ??
      this.#first(namedSchemas(schema, "properties").map(([, inner]) => inner)) ??
      this.#first(value && [value])
    );
  }

  #first(schemas: readonly SchemaProps[] = []): string | undefined {
    for (const schema of schemas) {
      const fault = this.fault(schema);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
}

function unsupportedKeyword(schema: SchemaProps): string | undefined {
  const { id, $schema, $ref, patternProperties = {}, dependencies = {}, additionalItems, definitions = {} } = schema;
  if (id) return "id";
  if ($schema) return "schema";
  if ($ref) return "$ref";
  if (hasMembers(patternProperties)) return "patternProperties";
  if (hasMembers(dependencies)) return "dependencies";
  if (additionalItems !== undefined) return "additionalItems";
  return hasMembers(definitions) ? "definitions" : undefined;
}

function hasMembers(object: object): boolean {
  return Object.keys(object).length > 0;
}
