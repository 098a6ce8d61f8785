/**
 * Numbers whose spelling matters: `1.0` and `1e3` are no integers to a typed decoder, and `1e400` fits no float64. They
 * travel as symbols, a type that no other JSON value has. Only a typed decoder and patches may see them. Where a message
 * repeats a patch, texts travel in the same way, in their quotation marks.
 */

/** A symbol whose description is the text of a JSON number. */
export type NumberText = symbol;

/** Returns the symbol for a number that is spelled like this. */
export function numberText(text: string): NumberText {
  return Symbol(text);
}

/** Returns the spelling. */
export function textOfNumber(number: NumberText): string {
  return number.description ?? "";
}

/** Returns the value that is spelled so. */
export function valueOfSpelling(spelling: symbol): number | string {
  const text = spelling.description ?? "";
  return text.startsWith('"') ? withoutLoneSurrogates(JSON.parse(text) as string) : Number(text);
}

/** Half a character has no UTF-8: like in the reference, it becomes U+FFFD. */
export function withoutLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Returns a copy of a JSON value in which every such number is an ordinary one. */
export function withPlainNumbers(value: unknown): unknown {
  if (typeof value === "symbol") return Number(textOfNumber(value));
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlainNumbers(member)]));
}

/** Returns every such number in a JSON value. */
export function numberTextsIn(value: unknown): readonly NumberText[] {
  if (typeof value === "symbol") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numberTextsIn);
}
