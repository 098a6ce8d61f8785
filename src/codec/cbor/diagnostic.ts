/** Writes a document in diagnostic notation (RFC 8949, section 8), which error messages show. */
import { ItemReader } from "./item-reader.ts";
import { majorTypes } from "./item-types.ts";

/** Number of characters after which the text may end early. Messages show less. */
const charsMax = 20_000;

/** Returns a well-formed document in diagnostic notation. A long text ends early. */
export function diagnoseCbor(bytes: Buffer): string {
  const notation = new Notation(new ItemReader(bytes));
  notation.item();
  return notation.text;
}

class Notation {
  text = "";
  readonly #reader: ItemReader;

  constructor(reader: ItemReader) {
    this.#reader = reader;
  }

  item(): void {
    const reader = this.#reader;
    if (this.text.length > charsMax) return reader.skip();
    reader.head();
    const { major, isIndefinite } = reader;
    switch (major) {
      case majorTypes.positiveInteger:
      case majorTypes.negativeInteger:
        this.text += reader.integer();
        return;
      case majorTypes.byteString:
      case majorTypes.textString: {
        const show = major === majorTypes.byteString ? showBytes : showText;
        if (!isIndefinite) this.text += show(reader.content());
        else this.text += showChunks(reader.chunks().map(show), major === majorTypes.byteString ? "''_" : '""_');
        return;
      }
      case majorTypes.array:
        return this.#elements(isIndefinite ? "[_ " : "[", "]", () => this.item());
      case majorTypes.map:
        return this.#elements(isIndefinite ? "{_ " : "{", "}", () => {
          this.item();
          this.text += ": ";
          this.item();
        });
      case majorTypes.tag:
        this.text += `${reader.argument}(`;
        this.item();
        this.text += ")";
        return;
      default:
        this.text += showPrimitive(reader);
    }
  }

  #elements(open: string, close: string, element: () => void): void {
    this.text += open;
    this.#reader.each((index) => {
      if (index > 0) this.text += ", ";
      element();
      return true;
    });
    this.text += close;
  }
}

function showChunks(chunks: readonly string[], empty: string): string {
  return chunks.length === 0 ? empty : `(_ ${chunks.join(", ")})`;
}

function showText(content: Buffer): string {
  return `"${escape(content.toString("utf8"), '"')}"`;
}

function showBytes(content: Buffer): string {
  const text = content.toString("utf8");
  const isText = content.length > 0 && Buffer.from(text).equals(content);
  return isText ? `'${escape(text, "'")}'` : `h'${content.toString("hex")}'`;
}

const shortEscapes: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

function escape(text: string, quote: string): string {
  return text.replace(/[^ !#-&(-[\]-~]/g, (character) => {
    const short = character === quote ? `\\${quote}` : shortEscapes[character];
    if (short !== undefined) return short;
    if (character === '"' || character === "'") return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

const simpleNames: Readonly<Record<number, string>> = { 20: "false", 21: "true", 22: "null", 23: "undefined" };

function showPrimitive(reader: ItemReader): string {
  if (!reader.isFloat) return simpleNames[reader.argument] ?? `simple(${reader.argument})`;
  const value = reader.float();
  const text = Object.is(value, -0) ? "-0" : String(value);
  if (text.includes(".")) return text;
  return text.includes("e") ? text.replace("e", ".0e") : `${text}.0`;
}
