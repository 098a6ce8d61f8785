/** Custom types for tests of their documents. Their objects cannot be written. */
import { kind } from "../../../api/kind.ts";
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import type { KindDeclaration, StructuralMembers } from "../../../schema/index.ts";

/** Names of a custom type, and its schema. */
export interface CustomKindOptions {
  readonly group: string;
  readonly kind: string;
  /** Returns the schema. Called whenever the type is described. */
  readonly document: () => ReadonlyJsonObject;
}

/** Returns the version v1 of a custom type. */
export function customKind({ group, kind: kindName, document }: CustomKindOptions): KindDeclaration {
  const plural = `${kindName.toLowerCase()}s`;
  const names = {
    group,
    version: "v1",
    kind: kindName,
    package: group,
    plural,
    storage: { prefix: `${group}/${plural}` },
  };
  const declaration = kind({ ...names, scope: "Namespaced", doc: "", fields: {} });
  const members: StructuralMembers = {
    get schema(): never {
      throw new Error("objects of this type cannot be written");
    },
    document,
  };
  return { ...declaration, schema: { ...declaration.schema, members } };
}
