/**
 * Compares two strings by UTF-16 code units. This is also the order of their UTF-8 bytes, except for characters beyond
 * U+FFFF. For use with `sort()`.
 */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
