/**
 * The reference passes its messages about syntax errors to a function that formats values, but passes no values. So a percent
 * sign in a message is a directive without its value: the message about `%` contains `%!'(MISSING)`.
 */

/** Greater widths and precisions are not numbers, and end the message. */
const numberMax = 1_000_000;

/** Returns what the reference shows for a message. */
export function formatDirectives(message: string): string {
  const shown: string[] = [];
  const lastBracket = message.lastIndexOf("]");
  let from = 0;
  for (let percent = message.indexOf("%"); percent >= 0; percent = message.indexOf("%", from)) {
    const directive = new Directive(message, percent + 1, lastBracket);
    shown.push(message.slice(from, percent), directive.shown);
    from = directive.end;
  }
  return shown.join("") + message.slice(from);
}

/** One directive: flags, a width, a precision, indexes of values in brackets, and a verb. */
class Directive {
  readonly shown: string;
  readonly #text: string;
  /** The index of the last closing bracket. */
  readonly #lastBracket: number;
  #at: number;
  #hasIndex = false;
  #isAfterIndex = false;

  constructor(text: string, start: number, lastBracket: number) {
    this.#text = text;
    this.#lastBracket = lastBracket;
    this.#at = start;
    while (this.#isAt("#0+- ")) this.#at++;
    this.#readIndex();
    let shown = this.#readNumber("%!(BADWIDTH)");
    if (this.#isAt(".") && this.#at + 1 < this.#text.length) {
      this.#at++;
      this.#readIndex();
      shown += this.#readNumber("%!(BADPREC)");
    }
    if (!this.#isAfterIndex) this.#readIndex();
    this.shown = shown + this.#readVerb();
  }

  get end(): number {
    return this.#at;
  }

  #isAt(characters: string): boolean {
    return this.#at < this.#text.length && characters.includes(this.#text.charAt(this.#at));
  }

  #readIndex(): void {
    this.#isAfterIndex = false;
    if (!this.#isAt("[")) return;
    this.#hasIndex = true;
    const closing = this.#at < this.#lastBracket ? this.#text.indexOf("]", this.#at) : -1;
    this.#isAfterIndex = closing >= 0 && isNumber(this.#text, this.#at + 1, closing);
    this.#at = closing < 0 ? this.#at + 1 : closing + 1;
  }

  /** Reads a width or a precision. Returns the message about one whose value is missing. */
  #readNumber(missing: string): string {
    if (this.#isAt("*")) {
      this.#at++;
      this.#isAfterIndex = false;
      return missing;
    }
    let value = 0;
    for (; this.#isAt("0123456789"); this.#at++) {
      if (value > numberMax) {
        this.#at = this.#text.length;
        return "";
      }
      value = value * 10 + Number(this.#text.charAt(this.#at));
    }
    return "";
  }

  #readVerb(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return "%!(NOVERB)";
    const verb = String.fromCodePoint(code);
    this.#at += verb.length;
    if (verb === "%") return "%";
    return `%!${verb}(${this.#hasIndex ? "BADINDEX" : "MISSING"})`;
  }
}

function isNumber(text: string, from: number, to: number): boolean {
  return to - from <= 7 && /^\d+$/.test(text.slice(from, to));
}
