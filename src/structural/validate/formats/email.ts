/** Email addresses as Go's `net/mail` reads them. A name, comments and a group with a single address are allowed. */
import { parseIp } from "../../../meta/ip/ip-address.ts";

/** Whether the text is one email address. Names in encoded words are not decoded, so an unknown charset is no fault. */
export function isEmail(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.addresses() === 1 && reader.skipComments() && reader.isAtEnd();
}

const atom = /[^\u0000-\u0020\u007f()<>[\]:;@\\,"]+/y;
const domainLiteral = /\[([^\u0000-\u0020\u007f[\]\\]*)\]/y;

const quotationMark = 0x22;
const backslash = 0x5c;

/** Whether a quoted text cannot contain the character. A tab is allowed. The code is NaN after the end of the text. */
function isControlCharacter(code: number): boolean {
  return (code < 0x20 && code !== 0x09) || code === 0x7f;
}

class AddressReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Reads an address or a group of addresses, and returns how many there are; 0 if there is a fault. */
  addresses(): number {
    const single = this.#address();
    if (single !== "group") return single ? 1 : 0;
    this.#skipSpace();
    if (this.#skip(";")) return 0;
    let count = 0;
    do {
      if (this.#address() !== true || !this.skipComments()) return 0;
      count++;
      if (this.#skip(";")) return this.skipComments() ? count : 0;
    } while (this.#skip(","));
    return 0;
  }

  /** Returns `group` after the colon of a group. */
  #address(): boolean | "group" {
    this.#skipSpace();
    const start = this.#at;
    if (this.#addressWithoutName()) {
      this.#skipSpace();
      return !this.#skip("(") || this.#skipComment();
    }
    this.#at = start;
    if (this.#text[start] !== "<" && !this.#phrase()) return false;
    this.#skipSpace();
    if (this.#skip(":")) return "group";
    return this.#skip("<") && this.#addressWithoutName() && this.#skip(">");
  }

  #addressWithoutName(): boolean {
    this.#skipSpace();
    const hasName = this.#text[this.#at] === '"' ? this.#quotedText() > 0 : this.#dotAtom();
    if (!hasName || !this.#skip("@")) return false;
    this.#skipSpace();
    if (this.#text[this.#at] !== "[") return this.#dotAtom();
    const address = this.#match(domainLiteral)?.[1];
    return address !== undefined && parseIp(address) !== undefined;
  }

  /** Reads a text in quotation marks. Returns its length, or -1 if there is a fault. */
  #quotedText(): number {
    const start = this.#at + 1;
    for (let at = start; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === quotationMark) {
        this.#at = at + 1;
        return at - start;
      }
      if (isControlCharacter(code)) return -1;
      if (code !== backslash) continue;
      at++;
      if (isControlCharacter(this.#text.charCodeAt(at))) return -1;
    }
    return -1;
  }

  #dotAtom(): boolean {
    const text = this.#match(atom)?.[0];
    return text !== undefined && !text.startsWith(".") && !text.endsWith(".") && !text.includes("..");
  }

  /** Reads words and comments. Whether there is at least one word. */
  #phrase(): boolean {
    let words = 0;
    for (;;) {
      if (words > 0 && !this.skipComments()) return false;
      this.#skipSpace();
      if (!this.#word()) return words > 0;
      words++;
    }
  }

  #word(): boolean {
    return this.#text[this.#at] === '"' ? this.#quotedText() >= 0 : this.#match(atom) !== undefined;
  }

  /** Skips spaces and comments. Whether every comment ends. */
  skipComments(): boolean {
    this.#skipSpace();
    while (this.#skip("(")) {
      if (!this.#skipComment()) return false;
      this.#skipSpace();
    }
    return true;
  }

  /** Skips the rest of a comment, which can contain comments. */
  #skipComment(): boolean {
    for (let depth = 1; depth > 0; this.#at++) {
      if (this.isAtEnd()) return false;
      const character = this.#text[this.#at];
      if (character === "\\" && this.#at + 1 < this.#text.length) this.#at++;
      else if (character === "(") depth++;
      else if (character === ")") depth--;
    }
    return true;
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }
}
