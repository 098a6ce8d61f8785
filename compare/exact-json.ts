/** Reads JSON and preserves the notation of numbers and the order of keys. */

/** Prefix of numbers in a parsed document. Servers do not send it. */
const numberMark = "\u0000number ";

/** Prefix of keys such as "10", which JavaScript would move to the front. */
const keyMark = "\u0000key ";

/** Strings and numbers of a JSON text. Everything between them is punctuation, literals and white space. */
const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses a JSON document. Numbers become marked text, so that `1`, `1.0` and integers above 2^53 stay different. Keys
 * that consist of digits are marked, too, which preserves their order.
 */
export function parseKeepingNumbers(text: string): unknown {
  return JSON.parse(
    text.replace(stringsAndNumbers, (part, at: number) => {
      if (!part.startsWith('"')) return `"\\u0000number ${part}"`;
      const isKey = /^"\d+"$/.test(part) && /^\s*:/.test(text.slice(at + part.length, at + part.length + 2));
      return isKey ? `"\\u0000key ${part.slice(1)}` : part;
    }),
  );
}

/** Returns a key of a value from `parseKeepingNumbers()`, as the document spells it. */
export function keyText(key: string): string {
  return key.startsWith(keyMark) ? key.slice(keyMark.length) : key;
}

/** Returns the text of a number from `parseKeepingNumbers()`. Undefined for other values. */
export function numberText(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith(numberMark) ? value.slice(numberMark.length) : undefined;
}

/** Returns the marked form of a number's text. */
export function markedNumber(text: string): string {
  return `${numberMark}${text}`;
}

/** Returns the JSON text of a value from `parseKeepingNumbers()`. */
export function writeKeepingNumbers(value: unknown): string {
  const marked = JSON.stringify(value) ?? "nothing";
  return marked.replace(/"\\u0000number ([^"]*)"/g, "$1").replaceAll(JSON.stringify(keyMark).slice(1, -1), "");
}
