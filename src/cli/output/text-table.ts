/** Prints a table that the command computes itself. */
import { Columns } from "../screen/columns.ts";
import { printable } from "../screen/printable.ts";
import type { Screen } from "../terminal.ts";

/** A table with one cell per title in each row. */
export interface TextTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Smallest width of a column. Default: 0. */
  readonly widthMin?: number;
  /** Whether the titles are printed. Default: true. */
  readonly hasHeaders?: boolean;
}

/** Prints the table with aligned columns. No cell is truncated. */
export function printTable({ titles, rows, widthMin = 0, hasHeaders = true }: TextTable, terminal: Screen): void {
  const layouts = titles.map(() => ({ isWhole: true, widthMin }));
  const columns = new Columns(layouts, undefined);
  const printableRows = rows.map((row) => row.map(printable));
  columns.widen([...(hasHeaders ? [titles] : []), ...printableRows]);
  const head = hasHeaders ? [columns.line(titles, (title) => terminal.paint("bold", title))] : [];
  terminal.out([...head, ...printableRows.map((row) => columns.line(row))].map((line) => `${line}\n`).join(""));
}
