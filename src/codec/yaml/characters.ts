/** Character classes of YAML 1.1, on UTF-16 code units. The end of the text reads as `endOfText`. */

/** Stands behind the text; the control characters, NUL among them, are refused before. */
export const endOfText = 0;

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
}

export function isBreakOrEnd(code: number): boolean {
  return code === endOfText || isBreak(code);
}

export function isBlankBreakOrEnd(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === endOfText || isBreak(code);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Letters, digits, `_` and `-`, ASCII only: what names of anchors and tag handles are made of. */
export function isWordCharacter(code: number): boolean {
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isLetter || isDigit(code) || code === 0x5f || code === 0x2d;
}

/** The value of a hexadecimal digit, undefined for anything else. */
export function hexDigit(code: number): number | undefined {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}

/** Everything outside tab, line breaks and what YAML calls printable. Surrogates only occur in pairs here. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

export function hasForbiddenCharacter(text: string): boolean {
  return forbidden.test(text);
}
