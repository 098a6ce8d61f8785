/** Kinds that are never stored, with their request handlers. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { ComputedKindHandlers, KindDeclaration } from "../schema/index.ts";

/** A kind that is never stored, with its request handlers. */
export type HandlersEntry = readonly [KindDeclaration, ComputedKindHandlers];

/** Returns an entry. Checks that the handlers have the type of the kind. */
export function computedHandlersOf<T extends ApiObject>(
  kind: KindDeclaration<T>,
  handlers: ComputedKindHandlers<T>,
): HandlersEntry {
  return [kind, handlers as unknown as ComputedKindHandlers];
}
