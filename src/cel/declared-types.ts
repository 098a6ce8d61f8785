/** Object types as tables of their fields. */
import type { FieldDeclaration, TypeProvider } from "./declarations/index.ts";
import { durationType, type Type, timestampType } from "./types/index.ts";

/** Types of fields, by name. */
export type FieldTypes = Readonly<Record<string, Type>>;

/** Types that the reference names wherever it declares object types. */
const otherTypes = new Map<string, Type>([
  ["duration", durationType],
  ["timestamp", timestampType],
]);

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

  otherType(name: string): Type | undefined {
    return otherTypes.get(name);
  }

  field(typeName: string, field: string): FieldDeclaration | undefined {
    return this.#types.get(typeName)?.get(field);
  }
}

function declarations(fields: FieldTypes): ReadonlyMap<string, FieldDeclaration> {
  return new Map(Object.entries(fields).map(([name, type]) => [name, { type }]));
}
