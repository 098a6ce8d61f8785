import { fieldReader, stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { Cell, Column, HookContext, KindDeclaration, MovingCell } from "../../schema/index.ts";
import { builtinHooks } from "../index.ts";
import { hookContext, type Input, KindWrites } from "./kind-writes.ts";

/** Returns the cells of an object's table row by column name, at `nowMs` of `kind-writes.ts`. */
export function rowOf<T extends ApiObject>(
  kind: KindDeclaration<T>,
  input: Input,
  vocabulary?: VocabularyName,
): Record<string, Cell> {
  const { columns = [], columnFields } = builtinHooks.get(kind) ?? {};
  const object = new KindWrites(kind).decode(input);
  const context = hookContext(vocabulary);
  return cellsOf(columns, columnFields ? narrowed(object, columnFields) : object, context);
}

/** Returns only the fields at `paths`, which are all that the server reads for a row. */
function narrowed<T>(object: T, paths: readonly string[]): T {
  return fieldReader(paths)(Buffer.from(stringifyJson(object))) as T;
}

/** Returns the value of a selectable field that is derived from other fields. */
export function fieldValueOf<T extends ApiObject>(kind: KindDeclaration<T>, field: string, object: T): string {
  const value = builtinHooks.get(kind)?.fieldValues?.[field];
  if (!value) throw new Error(`${kind.kind} has no value of its own for ${field}`);
  return value.of(narrowed(object, value.reads));
}

/** Returns the cells of an object by column name. */
export function cellsOf<T>(columns: readonly Column<T>[], object: T, context: HookContext): Record<string, Cell> {
  return Object.fromEntries(columns.map(({ name, cell }) => [name, cellAt(context.nowMs, cell(object, context))]));
}

function cellAt(nowMs: number, cell: Cell | MovingCell): Cell {
  return typeof cell === "function" ? cell(nowMs) : cell;
}
