/** Declares a version of kinds that has the same shape as another version, but different names of structs and types. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration, KindLifecycle } from "./kind.ts";
import type { Field, Schema, StructSchema, TextSchema } from "./schema.ts";

/** The package, the copied version and the new version. */
export interface VersionNames {
  /** Package of the copied structs, such as `resource`. */
  readonly package: string;
  /** Name of the copied version. */
  readonly from: string;
  /** Name of the new version. */
  readonly to: string;
  /** Lifecycle of the copied kinds. `kind()` sets each copy's `replacement` to the original kind. */
  readonly lifecycle?: Omit<KindLifecycle, "replacement">;
}

/** A struct or a named text type of the original version, and the one that replaces it in the new version. */
export type ReplacedType =
  | readonly [from: StructSchema, to: StructSchema]
  | readonly [from: TextSchema, to: TextSchema];

/** Copies kinds and structs of one version to another. */
export class VersionCopy {
  readonly #names: VersionNames;
  readonly #structs = new Map<StructSchema, StructSchema>();
  readonly #texts = new Map<TextSchema, TextSchema>();

  /**
   * @param replaced types of the new version that differ in more than their name. Text types of other packages are
   *   listed as their own replacements. Without that the copy would rename them, because the name of a text type does
   *   not contain its package.
   */
  constructor(names: VersionNames, replaced: readonly ReplacedType[]) {
    this.#names = names;
    for (const [from, to] of replaced) {
      if (from.node === "struct") this.#structs.set(from, to as StructSchema);
      else this.#texts.set(from, to as TextSchema);
    }
  }

  /** Returns the kind in the new version. Its objects are stored in the original version. */
  kind<T extends ApiObject>(stored: KindDeclaration<T>): KindDeclaration<T> {
    const storedAs = stored as KindDeclaration<unknown> as KindDeclaration;
    const { lifecycle: _, ...same } = stored;
    const { to, lifecycle } = this.#names;
    const { group, version, kind } = stored;
    return {
      ...same,
      ...(lifecycle ? { lifecycle: { ...lifecycle, replacement: { group, version, kind } } } : {}),
      version: to,
      storedAs,
      schema: this.struct(stored.schema),
    };
  }

  /**
   * Returns the struct of the new version; always the same one for the same original. A struct of another package is
   * returned unchanged.
   */
  struct<T>(original: StructSchema<T>): StructSchema<T> {
    const { package: home, from, to } = this.#names;
    const prefix = `${home}/${from}.`;
    if (!original.name.startsWith(prefix)) return original;
    let copy = this.#structs.get(original);
    if (!copy) {
      copy = this.#copy(original, `${home}/${to}.${original.name.slice(prefix.length)}`);
      this.#structs.set(original, copy);
    }
    return copy as StructSchema<T>;
  }

  /** Copies the fields on first use, because most servers never serve these versions. */
  #copy(original: StructSchema, name: string): StructSchema {
    const copyField = (field: Field): Field => ({ ...field, schema: this.#schema(field.schema) });
    let builtFields: readonly Field[] | undefined;
    return {
      node: "struct",
      name,
      doc: original.doc,
      atomic: original.atomic,
      alternatives: original.alternatives,
      get fields() {
        builtFields ??= original.fields.map(copyField);
        return builtFields;
      },
    };
  }

  #schema(schema: Schema): Schema {
    switch (schema.node) {
      case "struct":
        return this.struct(schema);
      case "list":
        return { ...schema, items: this.#schema(schema.items) };
      case "map": {
        const { typeName } = schema;
        const values = this.#schema(schema.values);
        return { ...schema, values, ...(typeName === undefined ? {} : { typeName: this.#typeName(typeName) }) };
      }
      case "text":
        return this.#texts.get(schema) ?? { ...schema, typeName: this.#typeName(schema.typeName) };
      default:
        return schema;
    }
  }

  /**
   * Returns the name of a type in the new version, such as `v1alpha3.FullyQualifiedName`. Such names contain only the
   * version of their package.
   */
  #typeName(typeName: string): string {
    const { from, to } = this.#names;
    return typeName.replaceAll(`${from}.`, `${to}.`);
  }
}
