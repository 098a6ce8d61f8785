import type { ApiObject } from "../../meta/object-meta.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { Cell, Column, HookContext, KindDeclaration, MovingCell } from "../../schema/index.ts";
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
  return cellsOf(builtinHooks.get(kind)?.columns ?? [], object, context);
}

export function cellsOf<T>(columns: readonly Column<T>[], object: T, context: HookContext): Record<string, Cell> {
  return Object.fromEntries(columns.map(({ name, cell }) => [name, cellAt(context.nowMs, cell(object, context))]));
}

function cellAt(nowMs: number, cell: Cell | MovingCell): Cell {
  return typeof cell === "function" ? cell(nowMs) : cell;
}
