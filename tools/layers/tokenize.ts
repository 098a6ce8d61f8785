/**
 * Just enough of the language to tell code from comments, texts, templates and regular expressions. Inside a template,
 * the code between `${` and `}` is read like any other.
 */
export interface Token {
  readonly type: "word" | "string" | "template" | "expression" | "mark";
  /** Of a string, what stands between its quotes; of a template, a part without code; of an expression, all of it. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

const blank = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const word = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const number = /\d[\w.]*/y;
const text = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const templatePart = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/** After these a slash begins a regular expression; after any other word or closing mark it divides. */
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

export function tokenize(source: string): Token[] {
  return new Tokenizer(source).run();
}

class Tokenizer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #offset = 0;
  #line = 1;
  /** For each open template, how many braces are open in the code inside it. */
  readonly #templates: number[] = [];

  constructor(source: string) {
    this.#source = source.startsWith("#!") ? source.replace(/^.*/, "") : source;
  }

  run(): Token[] {
    while (this.#offset < this.#source.length) this.#step();
    return this.#tokens;
  }

  #step(): void {
    if (this.#take(blank) !== undefined) return;
    const line = this.#line;
    const quoted = this.#take(text);
    if (quoted !== undefined) return this.#push("string", quoted.slice(1, -1), line);
    const name = this.#take(word);
    if (name !== undefined) return this.#push("word", name, line);
    const digits = this.#take(number);
    if (digits !== undefined) return this.#push("mark", digits, line);
    if (this.#mayBeginExpression()) {
      const pattern = this.#take(regularExpression);
      if (pattern !== undefined) return this.#push("expression", pattern, line);
    }
    this.#mark(line);
  }

  #mark(line: number): void {
    const mark = this.#source[this.#offset++] ?? "";
    const open = this.#templates.at(-1);
    if (mark === "`") return this.#template(line);
    if (mark === "}" && open === 0) {
      this.#templates.pop();
      return this.#template(line);
    }
    if (open !== undefined && (mark === "{" || mark === "}")) {
      this.#templates[this.#templates.length - 1] = open + (mark === "{" ? 1 : -1);
    }
    this.#push("mark", mark, line);
  }

  /** Goes on to the end of the template or to the next code inside it. */
  #template(line: number): void {
    const part = this.#take(templatePart) ?? "";
    this.#push("template", part.replace(/`$|\$\{$/, ""), line);
    if (part.endsWith("${")) this.#templates.push(0);
    else this.#push("mark", "`template`", line);
  }

  #mayBeginExpression(): boolean {
    if (this.#source[this.#offset] !== "/") return false;
    const before = this.#tokens.at(-1);
    if (before === undefined || before.type === "template") return true;
    if (before.type === "word") return wordsBeforeExpression.has(before.text);
    return before.type === "mark" && !/^(?:[)\]}]|`template`|\d.*)$/.test(before.text);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const taken = pattern.exec(this.#source)?.[0];
    if (taken === undefined || taken === "") return undefined;
    this.#offset += taken.length;
    for (const character of taken) if (character === "\n") this.#line++;
    return taken;
  }

  #push(type: Token["type"], content: string, line: number): void {
    this.#tokens.push({ type, text: content, line });
  }
}
