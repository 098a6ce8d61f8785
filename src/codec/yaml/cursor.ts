/** A position in a YAML text with its line and column, both counted from 0. */
import type { DecodeError } from "../decode-error.ts";
import { isBlankBreakOrEnd, isBreak } from "./characters.ts";
import { yamlError } from "./errors.ts";

const dash = 0x2d;
const dot = 0x2e;
const byteOrderMark = "\ufeff";
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A position in a YAML text. */
export class Cursor {
  readonly text: string;
  at = 0;
  line = 0;
  #lineStart = 0;

  constructor(text: string) {
    // A byte order mark takes no column, so that the first key of a mapping is aligned with the others.
    const content = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
    // Extra NUL characters, so that code may look a few characters ahead without checking the length.
    this.text = `${content}\0\0\0\0`;
  }

  get column(): number {
    return this.at - this.#lineStart;
  }

  /** Returns the code unit `ahead` characters after the current one. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /** Skips one line break, if there is one. */
  skipBreak(): void {
    const code = this.code();
    if (!isBreak(code)) return;
    this.at += code === carriageReturn && this.code(1) === lineFeed ? 2 : 1;
    this.line++;
    this.#lineStart = this.at;
  }

  /**
   * Skips one line break. @returns the text that the break stands for in a scalar: a line feed, or the break itself if
   * it is U+2028 or U+2029. Empty if there is no break
   */
  readBreak(): string {
    const code = this.code();
    if (!isBreak(code)) return "";
    this.skipBreak();
    return code > 0x85 ? String.fromCharCode(code) : "\n";
  }

  /** Starts a new line at the end of a text without a final line break, because the reference counts it. */
  endLine(): void {
    if (this.column === 0) return;
    this.line++;
    this.#lineStart = this.at;
  }

  /** Whether `---` or `...` is alone at the start of the line. */
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

  /** Returns a syntax error at this position. The message has no line number for the first line. */
  error(problem: string): DecodeError {
    return yamlError(problem, this.line > 0 ? this.line + 1 : 0);
  }
}
