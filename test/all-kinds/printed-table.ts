/** Prints a Table as kubectl does. */

export interface PrintedTable {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly { readonly cells: readonly PrintedCell[] }[];
}

type PrintedCell = string | number | boolean | null;

/** Spaces between columns. */
const paddingChars = 3;
/** Minimum width of a column, including the spaces behind it. */
const widthMinChars = 6;

/** Returns one line with the column names and one line for each row. `wide` includes the columns of `-o wide`. */
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

/** Returns the text of a cell. Only the first line of a text is shown. */
function cellText(cell: PrintedCell): string {
  if (cell === null) return "";
  const [first = "", ...rest] = String(cell).split(/[\f\n\r]/);
  return rest.length > 0 ? `${first}...` : first;
}
