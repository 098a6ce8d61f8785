/** A position in a YAML text that knows its line and column, both counted from 0. */
import type { DecodeError } from "../decode-error.ts";
import { isBlankBreakOrEnd, isBreak } from "./characters.ts";
import { yamlError } from "./errors.ts";

const dash = 0x2d;
const dot = 0x2e;
const byteOrderMark = "\ufeff";
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export class Cursor {
  readonly text: string;
  at = 0;
  line = 0;
  #lineStart = 0;

  constructor(text: string) {
    // The mark takes no column: keys of one map stand below each other.
    const content = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
    // Looking a few characters ahead of the last one needs no check of the length then.
    this.text = `${content}\0\0\0\0`;
  }

  get column(): number {
    return this.at - this.#lineStart;
  }

  /** The code unit `ahead` characters after the current one. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /** Moves over one line break, if there is one. */
  skipBreak(): void {
    const code = this.code();
    if (!isBreak(code)) return;
    this.at += code === carriageReturn && this.code(1) === lineFeed ? 2 : 1;
    this.line++;
    this.#lineStart = this.at;
  }

  /** Moves over one line break and returns what it stands for in a scalar; empty when there is none. */
  readBreak(): string {
    const code = this.code();
    if (!isBreak(code)) return "";
    this.skipBreak();
    return code > 0x85 ? String.fromCharCode(code) : "\n";
  }

  /** The reference counts the end of a text without a final line break as a line of its own. */
  endLine(): void {
    if (this.column === 0) return;
    this.line++;
    this.#lineStart = this.at;
  }

  /** Whether `---` or `...` stands alone at the beginning of the line. */
  isAtDocumentMarker(): boolean {
    if (this.column !== 0) return false;
    const code = this.code();
    return (
      (code === dash || code === dot) &&
      this.code(1) === code &&
      this.code(2) === code &&
      isBlankBreakOrEnd(this.code(3))
    );
  }

  /** A syntax error here; the first line is not named. */
  error(problem: string): DecodeError {
    return yamlError(problem, this.line > 0 ? this.line + 1 : 0);
  }
}
