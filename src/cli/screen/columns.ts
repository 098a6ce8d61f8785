/** Formats rows of cells as aligned columns. */
import { cutTo, padTo, textWidth } from "./text-width.ts";

/** Options of one column. */
export interface ColumnLayout {
  /** Whether cells are never truncated, because users copy them. */
  readonly isWhole: boolean;
  /** Default: the width of the widest cell. */
  readonly widthMin?: number;
}

const gap = 3;
/** A truncated column keeps at least this width. */
const cutWidthMin = 16;

/**
 * Aligns rows. The column widths are kept for all later rows. A wider row widens its columns for all rows after it,
 * because printed lines cannot be changed.
 */
export class Columns {
  readonly #layouts: readonly ColumnLayout[];
  /** Width of the terminal. Undefined: nothing is truncated. */
  readonly #lineWidth: number | undefined;
  readonly #widths: number[];

  constructor(layouts: readonly ColumnLayout[], lineWidth: number | undefined) {
    this.#layouts = layouts;
    this.#lineWidth = lineWidth;
    this.#widths = layouts.map(({ widthMin = 0 }) => widthMin);
  }

  /** Widens the columns to fit these rows. */
  widen(rows: readonly (readonly string[])[]): void {
    for (const row of rows) row.forEach((cell, index) => this.#widenTo(index, textWidth(cell)));
    this.#fit();
  }

  /** Returns the line of a row. @param paint colours a cell after it was aligned */
  line(cells: readonly string[], paint: (cell: string, column: number) => string = (cell) => cell): string {
    const last = cells.length - 1;
    const shown = cells.map((cell, index) => {
      const width = this.#widths[index] ?? 0;
      const text = this.#layouts[index]?.isWhole ? cell : cutTo(cell, width);
      return paint(text, index) + (index === last ? "" : padTo("", width + gap - textWidth(text)));
    });
    return shown.join("").trimEnd();
  }

  #widenTo(index: number, width: number): void {
    this.#widths[index] = Math.max(this.#widths[index] ?? 0, width);
  }

  /**
   * Narrows the widest column that may be truncated, until a line fits the terminal or all such columns have the
   * minimum width.
   */
  #fit(): void {
    if (this.#lineWidth === undefined) return;
    const total = this.#widths.reduce((sum, width) => sum + width, gap * (this.#widths.length - 1));
    for (let excess = total - this.#lineWidth; excess > 0; excess--) {
      const widest = this.#widestToCut();
      const width = this.#widths[widest] ?? 0;
      if (width <= cutWidthMin) return;
      this.#widths[widest] = width - 1;
    }
  }

  #widestToCut(): number {
    let widest = -1;
    this.#widths.forEach((width, index) => {
      if (!this.#layouts[index]?.isWhole && width > (this.#widths[widest] ?? 0)) widest = index;
    });
    return widest;
  }
}
