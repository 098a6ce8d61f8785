/**
 * Writes plain values as YAML in the reference's form: block style, sorted keys, two blanks per level, items of a list
 * at the same indentation as its key, lines folded at column 80. Strings are quoted if a YAML 1.1 reader would
 * interpret them otherwise.
 */
import { compareKeys } from "./key-order.ts";
import { formatFloat64 } from "./number.ts";
import { chooseStyle, escapeCharacter } from "./scalar-style.ts";

/** Options of `stringifyYaml`. */
export interface YamlOptions {
  /** Whether to sort the members of objects. Default: true. */
  readonly sortKeys?: boolean;
}

/**
 * Returns the YAML of a value, with a final line break.
 * @param value JSON data without cycles, possibly with bigints. Members that are undefined are omitted.
 */
export function stringifyYaml(value: unknown, { sortKeys = true }: YamlOptions = {}): string {
  const writer = new YamlWriter(sortKeys ? sortedMembers : members);
  writer.root(value);
  return writer.text;
}

const indentStep = 2;
/** A blank after this column becomes a line break. */
const foldColumn = 80;
/**
 * Longer keys are written with `?`, because readers search for the `:` of other keys only within a limited distance.
 */
const plainKeyBytesMax = 128;
const lineBreak = /[\n\r\u0085\u2028\u2029]/;

type Members = (value: object) => [string, unknown][];

class YamlWriter {
  text = "";
  readonly #members: Members;
  #column = 0;

  constructor(membersOf: Members) {
    this.#members = membersOf;
  }

  root(value: unknown): void {
    if (isNonEmptyCollection(value)) this.#collection(value, 0);
    else this.#scalar(value, 0);
    this.#beginLine(0);
  }

  /**
   * Writes the entries of a non-empty collection. The first one begins at the cursor, the others in lines indented by
   * `indent`.
   */
  #collection(value: object, indent: number): void {
    let isFirst = true;
    for (const entry of Array.isArray(value) ? value : this.#members(value)) {
      if (!isFirst) this.#beginLine(indent);
      isFirst = false;
      if (Array.isArray(value)) this.#item(entry, indent);
      else this.#member(entry as [string, unknown], indent);
    }
  }

  #item(value: unknown, indent: number): void {
    this.#write("-");
    this.#inline(value, indent);
  }

  #member([key, value]: [key: string, value: unknown], indent: number): void {
    if (lineBreak.test(key) || Buffer.byteLength(key) > plainKeyBytesMax) {
      this.#write("?");
      this.#inline(key, indent);
      this.#beginLine(indent);
      this.#write(":");
      this.#inline(value, indent);
      return;
    }
    this.#string(key, indent, Number.POSITIVE_INFINITY);
    this.#write(":");
    if (!isNonEmptyCollection(value)) {
      this.#inline(value, indent);
      return;
    }
    const inner = Array.isArray(value) ? indent : indent + indentStep;
    this.#beginLine(inner);
    this.#collection(value, inner);
  }

  /** Writes a value after an indicator, beginning in the same line. */
  #inline(value: unknown, indent: number): void {
    this.#write(" ");
    if (isNonEmptyCollection(value)) this.#collection(value, indent + indentStep);
    else this.#scalar(value, indent);
  }

  #scalar(value: unknown, indent: number): void {
    if (typeof value === "string") this.#string(value, indent, foldColumn);
    else this.#write(formatScalar(value));
  }

  /** @param foldAt blanks after this column become line breaks */
  #string(value: string, indent: number, foldAt: number): void {
    const inner = indent + indentStep;
    switch (chooseStyle(value)) {
      case "plain":
        this.#folded(value, { indent: inner, foldAt, isEscaped: false });
        break;
      case "single-quoted":
        this.#write("'");
        this.#folded(value.replaceAll("'", "''"), { indent: inner, foldAt, isEscaped: false });
        this.#write("'");
        break;
      case "double-quoted":
        this.#write('"');
        this.#folded(value, { indent: inner, foldAt, isEscaped: true });
        this.#write('"');
        break;
      case "literal":
        this.#literal(value, inner);
        break;
    }
  }

  #folded(value: string, layout: FoldLayout): void {
    const fits = this.#column + value.length <= layout.foldAt || !value.includes(" ");
    if (fits && !layout.isEscaped) {
      this.#write(value);
      return;
    }
    const pieces = layout.isEscaped ? Array.from(value, escapeCharacter) : Array.from(value);
    let line = "";
    for (const [index, piece] of pieces.entries()) {
      const isFold = piece === " " && this.#column + line.length > layout.foldAt && canFold(pieces, index, layout);
      if (!isFold) {
        line += piece;
        continue;
      }
      this.#write(line);
      this.#beginLine(layout.indent);
      // A blank at the beginning of a line would be dropped as indentation, so it needs an escape.
      line = pieces[index + 1] === " " ? "\\" : "";
    }
    this.#write(line);
  }

  #literal(value: string, indent: number): void {
    const indentHint = /^[ \n]/.test(value) ? String(indentStep) : "";
    const chompingHint = !value.endsWith("\n") ? "-" : value === "\n" || value.endsWith("\n\n") ? "+" : "";
    this.#write(`|${indentHint}${chompingHint}`);
    this.#endLine();
    const lines = value.split("\n");
    for (const [index, line] of lines.entries()) {
      if (line !== "") this.#write(" ".repeat(indent) + line);
      if (index < lines.length - 1) this.#endLine();
    }
  }

  /** Ends the current line if it is not empty, and indents the next one. */
  #beginLine(indent: number): void {
    if (this.#column > 0) this.#endLine();
    this.#write(" ".repeat(indent));
  }

  #endLine(): void {
    this.text += "\n";
    this.#column = 0;
  }

  #write(text: string): void {
    this.text += text;
    this.#column += text.length;
  }
}

interface FoldLayout {
  readonly indent: number;
  readonly foldAt: number;
  readonly isEscaped: boolean;
}

/** Whether a line may be folded at this blank: the first of several blanks, or, without escapes, a single blank. */
function canFold(pieces: readonly string[], index: number, layout: FoldLayout): boolean {
  if (index === 0 || index === pieces.length - 1 || pieces[index - 1] === " ") return false;
  return layout.isEscaped || pieces[index + 1] !== " ";
}

/** Whether the value is written in separate lines. Empty collections are written as `{}` and `[]`, like scalars. */
function isNonEmptyCollection(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((member) => member !== undefined || Array.isArray(value));
}

function sortedMembers(value: object): [string, unknown][] {
  return members(value).sort(([a], [b]) => compareKeys(a, b));
}

function members(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** Integers in this range are written without an exponent. */
const uint64Limit = 2 ** 64;
const int64Limit = -(2 ** 63);

function formatScalar(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "object") return Array.isArray(value) ? "[]" : "{}";
  if (typeof value !== "number") return `${value as boolean | bigint}`;
  const isInteger = Number.isInteger(value) && value >= int64Limit && value < uint64Limit;
  return isInteger ? String(value) : formatFloat64(value);
}
