/** Kinds with their hooks. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration, KindHooks } from "../schema/index.ts";

/** A kind with its hooks. */
export type HookEntry = readonly [KindDeclaration, KindHooks];

/** Returns an entry. Checks that the hooks have the type of the kind. */
export function hooksOf<T extends ApiObject>(kind: KindDeclaration<T>, hooks: KindHooks<T>): HookEntry {
  return [kind, hooks as KindHooks];
}
