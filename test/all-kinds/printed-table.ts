/** A Table as kubectl prints it. */

export interface PrintedTable {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly { readonly cells: readonly PrintedCell[] }[];
}

type PrintedCell = string | number | boolean | null;

/** Columns are as wide as what is in them and this, */
const paddingChars = 3;
/** but never less than this. */
const widthMinChars = 6;

/** One line for the names of the columns and one for each row. @param wide with the columns that only wide output has */
export function printTable({ columnDefinitions, rows }: PrintedTable, { wide }: { readonly wide: boolean }): string {
  const shown = columnDefinitions.flatMap(({ priority }, index) => (wide || priority === 0 ? [index] : []));
  const header = columnDefinitions.map(({ name }) => name.toUpperCase());
  const lines = [header, ...rows.map(({ cells }) => cells.map(cellText))];
  const widths = shown.map((index) => Math.max(...lines.map((line) => (line[index] ?? "").length)));
  const print = (line: readonly string[]): string =>
    shown
      .map((index, at) => (line[index] ?? "").padEnd(Math.max((widths[at] ?? 0) + paddingChars, widthMinChars)))
      .join("")
      .trimEnd();
  return lines.map((line) => `${print(line)}\n`).join("");
}

/** Of texts, the first line. */
function cellText(cell: PrintedCell): string {
  if (cell === null) return "";
  const [first = "", ...rest] = String(cell).split(/[\f\n\r]/);
  return rest.length > 0 ? `${first}...` : first;
}
