/**
 * Splits an expression's text into tokens. The longest token wins, as in the reference: `'''a` is the empty string `''`
 * followed by an unterminated one, and `r'a` is the name `r` followed by an unterminated string.
 */
import { isDigit, isHexadecimalDigit, isWordCharacter } from "./characters.ts";
import { endOfQuotedText, isQuote } from "./quoted-text.ts";
import { token } from "./tokens.ts";

const asciiSize = 128;

/** The tokens of one character. */
const singles = new Uint8Array(asciiSize);
/** The tokens of two characters, by the first. */
const pairs = new Uint8Array(asciiSize);
/** The second characters of the tokens of two. */
const seconds = new Uint8Array(asciiSize);

for (const [text, kind] of [
  ["==", token.equal],
  ["!=", token.notEqual],
  ["<", token.less],
  ["<=", token.lessOrEqual],
  [">", token.greater],
  [">=", token.greaterOrEqual],
  ["&&", token.and],
  ["||", token.or],
  ["[", token.leftBracket],
  ["]", token.rightBracket],
  ["{", token.leftBrace],
  ["}", token.rightBrace],
  ["(", token.leftParenthesis],
  [")", token.rightParenthesis],
  [".", token.dot],
  [",", token.comma],
  ["-", token.minus],
  ["!", token.not],
  ["?", token.question],
  [":", token.colon],
  ["+", token.plus],
  ["*", token.star],
  ["/", token.slash],
  ["%", token.percent],
] as const) {
  const first = text.charCodeAt(0);
  (text.length === 1 ? singles : pairs)[first] = kind;
  if (text.length === 2) seconds[first] = text.charCodeAt(1);
}

const keywords: ReadonlyMap<string, number> = new Map([
  ["in", token.inKeyword],
  ["true", token.trueKeyword],
  ["false", token.falseKeyword],
  ["null", token.nullKeyword],
]);
const keywordLengthMax = 5;

const lineFeed = 0x0a;
const dot = 0x2e;
const slash = 0x2f;
/** The bit that differs between an upper-case and a lower-case letter. */
const caseBit = 0x20;
const letterB = 0x62;
const letterE = 0x65;
const letterR = 0x72;
const letterU = 0x75;

/** A cursor over the tokens of a text. It is before the first token until `next()` is called. */
export class TokenScanner {
  readonly text: string;
  /** The kind of the current token, see `tokens.ts`. */
  kind: number = token.end;
  /** Where the current token starts, in UTF-16 code units. */
  start = 0;
  /** Where the current token ends, in UTF-16 code units. */
  end = 0;
  /** Where the current token starts, in code points. */
  offset = 0;
  readonly #hasSurrogates: boolean;

  /** @param text without unpaired surrogates */
  constructor(text: string, hasSurrogates = /[\ud800-\udbff]/.test(text)) {
    this.text = text;
    this.#hasSurrogates = hasSurrogates;
  }

  /** Returns another cursor at the same token. */
  fork(): TokenScanner {
    const fork = new TokenScanner(this.text, this.#hasSurrogates);
    fork.kind = this.kind;
    fork.start = this.start;
    fork.end = this.end;
    fork.offset = this.offset;
    return fork;
  }

  /** Moves to the next token. After the last one, the kind is `end`. */
  next(): void {
    const previousStart = this.start;
    const start = this.#skipBlanks(this.end);
    this.start = start;
    this.offset += start - previousStart;
    if (this.#hasSurrogates) this.offset -= countSurrogatePairs(this.text, previousStart, start);
    const code = this.text.charCodeAt(start);
    if (isWordCharacter(code)) {
      if (isDigit(code)) this.#scanNumber(start);
      else this.#scanWord(start, code | caseBit);
    } else if (start < this.text.length) {
      this.#scanSymbol(start, code);
    } else {
      this.#accept(token.end, start);
    }
  }

  /** Moves to the next token. Returns its kind. */
  nextKind(): number {
    this.next();
    return this.kind;
  }

  /** Moves to the end of the text. */
  stop(): void {
    this.start = this.text.length;
    this.#accept(token.end, this.start);
  }

  /** Returns the text of the current token. */
  tokenText(): string {
    return this.text.slice(this.start, this.end);
  }

  #accept(kind: number, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  /** @param failed index of the character that cannot continue a token */
  #reject(failed: number): void {
    const code = this.text.codePointAt(failed);
    this.#accept(token.invalid, code === undefined ? failed : failed + (code > 0xffff ? 2 : 1));
  }

  #skipBlanks(from: number): number {
    let at = from;
    for (;;) {
      const code = this.text.charCodeAt(at);
      if (isBlank(code)) at++;
      else if (code === slash && this.text.charCodeAt(at + 1) === slash) at = endOfLine(this.text, at);
      else return at;
    }
  }

  #scanSymbol(start: number, code: number): void {
    if (isQuote(code)) {
      const end = endOfQuotedText(this.text, start, false);
      if (end < 0) this.#reject(~end);
      else this.#accept(token.string, end);
      return;
    }
    const second = this.text.charCodeAt(start + 1);
    const pair = pairs[code] ?? 0;
    const single = singles[code] ?? 0;
    if (code === dot && isDigit(second)) this.#accept(token.double, this.#endOfExponent(this.#endOfDigits(start + 1)));
    else if (pair !== 0 && second === seconds[code]) this.#accept(pair, start + 2);
    else if (single !== 0) this.#accept(single, start + 1);
    else this.#reject(pair === 0 ? start : start + 1);
  }

  /** Scans a name, a keyword, or a literal with a prefix such as `br'...'`. */
  #scanWord(start: number, lowerCase: number): void {
    if (lowerCase === letterB || lowerCase === letterR) {
      const end = this.#endOfPrefixedText(start, lowerCase);
      if (end >= 0) {
        this.#accept(lowerCase === letterB ? token.bytes : token.string, end);
        return;
      }
    }
    let end = start + 1;
    while (isWordCharacter(this.text.charCodeAt(end))) end++;
    const keyword = end - start <= keywordLengthMax ? keywords.get(this.text.slice(start, end)) : undefined;
    this.#accept(keyword ?? token.identifier, end);
  }

  /** Returns where a quoted literal with the prefix `b`, `r` or `br` ends; negative if there is none. */
  #endOfPrefixedText(start: number, lowerCase: number): number {
    const hasSecondLetter = lowerCase === letterB && (this.text.charCodeAt(start + 1) | caseBit) === letterR;
    const quote = hasSecondLetter ? start + 2 : start + 1;
    if (!isQuote(this.text.charCodeAt(quote))) return -1;
    return endOfQuotedText(this.text, quote, hasSecondLetter || lowerCase === letterR);
  }

  #scanNumber(start: number): void {
    const text = this.text;
    const isHexadecimal = text.startsWith("0x", start) && isHexadecimalDigit(text.charCodeAt(start + 2));
    const end = isHexadecimal ? this.#endOfHexadecimal(start + 2) : this.#endOfDigits(start);
    const code = text.charCodeAt(end);
    if ((code | caseBit) === letterU) {
      this.#accept(token.uint, end + 1);
      return;
    }
    const fraction = code === dot && isDigit(text.charCodeAt(end + 1)) ? this.#endOfDigits(end + 1) : end;
    const exponent = this.#endOfExponent(fraction);
    if (isHexadecimal || exponent === end) this.#accept(token.int, end);
    else this.#accept(token.double, exponent);
  }

  #endOfDigits(start: number): number {
    let at = start;
    while (isDigit(this.text.charCodeAt(at))) at++;
    return at;
  }

  #endOfHexadecimal(start: number): number {
    let at = start;
    while (isHexadecimalDigit(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** Returns where the exponent ends that starts at `start`; `start` if there is none. */
  #endOfExponent(start: number): number {
    if ((this.text.charCodeAt(start) | caseBit) !== letterE) return start;
    const sign = this.text.charAt(start + 1);
    const digits = sign === "+" || sign === "-" ? start + 2 : start + 1;
    return isDigit(this.text.charCodeAt(digits)) ? this.#endOfDigits(digits) : start;
  }
}

/** Whether the character is a space, a tab, a line feed, a form feed or a carriage return. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === lineFeed || code === 0x0c || code === 0x0d;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function countSurrogatePairs(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count++;
  }
  return count;
}
