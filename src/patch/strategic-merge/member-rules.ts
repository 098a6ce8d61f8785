/** Rules of the schema for a member that a patch changes. */
import { fieldOf, type PatchStrategy, type Schema } from "../../schema/index.ts";

/** The rules for one member. Undefined values mean that the schema declares nothing. */
export interface MemberRules {
  readonly schema: Schema | undefined;
  readonly strategy: PatchStrategy | undefined;
}

/** Returns the rules for the member `name` of a value with the schema `holder`. */
export function memberRules(holder: Schema | undefined, name: string): MemberRules {
  const field = holder?.node === "struct" ? fieldOf(holder, name) : undefined;
  if (field) return { schema: field.schema, strategy: field.patchStrategy };
  return { schema: holder?.node === "map" ? holder.values : undefined, strategy: undefined };
}
