/**
 * Returns the values of a header. Node joins repeated headers, so that a comma in a value could not be told from one between
 * two values.
 * @param rawHeaders names and values in turn
 * @param name in lower case
 */
export function sentValues(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index] ?? "";
    if (rawName.length === name.length && rawName.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
