/** Removes repetitions of a character from the ends of texts, in linear time. Regular expressions would need quadratic time. */

/** Returns a text without the repetitions of a character at its end. */
export function trimEndOf(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}

/** Returns a text without the repetitions of a character at its start. */
export function trimStartOf(text: string, character: string): string {
  let start = 0;
  while (start < text.length && text[start] === character) start++;
  return text.slice(start);
}

/** Returns a time such as `12:00:00.250Z` without the zeros at the end of its fraction, and without an empty fraction. */
export function trimFraction(time: string): string {
  const trimmed = trimEndOf(time.slice(0, -1), "0");
  return `${trimmed.endsWith(".") ? trimmed.slice(0, -1) : trimmed}Z`;
}
