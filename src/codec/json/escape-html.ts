/**
 * Returns JSON in which the characters that Go's JSON encoder escapes in strings are escaped: `<`, `>`, `&` and the
 * separators U+2028 and U+2029.
 */
export function escapeHtmlInJson(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
