/** Rules of the schema for a member of an object that a patch changes. */
import { fieldOf, type PatchStrategy, type Schema } from "../../schema/index.ts";

/** Undefined where the schema says nothing. */
export interface MemberRules {
  readonly schema: Schema | undefined;
  readonly strategy: PatchStrategy | undefined;
}

export function memberRules(holder: Schema | undefined, name: string): MemberRules {
  const field = holder?.node === "struct" ? fieldOf(holder, name) : undefined;
  if (field) return { schema: field.schema, strategy: field.patchStrategy };
  return { schema: holder?.node === "map" ? holder.values : undefined, strategy: undefined };
}
