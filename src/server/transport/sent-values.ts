/**
 * Returns the values of a header. Node joins repeated headers, so that a comma in a value looks like one between two values.
 * @param rawHeaders names and values in turn, as the client sent them
 * @param name in lower case
 * @param current all values, joined with commas; undefined if the header was removed
 */
export function sentValues(
  rawHeaders: readonly string[],
  name: string,
  current: string | undefined,
): readonly string[] {
  if (current === undefined) return [];
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index] ?? "";
    if (rawName.length === name.length && rawName.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  // Otherwise the header was replaced.
  return values.join(", ") === current ? values : [current];
}
