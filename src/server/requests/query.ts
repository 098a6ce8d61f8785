/**
 * The query of a URL, read as the reference reads it (Go's net/url). A pair with a semicolon in it, or with an escape that
 * is malformed, is dropped; the other pairs count.
 */
export class Query {
  readonly #values = new Map<string, string[]>();

  /** @param text what follows the question mark */
  constructor(text: string) {
    for (const pair of text.split("&")) {
      if (pair !== "" && !pair.includes(";")) this.#addPair(pair);
    }
  }

  /** The first value of a parameter; undefined when it is missing. */
  first(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** All values of a parameter, empty ones included. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  #addPair(pair: string): void {
    const equals = pair.indexOf("=");
    const name = unescapeText(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeText(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return;
    const values = this.#values.get(name);
    if (values) values.push(value);
    else this.#values.set(name, [value]);
  }
}

/** A percent sign without two hexadecimal digits. */
export const malformedEscape = /%(?![0-9a-fA-F]{2})/;

/** Undefined when an escape is malformed. Bytes that are not UTF-8 become U+FFFD. */
function unescapeText(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  if (malformedEscape.test(spaced)) return undefined;
  return decoder.decode(escapedBytes(spaced));
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function escapedBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let index = 0; index < bytes.length; index++, length++) {
    const byte = bytes[index] ?? 0;
    if (byte === percent) {
      bytes[length] = Number.parseInt(bytes.toString("latin1", index + 1, index + 3), 16);
      index += 2;
    } else {
      bytes[length] = byte;
    }
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;
