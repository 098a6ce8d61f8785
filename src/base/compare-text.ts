/** The order of texts by their characters, which is that of their bytes for nearly all of them. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
