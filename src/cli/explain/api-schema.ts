/** Schemas of objects in an OpenAPI v3 document, as far as people ask for them. */
import { distinct } from "../../base/distinct.ts";
import { getOwn } from "../../base/own-property.ts";
import type { GroupVersionKind } from "../../meta/group-version.ts";
import { allSpellings, extension } from "../../meta/vocabulary.ts";

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

export interface ApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> };
}

/** A schema, and what the field that leads to it says about it. */
export interface FieldSchema {
  /** `[]Container`, `map[string]string`, `integer`. */
  readonly typeName: string;
  /** Of the field, of its type, and of the type of what is in it. */
  readonly descriptions: readonly string[];
  readonly values: readonly unknown[];
  /** What is there when nothing is said; undefined: nothing, or nothing to tell of. */
  readonly default: unknown;
  /** Of the object, or of the items or values that are objects; empty where there are none. */
  readonly fields: Readonly<Record<string, ApiSchema>>;
  readonly required: readonly string[];
  /** The names of the types on the way to `fields`, by which a schema is known that holds itself. */
  readonly refs: readonly string[];
}

const gvkExtensions = allSpellings(extension("group-version-kind"));

export class ApiSchemas {
  readonly #schemas: Readonly<Record<string, ApiSchema>>;

  constructor(document: ApiDocument) {
    this.#schemas = document.components?.schemas ?? {};
  }

  /** Undefined where the document has no such kind. */
  ofKind({ group, version, kind }: GroupVersionKind): ApiSchema | undefined {
    return Object.values(this.#schemas).find((schema) =>
      kindsOf(schema).some((one) => one.group === group && one.version === version && one.kind === kind),
    );
  }

  /** What it refers to in the end. */
  resolved(schema: ApiSchema): ApiSchema {
    return this.#chain(schema).at(-1) ?? schema;
  }

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
      default: isTelling(fallback) ? fallback : undefined,
      fields: last.properties ?? inner?.fields ?? {},
      required: last.required ?? inner?.required ?? [],
      refs: [...refs, ...(inner?.refs ?? [])],
    };
  }

  /** Of lists and maps: what is in them. */
  #inner(schema: ApiSchema): FieldSchema | undefined {
    const { items, additionalProperties } = schema;
    const of = items ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    if (!of) return undefined;
    const found = this.field(of);
    return { ...found, typeName: `${items ? "[]" : "map[string]"}${found.typeName}` };
  }

  /** The schema, and those that it stands for. */
  #chain(schema: ApiSchema): readonly ApiSchema[] {
    const chain = [schema];
    for (let next = this.#referred(schema); next && !chain.includes(next); next = this.#referred(next))
      chain.push(next);
    return chain;
  }

  #referred(schema: ApiSchema): ApiSchema | undefined {
    const [ref] = refOf(schema);
    return ref === undefined ? schema.allOf?.[0] : getOwn(this.#schemas, ref);
  }
}

/** The name behind `#/components/schemas/`. */
function refOf({ $ref, allOf }: ApiSchema): readonly string[] {
  const ref = $ref ?? allOf?.[0]?.$ref;
  return ref === undefined ? [] : [ref.slice(ref.lastIndexOf("/") + 1)];
}

function shortName(ref: string): string {
  return ref.slice(ref.lastIndexOf(".") + 1);
}

function plainType({ type, properties }: ApiSchema): string {
  return type ?? (properties ? "object" : "any value");
}

/** Empty values say no more than the type does. */
function isTelling(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;
}

function kindsOf(schema: ApiSchema): readonly GroupVersionKind[] {
  const all = schema as Readonly<Record<string, unknown>>;
  return gvkExtensions.flatMap((name) => (all[name] ?? []) as readonly GroupVersionKind[]);
}
