/** Rows of cells as lines whose columns stand below each other. */
import { cutTo, padTo, textWidth } from "./text-width.ts";

export interface ColumnLayout {
  /** Cells of it are never cut off: somebody will copy them. */
  readonly isWhole: boolean;
  /** Default: as narrow as its cells. */
  readonly widthMin?: number;
}

const gap = 3;
/** A column that has to give way keeps this much. */
const cutWidthMin = 16;

/**
 * Widths that hold for all rows. Rows that come later may be wider: they widen their columns for all that follow, as
 * nobody can take back lines that are printed.
 */
export class Columns {
  readonly #layouts: readonly ColumnLayout[];
  /** Of the terminal; undefined: nothing is ever cut off. */
  readonly #lineWidth: number | undefined;
  readonly #widths: number[];

  constructor(layouts: readonly ColumnLayout[], lineWidth: number | undefined) {
    this.#layouts = layouts;
    this.#lineWidth = lineWidth;
    this.#widths = layouts.map(({ widthMin = 0 }) => widthMin);
  }

  /** Makes room for these rows. */
  widen(rows: readonly (readonly string[])[]): void {
    for (const row of rows) row.forEach((cell, index) => this.#widenTo(index, textWidth(cell)));
    this.#fit();
  }

  /** @param paint colours a cell, by its column, after its place is known */
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

  /** Takes from the widest column that may be cut, until a line fits or nothing is left to take. */
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
