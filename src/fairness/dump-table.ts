/** Writes tables as the reference's debug endpoints do: cells end with commas, and columns are aligned. */

const widthMin = 8;

/** Returns the table, with one line for each row. All rows have the same number of cells. */
export function dumpTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  const cells = rows.map((row) => row.map((cell, column) => (column < row.length - 1 ? `${cell},` : cell)));
  for (const row of cells) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? widthMin, textWidth(cell) + 1);
    }
  }
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join("");
  return cells.map((row) => `${line(row)}\n`).join("");
}

/** Returns the number of code points, which is the width of a text in the reference. */
function textWidth(text: string): number {
  return Array.from(text).length;
}
