/** Booleans in text, as Go's `strconv.ParseBool` reads them. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text) => [text, false] as const),
]);

/** Returns the boolean in `text`; undefined for any other text. */
export function readGoBoolean(text: string): boolean | undefined {
  return booleans.get(text);
}
