/** Reads the schemas of an OpenAPI v3 document, as far as `orch explain` shows them. */
import { distinct } from "../../base/distinct.ts";
import { getOwn } from "../../base/own-property.ts";
import type { GroupVersionKind } from "../../meta/group-version.ts";
import { allSpellings, extension } from "../../meta/vocabulary.ts";

/** A schema object of OpenAPI. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly ApiSchema[];
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly items?: ApiSchema;
  readonly additionalProperties?: ApiSchema | boolean;
}

/** An OpenAPI document. */
export interface ApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> };
}

/** A field, described by its schema together with the schemas that this one refers to. */
export interface FieldSchema {
  /** `[]Container`, `map[string]string`, `integer`. */
  readonly typeName: string;
  /** Descriptions of the field, of its type, and of the item type, without duplicates. */
  readonly descriptions: readonly string[];
  /** The allowed values. Empty if any value is allowed. */
  readonly values: readonly unknown[];
  /** The default value. Undefined if there is none, or it is an empty value. */
  readonly default: unknown;
  /** Fields of the object, or of the objects in the list or map. Empty if there are none. */
  readonly fields: Readonly<Record<string, ApiSchema>>;
  readonly required: readonly string[];
  /** Names of the types that lead to `fields`. They reveal a type that contains itself. */
  readonly refs: readonly string[];
}

const gvkExtensions = allSpellings(extension("group-version-kind"));
const intOrStringExtensions = allSpellings(extension("int-or-string"));

/** The schemas of an OpenAPI document. */
export class ApiSchemas {
  readonly #schemas: Readonly<Record<string, ApiSchema>>;

  constructor(document: ApiDocument) {
    this.#schemas = document.components?.schemas ?? {};
  }

  /** Returns the schema of a kind. Undefined if the document has no such kind. */
  ofKind({ group, version, kind }: GroupVersionKind): ApiSchema | undefined {
    return Object.values(this.#schemas).find((schema) =>
      kindsOf(schema).some((one) => one.group === group && one.version === version && one.kind === kind),
    );
  }

  /** Returns the schema that a chain of references ends at. */
  resolved(schema: ApiSchema): ApiSchema {
    return this.#chain(schema).at(-1) ?? schema;
  }

  /** Describes a field by its schema. */
  field(schema: ApiSchema): FieldSchema {
    const chain = this.#chain(schema);
    const last = chain.at(-1) ?? schema;
    const refs = chain.flatMap(refOf);
    const inner = this.#inner(last);
    const name = refs.length > 0 && inner === undefined ? shortName(refs.at(-1) ?? "") : plainType(last);
    const fallback = chain.find((one) => one.default !== undefined)?.default;
    return {
      typeName: inner?.typeName ?? name,
      descriptions: distinct(
        [...chain.map(({ description = "" }) => description), ...(inner?.descriptions ?? [])].filter(
          (text) => text !== "",
        ),
      ),
      values: chain.find((one) => one.enum)?.enum ?? [],
      default: isInformative(fallback) ? fallback : undefined,
      fields: last.properties ?? inner?.fields ?? {},
      required: last.required ?? inner?.required ?? [],
      refs: [...refs, ...(inner?.refs ?? [])],
    };
  }

  /** Describes the items of a list or the values of a map. */
  #inner(schema: ApiSchema): FieldSchema | undefined {
    const { items, additionalProperties } = schema;
    const of = items ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    if (!of) return undefined;
    const found = this.field(of);
    return { ...found, typeName: `${items ? "[]" : "map[string]"}${found.typeName}` };
  }

  /** Returns the schema and those that it refers to, in order. */
  #chain(schema: ApiSchema): readonly ApiSchema[] {
    const chain = [schema];
    for (let next = this.#referred(schema); next && !chain.includes(next); next = this.#referred(next))
      chain.push(next);
    return chain;
  }

  #referred(schema: ApiSchema): ApiSchema | undefined {
    const [ref] = refOf(schema);
    return ref === undefined ? undefined : getOwn(this.#schemas, ref);
  }
}

/** Returns the name after `#/components/schemas/`. */
function refOf({ $ref, allOf }: ApiSchema): readonly string[] {
  const ref = $ref ?? allOf?.[0]?.$ref;
  return ref === undefined ? [] : [ref.slice(ref.lastIndexOf("/") + 1)];
}

function shortName(ref: string): string {
  return ref.slice(ref.lastIndexOf(".") + 1);
}

function plainType(schema: ApiSchema): string {
  const { type, properties } = schema;
  if (type !== undefined) return type;
  if (properties) return "object";
  return intOrStringExtensions.some((name) => hasFlag(schema, name)) ? "IntOrString" : "any value";
}

function hasFlag(schema: ApiSchema, name: string): boolean {
  return getOwn(schema as Readonly<Record<string, unknown>>, name) === true;
}

/** Whether a default is worth showing. Empty values are not. */
function isInformative(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;
}

function kindsOf(schema: ApiSchema): readonly GroupVersionKind[] {
  const all = schema as Readonly<Record<string, unknown>>;
  return gvkExtensions.flatMap((name) => (all[name] ?? []) as readonly GroupVersionKind[]);
}
