/**
 * The complete JSON reader. It passes the contents of a text to a visitor in order, with duplicate keys, exact integers
 * and the reference's error messages. It is iterative, so no input can exhaust the stack. Bodies are normally parsed
 * with `JSON.parse`. This reader runs if the scan or `JSON.parse` has found something unusual.
 */
import { withoutLoneSurrogates } from "../../base/number-text.ts";
import { DecodeError } from "../decode-error.ts";
import { isDigit } from "../digit.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { unexpectedCharacter, unexpectedInToken } from "./syntax-error.ts";

/** A JSON value without parts. Integers beyond ±(2^53 - 1) are bigints. */
export type JsonScalar = string | number | bigint | boolean | null;

/** Methods that the reader calls in the order of the text. Each `key` is followed by the calls for its value. */
export interface JsonVisitor {
  beginObject(): void;
  key(name: string): void;
  endObject(): void;
  beginArray(): void;
  endArray(): void;
  scalar(value: JsonScalar): void;
  /**
   * Called instead of `scalar` for a number with a fraction or an exponent that JavaScript writes in another form, and
   * for a number that does not fit a float64. If the method is absent, the first kind of number is passed to `scalar`, and
   * the second is an error.
   */
  spelledNumber?(text: string): void;
  /**
   * Called instead of `scalar` for a string or number that `JSON.stringify` writes in another form. If absent, the
   * spelling is lost.
   */
  verbatim?(spelling: string): void;
}

/**
 * Calls the visitor for the contents of a JSON text.
 * @throws DecodeError for the first syntax error; if there is none, for the first number that does not fit a float64
 */
export function walkJson(text: string, visitor: JsonVisitor, limits: DecodeLimits = defaultDecodeLimits): void {
  new JsonWalk(text, visitor, limits.depthMax).run();
}

const lookingForValue = "looking for beginning of value";
const lookingForKey = "looking for beginning of object key string";
const inString = "in string literal";
const literals: ReadonlyMap<string, readonly [word: string, value: boolean | null]> = new Map([
  ["t", ["true", true]],
  ["f", ["false", false]],
  ["n", ["null", null]],
]);
const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
/** Maximum length of a number in an error message. */
const quotedLiteralMax = 64;

class JsonWalk {
  readonly #text: string;
  readonly #visitor: JsonVisitor;
  readonly #depthMax: number;
  /** The objects and arrays around the current position, outermost first. */
  readonly #openContainers: ("object" | "array")[] = [];
  #at = 0;
  /** Thrown at the end, because the reference checks the whole syntax before it reads numbers. */
  #rangeError: DecodeError | undefined;

  constructor(text: string, visitor: JsonVisitor, depthMax: number) {
    this.#text = text;
    this.#visitor = visitor;
    this.#depthMax = depthMax;
  }

  run(): void {
    for (let expectsValue = true; expectsValue; ) {
      const opened = this.#value();
      expectsValue = opened || this.#afterValue();
    }
    if (this.#peek() !== "") throw unexpectedCharacter(this.#text, this.#at, "after top-level value");
    if (this.#rangeError) throw this.#rangeError;
  }

  /**
   * Reads a scalar or an empty container, or the start of a non-empty container. Returns whether the first value of a
   * container follows.
   */
  #value(): boolean {
    const character = this.#peek();
    if (character === "{") return this.#beginObject();
    if (character === "[") return this.#beginArray();
    if (character === '"') this.#textValue();
    else if (literals.has(character)) this.#visitor.scalar(this.#literal(character));
    else if (character === "-" || isDigit(character)) this.#number();
    else throw unexpectedCharacter(this.#text, this.#at, lookingForValue);
    return false;
  }

  #beginObject(): boolean {
    this.#enter("object");
    this.#visitor.beginObject();
    if (this.#peek() !== "}") {
      this.#key();
      return true;
    }
    this.#leave();
    return false;
  }

  #beginArray(): boolean {
    this.#enter("array");
    this.#visitor.beginArray();
    if (this.#peek() !== "]") return true;
    this.#leave();
    return false;
  }

  /**
   * Closes the containers that end after a value. Returns whether another value follows; false at the end of the
   * outermost value.
   */
  #afterValue(): boolean {
    while (this.#openContainers.length > 0) {
      const container = this.#openContainers.at(-1);
      const character = this.#peek();
      if (character === ",") {
        this.#at++;
        if (container === "object") this.#key();
        return true;
      }
      if (character !== (container === "object" ? "}" : "]")) {
        const context = container === "object" ? "after object key:value pair" : "after array element";
        throw unexpectedCharacter(this.#text, this.#at, context);
      }
      this.#leave();
    }
    return false;
  }

  #key(): void {
    if (this.#peek() !== '"') throw unexpectedCharacter(this.#text, this.#at, lookingForKey);
    this.#visitor.key(this.#string());
    if (this.#peek() !== ":") throw unexpectedCharacter(this.#text, this.#at, "after object key");
    this.#at++;
  }

  #enter(container: "object" | "array"): void {
    this.#at++;
    this.#openContainers.push(container);
    if (this.#openContainers.length > this.#depthMax) throw new DecodeError("limit", "exceeded max depth");
  }

  #leave(): void {
    this.#at++;
    if (this.#openContainers.pop() === "object") this.#visitor.endObject();
    else this.#visitor.endArray();
  }

  /** Skips white space and returns the next character without consuming it; empty at the end of the text. */
  #peek(): string {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return this.#text.charAt(this.#at);
      this.#at++;
    }
  }

  #literal(first: string): boolean | null {
    const [word, value] = literals.get(first) ?? ["", null];
    for (const letter of word) {
      if (this.#text[this.#at] !== letter) {
        throw unexpectedInToken(this.#text, this.#at, `in literal ${word} (expecting '${letter}')`);
      }
      this.#at++;
    }
    return value;
  }

  #textValue(): void {
    const first = this.#at;
    const value = this.#string();
    const spelling = this.#visitor.verbatim ? this.#text.slice(first, this.#at) : "";
    if (this.#visitor.verbatim && spelling !== JSON.stringify(value)) this.#visitor.verbatim(spelling);
    else this.#visitor.scalar(value);
  }

  #string(): string {
    let result = "";
    let from = ++this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        result += this.#text.slice(from, this.#at) + this.#escape();
        from = this.#at;
      } else if (code >= 0x20) {
        this.#at++;
      } else {
        throw unexpectedCharacter(this.#text, this.#at, inString);
      }
    }
    const tail = this.#text.slice(from, this.#at++);
    return result === "" ? tail : withoutLoneSurrogates(result + tail);
  }

  #escape(): string {
    const letter = this.#text.charAt(++this.#at);
    const simple = simpleEscapes.get(letter);
    if (simple !== undefined) {
      this.#at++;
      return simple;
    }
    if (letter !== "u") throw unexpectedInToken(this.#text, this.#at, "in string escape code");
    this.#at++;
    const first = this.#at;
    for (; this.#at < first + 4; this.#at++) {
      if (!/[0-9a-fA-F]/.test(this.#text.charAt(this.#at))) {
        throw unexpectedInToken(this.#text, this.#at, "in \\u hexadecimal character escape");
      }
    }
    return String.fromCharCode(Number.parseInt(this.#text.slice(first, this.#at), 16));
  }

  #number(): void {
    const first = this.#at;
    if (this.#text[this.#at] === "-") this.#at++;
    if (this.#text[this.#at] === "0") this.#at++;
    else this.#digits("in numeric literal");
    let isInteger = true;
    if (this.#text[this.#at] === ".") {
      isInteger = false;
      this.#at++;
      this.#digits("after decimal point in numeric literal");
    }
    if (this.#text[this.#at] === "e" || this.#text[this.#at] === "E") {
      isInteger = false;
      this.#at++;
      if (this.#text[this.#at] === "+" || this.#text[this.#at] === "-") this.#at++;
      this.#digits("in exponent of numeric literal");
    }
    const literal = this.#text.slice(first, this.#at);
    const value = Number(literal);
    if (this.#visitor.verbatim && literal !== JSON.stringify(value)) {
      this.#visitor.verbatim(literal);
    } else if (this.#visitor.spelledNumber && (!Number.isFinite(value) || (!isInteger && literal !== String(value)))) {
      this.#visitor.spelledNumber(literal);
    } else {
      this.#visitor.scalar(this.#numberOf(literal, isInteger));
    }
  }

  #digits(context: string): void {
    if (!isDigit(this.#text.charAt(this.#at))) throw unexpectedInToken(this.#text, this.#at, context);
    while (isDigit(this.#text.charAt(this.#at))) this.#at++;
  }

  #numberOf(literal: string, isInteger: boolean): number | bigint {
    const value = Number(literal);
    if (!Number.isFinite(value)) {
      const shown = literal.length > quotedLiteralMax ? `${literal.slice(0, quotedLiteralMax)}...` : literal;
      this.#rangeError ??= new DecodeError(
        "value",
        `json: cannot unmarshal number ${shown} into Go value of type float64`,
      );
      return 0;
    }
    return !isInteger || Number.isSafeInteger(value) ? value : BigInt(literal);
  }
}
