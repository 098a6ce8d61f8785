/** Reads comma-separated values like Go's `encoding/csv`. Records may have different numbers of fields. */

/** A record, and the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A text that is not valid CSV. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Returns the records of a text. Empty lines are skipped. Fields in double quotes may contain commas, line ends, and doubled
 * quotes.
 * @throws CsvError with the line and column of the fault, in Go's words
 */
export function parseCsv(text: string): readonly CsvRecord[] {
  const lines = new LineReader(text);
  const records: CsvRecord[] = [];
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (line !== "" && line !== "\n") records.push(readRecord(lines, line));
  }
  return records;
}

/** Reads lines with the line feed at their ends. A carriage return at the end of a line is dropped. */
class LineReader {
  readonly #text: string;
  #offset = 0;
  /** Number of the last line, from 1 on. */
  number = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string | undefined {
    if (this.#offset >= this.#text.length) return undefined;
    const lineFeed = this.#text.indexOf("\n", this.#offset);
    const end = lineFeed < 0 ? this.#text.length : lineFeed;
    const line = this.#text.slice(this.#offset, end).replace(/\r$/, "");
    this.#offset = end + 1;
    this.number++;
    return lineFeed < 0 ? line : `${line}\n`;
  }
}

function readRecord(lines: LineReader, first: string): CsvRecord {
  const startLine = lines.number;
  const fields: string[] = [];
  let position: Position | undefined = { line: first, at: 0, startLine };
  while (position) {
    const isQuoted: boolean = position.line[position.at] === '"';
    const { field, rest }: ReadField = isQuoted ? readQuoted(lines, position) : readPlain(lines, position);
    fields.push(field);
    position = rest;
  }
  return { line: startLine, fields };
}

interface Position {
  readonly line: string;
  readonly at: number;
  readonly startLine: number;
}

interface ReadField {
  readonly field: string;
  /** Where the next field begins. Undefined at the end of the record. */
  readonly rest: Position | undefined;
}

function readPlain(lines: LineReader, { line, at, startLine }: Position): ReadField {
  const comma = line.indexOf(",", at);
  const field = comma < 0 ? line.slice(at).replace(/\n$/, "") : line.slice(at, comma);
  const quote = field.indexOf('"');
  if (quote >= 0) throw fault(lines, { line, at: at + quote, startLine }, 'bare " in non-quoted-field');
  return { field, rest: comma < 0 ? undefined : { line, at: comma + 1, startLine } };
}

function readQuoted(lines: LineReader, { line: first, at: quoteAt, startLine }: Position): ReadField {
  let [line, at] = [first, quoteAt + 1];
  const parts: string[] = [];
  for (;;) {
    const quote = line.indexOf('"', at);
    if (quote < 0) {
      parts.push(line.slice(at));
      const next = lines.next();
      if (next === undefined) throw fault(lines, { line, at: line.length, startLine }, unclosedQuote);
      [line, at] = [next, 0];
      continue;
    }
    parts.push(line.slice(at, quote));
    at = quote + 1;
    if (line[at] === '"') parts.push(line[at++] ?? "");
    else if (line[at] === ",") return { field: parts.join(""), rest: { line, at: at + 1, startLine } };
    else if (at === line.length || line[at] === "\n") return { field: parts.join(""), rest: undefined };
    else throw fault(lines, { line, at: quote, startLine }, unclosedQuote);
  }
}

const unclosedQuote = 'extraneous or missing " in quoted-field';

function fault(lines: LineReader, { line, at, startLine }: Position, message: string): CsvError {
  const column = Buffer.byteLength(line.slice(0, at)) + 1;
  const place = `parse error on line ${lines.number}, column ${column}: ${message}`;
  return new CsvError(startLine === lines.number ? place : `record on line ${startLine}; ${place}`);
}
