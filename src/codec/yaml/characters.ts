/** Character classes of YAML 1.1, for UTF-16 code units. The end of the text is the code `endOfText`. */

/** Code of the end of the text. It is NUL, which cannot occur in the text because control characters were rejected. */
export const endOfText = 0;

/** Whether the code unit is a space or a tab. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Whether the code unit is a line break. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** Whether the code unit is a line break or the end of the text. */
export function isBreakOrEnd(code: number): boolean {
  return code === endOfText || isBreak(code);
}

/** Whether the code unit is a space, a tab, a line break or the end of the text. */
export function isBlankBreakOrEnd(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === endOfText || isBreak(code);
}

/** Whether the code unit is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether the code unit may occur in the name of an anchor or a tag handle: ASCII letters, digits, `_` and `-`. */
export function isWordCharacter(code: number): boolean {
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isLetter || isDigit(code) || code === 0x5f || code === 0x2d;
}

/** Returns the value of a hexadecimal digit. Undefined for other code units. */
export function hexDigit(code: number): number | undefined {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}

/** Matches characters that are not tabs, line breaks or printable in YAML. Surrogates always occur in pairs here. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** Whether the text has a character that YAML does not allow. */
export function hasForbiddenCharacter(text: string): boolean {
  return forbidden.test(text);
}
