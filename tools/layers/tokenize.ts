/**
 * A scanner that reads just enough of TypeScript to separate words, strings, templates, regular expressions and
 * comments. It reads the code between `${` and `}` of a template like any other code.
 */

/** A part of a source file that is neither white space nor a comment. */
export interface SourceToken {
  readonly type: "word" | "string" | "template" | "expression" | "mark";
  /** A string without its quotes, a part of a template without code, a regular expression with its slashes and flags. */
  readonly text: string;
  /** Line on which the token begins, counted from 1. */
  readonly line: number;
  /** Offset of the first character in the source. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** A comment of a source file, with its delimiters. */
export interface RawComment {
  readonly text: string;
  /** Line on which the comment begins, counted from 1. */
  readonly line: number;
  /** Offset of the first character in the source. */
  readonly start: number;
  /** Offset after the last character; a `//` comment ends before the line feed. */
  readonly end: number;
}

/** Tokens and comments of a source file, each in the order of the source. */
export interface ScannedSource {
  readonly tokens: readonly SourceToken[];
  readonly comments: readonly RawComment[];
}

const blank = /\s+/y;
const firstLine = /.*/y;
const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;
const word = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const number = /\d[\w.]*/y;
const text = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const templatePart = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/** Text of the mark that follows the last part of a template. */
const endOfTemplate = "`template`";

/** After these words a slash begins a regular expression. After any other word or a closing mark it divides. */
const wordsBeforeExpression = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "delete",
  "void",
  "throw",
  "yield",
  "await",
]);

/** Returns the tokens of a source file, in order. */
export function tokenize(source: string): readonly SourceToken[] {
  return scan(source).tokens;
}

/** Returns the tokens and the comments of a source file. */
export function scan(source: string): ScannedSource {
  return new Tokenizer(source).run();
}

class Tokenizer {
  readonly #source: string;
  readonly #tokens: SourceToken[] = [];
  readonly #comments: RawComment[] = [];
  #offset = 0;
  #line = 1;
  /** For each open template, how many braces are open in the code inside it. */
  readonly #templates: number[] = [];

  constructor(source: string) {
    this.#source = source;
    if (source.startsWith("#!")) this.#take(firstLine);
  }

  run(): ScannedSource {
    while (this.#offset < this.#source.length) this.#step();
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #step(): void {
    if (this.#take(blank) !== undefined) return;
    const line = this.#line;
    const start = this.#offset;
    const remark = this.#take(comment);
    if (remark !== undefined) {
      this.#comments.push({ text: remark, line, start, end: this.#offset });
      return;
    }
    const quoted = this.#take(text);
    if (quoted !== undefined) return this.#push("string", quoted.slice(1, -1), line, start);
    const name = this.#take(word);
    if (name !== undefined) return this.#push("word", name, line, start);
    const digits = this.#take(number);
    if (digits !== undefined) return this.#push("mark", digits, line, start);
    if (this.#mayBeginExpression()) {
      const pattern = this.#take(regularExpression);
      if (pattern !== undefined) return this.#push("expression", pattern, line, start);
    }
    this.#mark(line);
  }

  #mark(line: number): void {
    const start = this.#offset;
    const mark = this.#source[this.#offset++] ?? "";
    const open = this.#templates.at(-1);
    if (mark === "`") return this.#template(line, start);
    if (mark === "}" && open === 0) {
      this.#templates.pop();
      return this.#template(line, start);
    }
    if (open !== undefined && (mark === "{" || mark === "}")) {
      this.#templates[this.#templates.length - 1] = open + (mark === "{" ? 1 : -1);
    }
    this.#push("mark", mark, line, start);
  }

  /** Reads a template to its end or to the next `${`. */
  #template(line: number, start: number): void {
    const part = this.#take(templatePart) ?? "";
    this.#push("template", part.replace(/`$|\$\{$/, ""), line, start);
    if (part.endsWith("${")) this.#templates.push(0);
    else this.#push("mark", endOfTemplate, line, this.#offset);
  }

  #mayBeginExpression(): boolean {
    if (this.#source[this.#offset] !== "/") return false;
    const before = this.#tokens.at(-1);
    if (before === undefined || before.type === "template") return true;
    if (before.type === "word") return wordsBeforeExpression.has(before.text);
    return before.type === "mark" && before.text !== endOfTemplate && !/^(?:[)\]}]|\d.*)$/.test(before.text);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const taken = pattern.exec(this.#source)?.[0];
    if (taken === undefined || taken === "") return undefined;
    this.#offset += taken.length;
    for (let at = taken.indexOf("\n"); at !== -1; at = taken.indexOf("\n", at + 1)) this.#line++;
    return taken;
  }

  #push(type: SourceToken["type"], content: string, line: number, start: number): void {
    this.#tokens.push({ type, text: content, line, start, end: this.#offset });
  }
}
