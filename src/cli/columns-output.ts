/** Objects as rows of columns of somebody's own. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { ObjectPrinter } from "./object-printer.ts";
import { type PathTemplate, readPath } from "./paths/path-template.ts";
import { printedInCell } from "./paths/printed-value.ts";
import { Columns } from "./screen/columns.ts";
import { printable } from "./screen/printable.ts";
import { CommandUsageError, type Terminal } from "./terminal.ts";

export interface OwnColumn {
  /** May be empty. */
  readonly header: string;
  readonly path: PathTemplate;
}

/** No table is as wide. */
const columnsMax = 200;
const none = "<none>";
/** As the reference's client aligns them: with the gap between columns, six characters. */
const widthMin = 3;

/** From `NAME:.metadata.name,IMAGE:.spec.image`. @throws CommandError */
export function readColumns(text: string, origin: string): readonly OwnColumn[] {
  return columnsOf(
    text.split(",").map((column) => {
      const colon = column.indexOf(":");
      if (colon >= 0) return [column.slice(0, colon), column.slice(colon + 1)];
      throw new CommandUsageError(
        `${origin}: ${JSON.stringify(column.slice(0, 200))} is no column; columns are HEADER:PATH with commas between them, ` +
          "as in NAME:.metadata.name,IMAGE:.spec.containers[0].image",
      );
    }),
    origin,
  );
}

/** From two lines: the headers, and below them a path for each, with blanks between them. @throws CommandError */
export function readColumnLines(text: string, origin: string): readonly OwnColumn[] {
  const [headers = [], paths = []] = text.split("\n", 2).map((line) => line.split(/\s+/).filter((word) => word !== ""));
  if (headers.length > 0 && headers.length === paths.length) {
    return columnsOf(
      headers.map((header, index) => [header, paths[index] ?? ""]),
      origin,
    );
  }
  throw new CommandUsageError(
    `${origin}: its first line has ${headers.length} headers and its second one ${paths.length} paths; there is a path for ` +
      "each header, with blanks between them",
  );
}

function columnsOf(pairs: readonly (readonly string[])[], origin: string): readonly OwnColumn[] {
  if (pairs.length > columnsMax) throw new CommandUsageError(`${origin}: there are more than ${columnsMax} columns`);
  return pairs.map(([header = "", path = ""]) => ({ header, path: readPath(path, origin) }));
}

export interface ColumnsOutputOptions {
  readonly columns: readonly OwnColumn[];
  readonly hasHeaders: boolean;
  /** Of a command that asks for one object: without it there are no headers. */
  readonly isSingle: boolean;
}

export class ColumnsOutput implements ObjectPrinter {
  readonly #terminal: Terminal;
  readonly #options: ColumnsOutputOptions;
  readonly #layout: Columns;
  /** Lines of cells that are not printed yet. */
  #lines: (readonly string[])[] = [];
  #isHeadPending: boolean;

  constructor(terminal: Terminal, options: ColumnsOutputOptions) {
    const { columns, hasHeaders } = options;
    this.#terminal = terminal;
    this.#options = options;
    // Nothing is cut off: programs read these columns.
    this.#layout = new Columns(
      columns.map(() => ({ isWhole: true, widthMin })),
      undefined,
    );
    this.#isHeadPending = hasHeaders;
  }

  /** @throws CommandError for an object that a path does not fit */
  add(object: ApiObject): void {
    this.#lines.push(...linesOf(this.#options.columns.map(({ path }) => cellOf(path, object))));
  }

  /** Prints what was added since the last time. */
  end(): void {
    if (this.#options.isSingle && this.#lines.length === 0) return;
    const head = this.#isHeadPending ? [this.#options.columns.map(({ header }) => header)] : [];
    const lines = [...head, ...this.#lines];
    // What stands last in a line needs no room.
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

/** A value of several lines goes on in the next line. */
function linesOf(cells: readonly string[]): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const cell of cells) {
    const [first = "", ...rest] = cell.split("\n");
    lines.at(-1)?.push(first);
    lines.push(...rest.map((piece) => [piece]));
  }
  return lines;
}
