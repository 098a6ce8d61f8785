/**
 * Numbers whose spelling matters, represented as symbols. A typed decoder rejects `1.0` and `1e3` as integers, and
 * `1e400` does not fit a float64. No other JSON value is a symbol. Only typed decoders and patches receive such values.
 * In patches that are repeated in messages, strings are represented in the same way, including their quotation marks.
 */

/** A symbol whose description is the spelling of a JSON number. */
export type NumberText = symbol;

/** Returns the symbol for a spelling. */
export function numberText(text: string): NumberText {
  return Symbol(text);
}

/** Returns the spelling of a number. */
export function textOfNumber(number: NumberText): string {
  return number.description ?? "";
}

/** Returns the number or string with this spelling. */
export function valueOfSpelling(spelling: symbol): number | string {
  const text = spelling.description ?? "";
  return text.startsWith('"') ? withoutLoneSurrogates(JSON.parse(text) as string) : Number(text);
}

/** Returns the text with unpaired surrogates replaced by U+FFFD, as in the reference. They have no UTF-8 form. */
export function withoutLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Returns a copy of a JSON value in which the symbols are replaced by ordinary numbers. */
export function withPlainNumbers(value: unknown): unknown {
  if (typeof value === "symbol") return Number(textOfNumber(value));
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlainNumbers(member)]));
}

/** Returns all symbols of numbers in a JSON value. */
export function numberTextsIn(value: unknown): readonly NumberText[] {
  if (typeof value === "symbol") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numberTextsIn);
}
