/**
 * The warnings of one answer. Together they stay below a limit: when they get longer, each is cut, those that are there
 * already as well; what would still come after that is dropped.
 */

/** More than clients take as headers of one answer. */
const warningsMax = 100;
/** How many characters all of them have together before they are cut, and each of them afterwards. */
const charactersMax = 4096;
const cutCharacters = 256;

export class Warnings {
  readonly #texts = new Set<string>();
  #characters = 0;
  #areCut = false;

  /** Repeated texts are kept once. As in the reference, a text with a character that no header may hold is dropped. */
  add(text: string): void {
    const texts = this.#texts;
    if (text === "" || texts.has(text) || texts.size === warningsMax || controlCharacter.test(text)) return;
    if (this.#areCut && this.#characters >= charactersMax) return;
    texts.add(text);
    this.#characters += lengthOf(this.#areCut ? cut(text) : text);
    if (this.#areCut || this.#characters <= charactersMax) return;
    this.#areCut = true;
    this.#characters = [...texts].reduce((sum, one) => sum + lengthOf(cut(one)), 0);
  }

  /** Values of the Warning headers: code, agent, text. */
  headers(): string[] {
    return [...this.#texts].map((text) => `299 - ${quotedText(this.#areCut ? cut(text) : text)}`);
  }
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Between characters, never within one. */
function cut(text: string): string {
  // A character is two units at most.
  return Array.from(text.slice(0, 2 * cutCharacters))
    .slice(0, cutCharacters)
    .join("");
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** A quoted-string of RFC 7230. */
function quotedText(text: string): string {
  return `"${encodeHeaderText(text).replace(/["\\]/g, "\\$&")}"`;
}

/** Header values are bytes: UTF-8, spelled as the single-byte characters that the transports take. */
function encodeHeaderText(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
