/** Prints objects as a table with custom columns. */
import { splitOnce } from "../../base/split-once.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { printedInCell } from "../../paths/index.ts";
import { type PathTemplate, readPath } from "../paths/path-template.ts";
import { Columns } from "../screen/columns.ts";
import { printable } from "../screen/printable.ts";
import { CommandUsageError, type Terminal } from "../terminal.ts";
import type { ObjectPrinter } from "./object-printer.ts";

/** A column of `-o custom-columns`: its header, and the path of its values. */
export interface CustomColumn {
  /** May be empty. */
  readonly header: string;
  readonly path: PathTemplate;
}

/** A limit that no useful table reaches. */
const columnsMax = 200;
const none = "<none>";
/** As in kubectl, a column is at least six characters wide: three plus the gap of three. */
const widthMin = 3;

/** Parses columns such as `NAME:.metadata.name,IMAGE:.spec.image`. @throws CommandError */
export function readColumns(text: string, origin: string): readonly CustomColumn[] {
  return columnsOf(
    text.split(",").map((column) => {
      const [header, path] = splitOnce(column, ":");
      if (path !== undefined) return [header, path];
      throw new CommandUsageError(
        `${origin}: ${JSON.stringify(column.slice(0, 200))} is not a column; columns are HEADER:PATH, separated by commas, ` +
          "such as NAME:.metadata.name,IMAGE:.spec.containers[0].image",
      );
    }),
    origin,
  );
}

/**
 * Parses columns from two lines: the headers, and a path for each of them, separated by blanks. @throws CommandError
 */
export function readColumnLines(text: string, origin: string): readonly CustomColumn[] {
  const [headers = [], paths = []] = text.split("\n", 2).map((line) => line.split(/\s+/).filter((word) => word !== ""));
  if (headers.length > 0 && headers.length === paths.length) {
    return columnsOf(
      headers.map((header, index) => [header, paths[index] ?? ""]),
      origin,
    );
  }
  throw new CommandUsageError(
    `${origin}: the first line has ${headers.length} headers, but the second line has ${paths.length} paths; it must have one path for ` +
      "each header, separated by blanks",
  );
}

function columnsOf(pairs: readonly (readonly string[])[], origin: string): readonly CustomColumn[] {
  if (pairs.length > columnsMax) throw new CommandUsageError(`${origin}: more than ${columnsMax} columns`);
  return pairs.map(([header = "", path = ""]) => ({ header, path: readPath(path, origin) }));
}

/** Options of the `ColumnsOutput` constructor. */
export interface ColumnsOutputOptions {
  readonly columns: readonly CustomColumn[];
  readonly hasHeaders: boolean;
  /** Whether the command requested a single object. Headers are then printed only if it exists. */
  readonly isSingle: boolean;
}

/** Prints objects as rows, aligned at `end()`. */
export class ColumnsOutput implements ObjectPrinter {
  readonly #terminal: Terminal;
  readonly #options: ColumnsOutputOptions;
  readonly #layout: Columns;
  /** Lines that have not been printed, as cells. */
  #lines: (readonly string[])[] = [];
  #isHeadPending: boolean;

  constructor(terminal: Terminal, options: ColumnsOutputOptions) {
    const { columns, hasHeaders } = options;
    this.#terminal = terminal;
    this.#options = options;
    // Cells are never truncated, because programs read them.
    this.#layout = new Columns(
      columns.map(() => ({ isWhole: true, widthMin })),
      undefined,
    );
    this.#isHeadPending = hasHeaders;
  }

  /** Adds a row. @throws CommandError if a path does not apply to the object */
  add(object: ApiObject): void {
    this.#lines.push(...linesOf(this.#options.columns.map(({ path }) => cellOf(path, object))));
  }

  /** Prints the rows that were added since the last call. */
  end(): void {
    if (this.#options.isSingle && this.#lines.length === 0) return;
    const head = this.#isHeadPending ? [this.#options.columns.map(({ header }) => header)] : [];
    const lines = [...head, ...this.#lines];
    // The last cell of a line needs no padding, so it does not widen its column.
    this.#layout.widen(lines.map((cells) => cells.slice(0, -1)));
    this.#terminal.out(lines.map((cells) => `${this.#layout.line(cells)}\n`).join(""));
    this.#lines = [];
    this.#isHeadPending = false;
  }
}

function cellOf(path: PathTemplate, object: ApiObject): string {
  const found = path.find(object);
  const values = path.attempt(() => found.flat().map((value) => printedInCell(value)));
  const texts = (found[0] ?? []).length === 0 ? [none, ...values] : values;
  return printable(texts.join(",")).replaceAll("\t", " ");
}

/** Splits cells with several lines. Further lines of a cell become separate rows. */
function linesOf(cells: readonly string[]): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const cell of cells) {
    const [first = "", ...rest] = cell.split("\n");
    lines.at(-1)?.push(first);
    lines.push(...rest.map((piece) => [piece]));
  }
  return lines;
}
