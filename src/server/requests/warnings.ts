/**
 * The warnings of one response. If their total length exceeds a limit, all warnings are shortened, including those that
 * were added before. If the shortened ones exceed the limit too, further warnings are dropped.
 */

/** Maximum number of warnings. Clients limit the headers of a response. */
const warningsMax = 100;
/** Total number of characters above which each warning is shortened to `shortenedCharacters`. */
const charactersMax = 4096;
const shortenedCharacters = 256;

/** Collects the warnings of one response. */
export class Warnings {
  readonly #texts = new Set<string>();
  #characters = 0;
  #areShortened = false;

  /** Adds a warning. Repeated texts are kept once. As in the reference, a text with a control character is dropped. */
  add(text: string): void {
    const texts = this.#texts;
    if (text === "" || texts.has(text) || texts.size === warningsMax || controlCharacter.test(text)) return;
    if (this.#areShortened && this.#characters >= charactersMax) return;
    texts.add(text);
    this.#characters += lengthOf(this.#areShortened ? shorten(text) : text);
    if (this.#areShortened || this.#characters <= charactersMax) return;
    this.#areShortened = true;
    this.#characters = [...texts].reduce((sum, one) => sum + lengthOf(shorten(one)), 0);
  }

  /** Returns the values of the Warning headers: code, agent and quoted text. */
  headers(): string[] {
    return [...this.#texts].map((text) => `299 - ${quotedText(this.#areShortened ? shorten(text) : text)}`);
  }
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Shortens a text to a number of whole characters. */
function shorten(text: string): string {
  // A character has two UTF-16 units at most.
  return Array.from(text.slice(0, 2 * shortenedCharacters))
    .slice(0, shortenedCharacters)
    .join("");
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns the text as a quoted-string of RFC 7230. */
function quotedText(text: string): string {
  return `"${encodeHeaderText(text).replace(/["\\]/g, "\\$&")}"`;
}

/** Encodes a text for a header: as UTF-8, with one character for each byte, as Node's HTTP modules expect. */
function encodeHeaderText(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
