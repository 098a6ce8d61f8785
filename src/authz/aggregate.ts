/** Returns the text of several errors, as the reference combines them: each distinct text once, in brackets if there are several. */
export function aggregateErrors(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`;
}
