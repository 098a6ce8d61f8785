/**
 * Makes text of objects and messages safe to print. On a terminal, it must not move the cursor, change colours or
 * answer queries.
 */

// oxlint-disable-next-line no-control-regex -- those are what it is about
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const lineEnd = /[\n\r\f\v]/;

/** Escapes control characters as `\x1b`, except line breaks and tabs. */
export function printable(text: string): string {
  return text.replace(controls, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
  });
}

/** Returns the first line of a text. Three dots mark omitted lines. */
export function printableLine(text: string): string {
  const end = text.search(lineEnd);
  return printable(end < 0 ? text : `${text.slice(0, end)}...`).replaceAll("\t", " ");
}
