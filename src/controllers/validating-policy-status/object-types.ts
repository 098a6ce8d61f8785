/** The types of objects in expressions. Those of built-in kinds follow from their declarations, and those of others from published schemas. */
import { builtinKinds } from "../../api/index.ts";
import { isJsonList, isJsonObject, type JsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { type DeclaredType, declareType, readStructuralSchema, resourceSchema } from "../../cel/index.ts";
import { type Client, hasCode } from "../../client/index.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../meta/group-version.ts";
import { extension, type Vocabulary } from "../../meta/vocabulary.ts";
import { type StructSchema, structuralDocument } from "../../schema/index.ts";

const kindsExtension = extension("group-version-kind");

/** A published document of one group version. */
interface SchemaDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, ReadonlyJsonObject>> };
}

/** Returns the types of objects. */
export class ObjectTypeSource {
  readonly #client: Pick<Client, "read">;
  readonly #vocabulary: Vocabulary;
  readonly #builtin = new Map<string, StructSchema>();
  /** Types of built-in kinds, which never change. */
  readonly #known = new Map<string, DeclaredType | undefined>();

  constructor(client: Pick<Client, "read">, vocabulary: Vocabulary) {
    this.#client = client;
    this.#vocabulary = vocabulary;
    for (const { group, version, kind, schema } of builtinKinds) {
      this.#builtin.set(keyOf({ group: vocabulary.bind(group), version, kind }), schema);
    }
  }

  /**
   * Returns the type of a kind. Undefined if it is unknown.
   * @param name name of the type in warnings
   * @throws the error of the request for a published schema
   */
  async typeOf(kind: GroupVersionKind, name: string, signal: AbortSignal): Promise<DeclaredType | undefined> {
    const schema = this.#builtin.get(keyOf(kind));
    if (!schema) {
      const published = await this.#publishedSchema(kind, signal);
      return published && this.#declare(published, name);
    }
    const key = `${keyOf(kind)} ${name}`;
    if (!this.#known.has(key)) {
      const document = structuralDocument(schema, this.#vocabulary, { hasUntypedQuantities: true });
      this.#known.set(key, this.#declare(document, name));
    }
    return this.#known.get(key);
  }

  /** Returns the type of the parameters of a policy. Its name differs from those of the types of matched objects. */
  async typeOfParameters(kind: GroupVersionKind, signal: AbortSignal): Promise<DeclaredType | undefined> {
    return await this.typeOf(kind, `${kind.kind}Params`, signal);
  }

  #declare(document: ReadonlyJsonObject, name: string): DeclaredType | undefined {
    return declareType(resourceSchema(readStructuralSchema(document, this.#vocabulary)), name);
  }

  async #publishedSchema(kind: GroupVersionKind, signal: AbortSignal): Promise<ReadonlyJsonObject | undefined> {
    const prefix = kind.group === "" ? "api" : "apis";
    const document = await this.#readDocument(`/openapi/v3/${prefix}/${formatGroupVersion(kind)}`, signal);
    const schemas = document?.components?.schemas ?? {};
    const kinds = this.#vocabulary.bind(kindsExtension);
    const found = Object.values(schemas).find((schema) => {
      const named = schema[kinds];
      return isJsonList(named) && named.some((one) => isJsonObject(one) && isKind(one, kind));
    });
    return found && new ReferenceReader(schemas).resolved(found);
  }

  async #readDocument(target: string, signal: AbortSignal): Promise<SchemaDocument | undefined> {
    try {
      return await this.#client.read<SchemaDocument>(target, { signal });
    } catch (error) {
      if (hasCode(error, 404)) return undefined;
      throw error;
    }
  }
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

function isKind(named: JsonObject, { group, version, kind }: GroupVersionKind): boolean {
  return named["group"] === group && named["version"] === version && named["kind"] === kind;
}

const referencePrefix = "#/components/schemas/";

/** Replaces references to other schemas of a document by these schemas. */
class ReferenceReader {
  readonly #schemas: Readonly<Record<string, ReadonlyJsonObject>>;
  /** The names of the schemas that contain the present one. */
  readonly #containing = new Set<string>();

  constructor(schemas: Readonly<Record<string, ReadonlyJsonObject>>) {
    this.#schemas = schemas;
  }

  /** Returns the schema without references. A schema that contains itself becomes an object without fields, as in the reference. */
  resolved(schema: ReadonlyJsonObject): ReadonlyJsonObject {
    const name = referenceOf(schema);
    if (name === undefined) return this.#withParts(schema);
    const target = this.#schemas[name];
    if (!target || this.#containing.has(name)) return { type: "object" };
    this.#containing.add(name);
    const resolved = this.#withParts(target);
    this.#containing.delete(name);
    return resolved;
  }

  #withParts(schema: ReadonlyJsonObject): ReadonlyJsonObject {
    const { properties, additionalProperties, items } = schema;
    return {
      ...schema,
      ...(isJsonObject(properties) ? { properties: this.#properties(properties) } : {}),
      ...(isJsonObject(additionalProperties) ? { additionalProperties: this.resolved(additionalProperties) } : {}),
      ...(isJsonObject(items) ? { items: this.resolved(items) } : {}),
    };
  }

  #properties(properties: JsonObject): ReadonlyJsonObject {
    const entries = Object.entries(properties);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, isJsonObject(value) ? this.resolved(value) : value]),
    );
  }
}

/** Returns the name of the schema to which a schema refers, also if it only adds a description. */
function referenceOf({ $ref: own, allOf }: ReadonlyJsonObject): string | undefined {
  const [only] = isJsonList(allOf) && allOf.length === 1 ? allOf : [];
  const reference = own ?? (isJsonObject(only) ? only["$ref"] : undefined);
  return typeof reference === "string" && reference.startsWith(referencePrefix)
    ? reference.slice(referencePrefix.length)
    : undefined;
}
