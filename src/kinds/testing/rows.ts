import type { ApiObject } from "../../meta/object-meta.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { Cell, KindDeclaration } from "../../schema/index.ts";
import { builtinHooks } from "../index.ts";
import { hookContext, type Input, KindWrites } from "./kind-writes.ts";

/** The cells of an object's row, by the names of their columns; at `nowMs` of `kind-writes.ts`. */
export function rowOf<T extends ApiObject>(
  kind: KindDeclaration<T>,
  input: Input,
  vocabulary?: VocabularyName,
): Record<string, Cell> {
  const object = new KindWrites(kind).decode(input);
  const context = hookContext(vocabulary);
  const columns = builtinHooks.get(kind)?.columns ?? [];
  return Object.fromEntries(columns.map(({ name, cell }) => [name, cell(object, context)]));
}
