/** Environments of expressions about the values of a schema. */
import { type Environment, extend, type TypeProvider } from "../declarations/index.ts";
import { fieldNamed } from "../syntax/index.ts";
import { anyType, listType, mapType, optionalType, type Type } from "../types/index.ts";
import type { DeclaredType } from "./declared-type.ts";

/** The variables of an expression about a value of a schema. */
export interface SchemaVariables {
  /** The type of the value `self`. */
  readonly self: DeclaredType;
  /** Whether there is the variable `oldSelf`, and whether its value is optional. Default: it exists and is not optional. */
  readonly oldSelf?: "none" | "optional" | "plain";
}

/** Returns an environment with `self`, `oldSelf` and the types of a schema. */
export function schemaEnvironment(base: Environment, { self, oldSelf = "plain" }: SchemaVariables): Environment {
  const oldType = oldSelf === "optional" ? optionalType(self.type) : self.type;
  const parts = [...partsOf(self)];
  return extend(base, {
    variables: { self: self.type, ...(oldSelf !== "none" && { oldSelf: oldType }) },
    // As in the reference, these types have other parts in the environments of schemas.
    namedTypes: [listType(anyType), mapType(anyType, anyType)],
    types: objectTypes(parts),
  });
}

/** Returns a provider that knows the object types among these types and their parts. */
export function declaredTypes(declared: readonly DeclaredType[]): TypeProvider {
  return objectTypes(declared.flatMap((one) => [...partsOf(one)]));
}

/** Returns the names of the fields of an object type in expressions; none for other types. */
export function fieldNamesOf(root: DeclaredType, type: Type): readonly string[] {
  if (type.kind !== "object") return [];
  for (const { type: known, fields } of partsOf(root)) {
    if (known.kind === "object" && known.name === type.name) return [...(fields?.keys() ?? [])];
  }
  return [];
}

/** Yields a type and the types of all its parts. */
function* partsOf(declared: DeclaredType): Generator<DeclaredType> {
  yield declared;
  if (declared.element) yield* partsOf(declared.element);
  for (const field of declared.fields?.values() ?? []) yield* partsOf(field);
}

/** Returns a provider that knows the object types among these types. */
function objectTypes(declared: readonly DeclaredType[]): TypeProvider {
  const byName = new Map<string, DeclaredType>();
  for (const object of declared) if (object.type.kind === "object") byName.set(object.type.name, object);
  return {
    hasType: (name) => byName.has(name),
    field: (name, field) => fieldNamed(byName.get(name)?.fields, field),
  };
}
