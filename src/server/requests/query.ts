import { splitOnce } from "../../base/split-once.ts";

/**
 * The query of a URL, parsed as the reference does (Go's net/url). A pair that contains a semicolon or a malformed
 * escape is dropped. The other pairs are kept.
 */
export class Query {
  readonly #values = new Map<string, string[]>();

  /** @param text the query without its question mark */
  constructor(text: string) {
    for (const pair of text.split("&")) {
      if (pair !== "" && !pair.includes(";")) this.#addPair(pair);
    }
  }

  /** Returns the first value of a parameter. Undefined if it is missing. */
  first(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** Returns all values of a parameter, empty ones included. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  #addPair(pair: string): void {
    const [writtenName, writtenValue = ""] = splitOnce(pair, "=");
    const name = unescapeText(writtenName);
    const value = unescapeText(writtenValue);
    if (name === undefined || value === undefined) return;
    const values = this.#values.get(name);
    if (values) values.push(value);
    else this.#values.set(name, [value]);
  }
}

/** Matches a percent sign that two hexadecimal digits do not follow. */
export const malformedEscape = /%(?![0-9a-fA-F]{2})/;

/** Decodes escapes. Bytes that are not UTF-8 become U+FFFD. Undefined if an escape is malformed. */
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
