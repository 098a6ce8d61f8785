/** Writes command lines that users can copy into a shell. */

/** Returns a word in quotes unless it has only characters that shells do not change. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
