/** The width of text in terminal columns: East Asian wide characters and emoji take two, combining marks none. */

const ascii = /^[\u0020-\u007e]*$/;
const none = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}$/u;

/** Returns the number of terminal columns that a text takes. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Pads the text with blanks to a width. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

const ellipsis = "…";

/** Truncates the text to a width. An ellipsis marks the omitted part. */
export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let [kept, used] = ["", 1];
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    kept += character;
  }
  return kept + ellipsis;
}
