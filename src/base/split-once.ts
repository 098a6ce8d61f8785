/**
 * Splits a text at the first separator, which belongs to neither part. The second part is undefined if there is none.
 *
 * @example
 * ```ts
 * const [name, value = ""] = splitOnce("app=web", "=");
 * ```
 */
export function splitOnce(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + separator.length)];
}
