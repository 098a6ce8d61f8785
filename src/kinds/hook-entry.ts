/** A kind with its hooks. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration, KindHooks } from "../schema/index.ts";

export type HookEntry = readonly [KindDeclaration, KindHooks];

/** Ties the types of kind and hooks together. */
export function hooksOf<T extends ApiObject>(kind: KindDeclaration<T>, hooks: KindHooks<T>): HookEntry {
  return [kind, hooks as KindHooks];
}
