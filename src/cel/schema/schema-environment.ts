/** Environments of expressions about the values of a schema. */
import { type Environment, extend, type TypeProvider } from "../declarations/index.ts";
import { anyType, listType, mapType, optionalType } from "../types/index.ts";
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
  return extend(base, {
    variables: { self: self.type, ...(oldSelf !== "none" && { oldSelf: oldType }) },
    // As in the reference, these types have other parts in the environments of schemas.
    namedTypes: [listType(anyType), mapType(anyType, anyType)],
    types: declaredTypes(self),
  });
}

/** Returns a provider that knows a type and all object types in it. */
function declaredTypes(root: DeclaredType): TypeProvider {
  const byName = new Map<string, DeclaredType>();
  collectObjects(root, byName);
  return {
    hasType: (name) => byName.has(name),
    field: (name, field) => byName.get(name)?.fields?.get(field),
  };
}

function collectObjects(declared: DeclaredType, byName: Map<string, DeclaredType>): void {
  const { type, element, fields } = declared;
  if (type.kind === "object") byName.set(type.name, declared);
  if (element) collectObjects(element, byName);
  for (const field of fields?.values() ?? []) collectObjects(field, byName);
}
