/** Reads JSON without losing how its numbers are written. */

/** Stands before the text of a number in a parsed document. It cannot occur in a document that a server sends. */
const numberMark = "\u0000number ";

/** Strings and numbers of a JSON text. Everything between them is punctuation, literals and white space. */
const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses a JSON document. Numbers become marked text, so that `1`, `1.0` and integers above 2^53 stay apart. */
export function parseKeepingNumbers(text: string): unknown {
  return JSON.parse(
    text.replace(stringsAndNumbers, (part) => (part.startsWith('"') ? part : `"\\u0000number ${part}"`)),
  );
}

/** Returns the text of a number that `parseKeepingNumbers()` read; undefined for every other value. */
export function numberText(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith(numberMark) ? value.slice(numberMark.length) : undefined;
}

/** Returns the marked form of a number's text. */
export function markedNumber(text: string): string {
  return `${numberMark}${text}`;
}

/** Returns the JSON text of a value that `parseKeepingNumbers()` read. */
export function writeKeepingNumbers(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").replace(/"\\u0000number ([^"]*)"/g, "$1");
}
