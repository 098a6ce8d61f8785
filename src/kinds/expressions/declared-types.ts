/** Object types as tables of their fields. */
import type { FieldDeclaration, TypeProvider } from "../../cel/index.ts";
import type { Type } from "../../cel/index.ts";

/** Types of fields, by name. */
export type FieldTypes = Readonly<Record<string, Type>>;

/** Object types whose fields are known when an environment is built. */
export class DeclaredTypes implements TypeProvider {
  readonly #types: ReadonlyMap<string, ReadonlyMap<string, FieldDeclaration>>;

  /** @param types fields by the name of their type */
  constructor(types: Readonly<Record<string, FieldTypes>>) {
    this.#types = new Map(Object.entries(types).map(([name, fields]) => [name, declarations(fields)]));
  }

  hasType(name: string): boolean {
    return this.#types.has(name);
  }

  field(typeName: string, field: string): FieldDeclaration | undefined {
    return this.#types.get(typeName)?.get(field);
  }
}

function declarations(fields: FieldTypes): ReadonlyMap<string, FieldDeclaration> {
  return new Map(Object.entries(fields).map(([name, type]) => [name, { type }]));
}
