/** Declares a version of kinds that has the shape of another one, whose structs and types it gives other names. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration, KindLifecycle } from "./kind.ts";
import type { Field, Schema, StructSchema } from "./schema.ts";

export interface VersionNames {
  /** `resource` */
  readonly package: string;
  readonly from: string;
  readonly to: string;
  /** Of the copies, in whose place there are the originals. */
  readonly lifecycle?: Omit<KindLifecycle, "replacement">;
}

export class VersionCopy {
  readonly #names: VersionNames;
  readonly #copies: Map<StructSchema, StructSchema>;

  /** @param own structs whose shape differs, each with the one that it stands for in the other version */
  constructor(names: VersionNames, own: readonly (readonly [from: StructSchema, to: StructSchema])[]) {
    this.#names = names;
    this.#copies = new Map(own);
  }

  /** The kind of the other version, which is stored, in this one. */
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

  /** A struct of this version; always the same one for the same struct. Structs of other packages are what they are. */
  struct<T>(original: StructSchema<T>): StructSchema<T> {
    const { package: home, from, to } = this.#names;
    const prefix = `${home}/${from}.`;
    if (!original.name.startsWith(prefix)) return original;
    let copy = this.#copies.get(original);
    if (!copy) {
      copy = this.#copy(original, `${home}/${to}.${original.name.slice(prefix.length)}`);
      this.#copies.set(original, copy);
    }
    return copy as StructSchema<T>;
  }

  /** Its fields are copied when they are first needed: most servers never do. */
  #copy(original: StructSchema, name: string): StructSchema {
    const copyField = (field: Field): Field => ({ ...field, schema: this.#schema(field.schema) });
    let made: readonly Field[] | undefined;
    return {
      node: "struct",
      name,
      doc: original.doc,
      atomic: original.atomic,
      alternatives: original.alternatives,
      get fields() {
        made ??= original.fields.map(copyField);
        return made;
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
        return { ...schema, typeName: this.#typeName(schema.typeName) };
      default:
        return schema;
    }
  }

  /** `v1alpha3.FullyQualifiedName`. Names of types have no more of their package than its version. */
  #typeName(typeName: string): string {
    const { from, to } = this.#names;
    return typeName.replaceAll(`${from}.`, `${to}.`);
  }
}
