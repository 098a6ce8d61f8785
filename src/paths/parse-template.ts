/** Parses templates. */
import { type Part, type SliceStep, type Step, TemplateError, templateLimits } from "./template.ts";
import { unquote } from "./unquote.ts";

/** Parses a template into its parts. @throws TemplateError */
export function parseTemplate(text: string): readonly Part[] {
  const { textCharsMax } = templateLimits;
  if (text.length > textCharsMax) throw new TemplateError(`it has more than ${textCharsMax} characters`);
  const parts: Part[] = [];
  for (let at = 0; at < text.length; ) {
    const brace = text.indexOf("{", at);
    const end = brace < 0 ? text.length : brace;
    if (end > at) parts.push([{ kind: "text", text: text.slice(at, end) }]);
    if (brace < 0) break;
    const action = new ActionParser(text, brace + 1);
    parts.push(action.parse());
    at = action.end;
  }
  return parts;
}

/** Parses the content of a pair of braces. */
function parseSteps(text: string): readonly Step[] {
  return new ActionParser(`${text}}`, 0).parse();
}

/** Characters that end a name: whitespace and special characters. */
const nameEnd = /[ \t\r\n.,[\]$@{}]/;
const numberStart = /[+\-\p{Nd}]/u;
const wordStart = /[_\p{L}\p{Nd}]/u;

const openQuote = { serverText: "unterminated quoted string" };

/** Returns a character in Go's notation of code points: `U+002F '/'`. */
function codePointText(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character) ? `U+${code} '${character}'` : `U+${code}`;
}

class ActionParser {
  readonly #text: string;
  readonly #steps: Step[] = [];
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** The index after the closing brace. Valid after `parse()`. */
  get end(): number {
    return this.#at;
  }

  parse(): readonly Step[] {
    while (!this.#skip("}")) this.#step();
    return this.#steps;
  }

  #step(): void {
    if (this.#skip("[?(")) this.#steps.push(this.#filter());
    else if (this.#skip("..")) this.#recursive();
    else if (this.#skip(".")) this.#steps.push(this.#field());
    else if (this.#skip("[")) this.#steps.push(...bracketSteps(this.#until("]", "a [ has no ]", "unterminated array")));
    // These characters refer to the current value, which needs no step.
    else if (this.#skip(" ") || this.#skip("@") || this.#skip("$")) return;
    else this.#other();
  }

  #other(): void {
    const character = this.#character();
    if (character === "" || character === "\n" || character === "\r")
      throw new TemplateError("a { has no closing } on its line", { serverText: "unclosed action" });
    if (character === '"' || character === "'")
      this.#steps.push({ kind: "text", text: unquote(this.#quoted(character)) });
    else if (numberStart.test(character)) this.#steps.push(this.#number());
    else if (wordStart.test(character)) this.#steps.push(this.#word());
    else {
      const message = `${JSON.stringify(character)} is unexpected there; a path begins with a dot`;
      throw new TemplateError(message, { serverText: `unrecognized character in action: ${codePointText(character)}` });
    }
  }

  #recursive(): void {
    if (this.#steps.at(-1)?.kind === "recursive")
      throw new TemplateError("two .. follow each other", { serverText: "invalid multiple recursive descent" });
    this.#steps.push({ kind: "recursive" });
    if (wordStart.test(this.#character())) this.#steps.push(this.#field());
  }

  #field(): Step {
    const start = this.#at;
    while (this.#at < this.#text.length && !nameEnd.test(this.#text.charAt(this.#at))) {
      this.#at += this.#text.charAt(this.#at) === "\\" ? 2 : 1;
    }
    const name = this.#text.slice(start, this.#at);
    return name === "*" ? { kind: "wildcard" } : { kind: "field", name: name.replaceAll("\\", "") };
  }

  #word(): Step {
    const start = this.#at;
    while (this.#at < this.#text.length && !nameEnd.test(this.#text.charAt(this.#at))) this.#at += 1;
    const word = this.#text.slice(start, this.#at);
    return word === "true" || word === "false" ? { kind: "constant", value: word === "true" } : { kind: "word", word };
  }

  #number(): Step {
    const [text = ""] = /^[+-]?[.\p{Nd}]*/u.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += text.length;
    if (Number.isNaN(Number(text)))
      throw new TemplateError(`${text} is not a number`, { serverText: `cannot parse number ${text}` });
    return { kind: "constant", value: numberOf(text) };
  }

  #quoted(quote: string): string {
    const start = this.#at;
    do {
      this.#at = this.#text.indexOf(quote, this.#at + 1);
      if (this.#at < 0) throw new TemplateError(`the text after ${quote} has no closing ${quote}`, openQuote);
    } while (this.#text.charAt(this.#at - 1) === "\\");
    this.#at += 1;
    const quoted = this.#text.slice(start, this.#at);
    if (quoted.includes("\n"))
      throw new TemplateError(`the text after ${quote} has no closing ${quote} on its line`, openQuote);
    return quoted;
  }

  /** Parses a filter up to `)]`. Parentheses in quotes do not count. */
  #filter(): Step {
    const start = this.#at;
    let [quote, isClosed] = ["", false];
    for (; ; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === "" || character === "\n")
        throw new TemplateError("a [?( has no closing )]", { serverText: "unterminated filter" });
      if (character === ")" && (quote === "" || isClosed)) break;
      if (character !== '"' && character !== "'") continue;
      if (quote === "") quote = character;
      else if (character === quote && this.#text.charAt(this.#at - 1) !== "\\") isClosed = true;
    }
    const condition = this.#text.slice(start, this.#at);
    this.#at += 1;
    if (!this.#skip("]"))
      throw new TemplateError("a filter must end with )], but another character follows its )", {
        serverText: "unclosed array expect ]",
      });
    return filterStep(condition);
  }

  #until(end: string, fault: string, serverText: string): string {
    const start = this.#at;
    const found = this.#text.indexOf(end, start);
    const inner = found < 0 ? "\n" : this.#text.slice(start, found);
    if (inner.includes("\n")) throw new TemplateError(fault, { serverText });
    this.#at = found + end.length;
    return inner;
  }

  /** Returns the next character. Empty at the end of the text. */
  #character(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  #skip(prefix: string): boolean {
    if (!this.#text.startsWith(prefix, this.#at)) return false;
    this.#at += prefix.length;
    return true;
  }
}

const operators: readonly string[] = ["==", "!=", "<", "<=", ">", ">="];

function filterStep(condition: string): Step {
  const start = condition.search(/[!<>=]/);
  // An operator without a left side is not a comparison.
  if (start <= 0) return { kind: "filter", left: parseSteps(condition), test: undefined };
  const [left, rest] = [condition.slice(0, start), condition.slice(start)];
  const [operator = ""] = /^[!<>=]+/.exec(rest) ?? [];
  const right = rest.slice(operator.length);
  if (!operators.includes(operator)) {
    // A server compares nothing with the template, and accepts it.
    throw new TemplateError(`${operator} is not an operator; valid are ${operators.join(", ")}`, { serverText: "" });
  }
  if (right === "") {
    const serverText = `unrecognized character in action: ${codePointText(operator.charAt(0))}`;
    throw new TemplateError(`the right side of ${operator} is missing`, { serverText });
  }
  return { kind: "filter", left: parseSteps(left), test: { operator, right: parseSteps(right) } };
}

/** Parses the content of brackets: `*`, `0`, `1:5:2`, `'name'`, or several of them, separated by commas. */
function bracketSteps(text: string): readonly Step[] {
  const items = text.split(",");
  if (items.length > 1) {
    return [{ kind: "union", branches: items.map((one) => parseSteps(`[${one.trim()}]`)) }];
  }
  const [, name] = /^'([^']*)'$/.exec(text) ?? [];
  if (name !== undefined) return parseSteps(`.${name}`);
  return [text === "*" ? wholeList : sliceOf(text)];
}

const wholeList: SliceStep = { kind: "slice", from: undefined, to: undefined, step: undefined, isIndex: false };

function sliceOf(text: string): SliceStep {
  const parts = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (!parts) {
    throw new TemplateError(
      `[${text}] does not select elements of a list; valid are [0], [-1], [1:3], [*], ['name'], [?(@.name=="value")]`,
      { serverText: `invalid array index ${text}` },
    );
  }
  const [from, to, step] = parts.slice(1).map((part) => indexOf((part ?? "").replace(":", ""), text));
  const isIndex = parts[2] === undefined;
  return { kind: "slice", from, to: isIndex ? (from ?? 0) + 1 : to, step, isIndex };
}

function indexOf(digits: string, text: string): number | undefined {
  if (digits === "") return undefined;
  const index = Number(digits);
  if (digits !== "-" && Number.isSafeInteger(index)) return index;
  throw new TemplateError(`[${text}] does not select elements of a list: ${digits} is out of range`);
}

/**
 * Parses a number. An integer that is not exact in JavaScript but fits into 64 bits becomes a bigint, as in objects.
 */
function numberOf(text: string): number | bigint {
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text) || Number.isSafeInteger(value)) return value;
  const whole = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, whole) === whole ? whole : value;
}
