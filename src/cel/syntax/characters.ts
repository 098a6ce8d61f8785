/** Classes of ASCII characters, for readers of text that look at one UTF-16 code unit at a time. */
const asciiSize = 128;
const wordBit = 1;
const digitBit = 2;
const hexadecimalBit = 4;

const classes = new Uint8Array(asciiSize);

function addClass(characters: string, bits: number): void {
  for (const character of characters) classes[character.charCodeAt(0)] = bits;
}

addClass("ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_", wordBit);
addClass("abcdefABCDEF", wordBit | hexadecimalBit);
addClass("0123456789", wordBit | hexadecimalBit | digitBit);

/** @param code of a UTF-16 code unit, or NaN at the end of a text */
function hasClass(code: number, bit: number): boolean {
  return code < asciiSize && ((classes[code] ?? 0) & bit) !== 0;
}

/** Whether a name can contain the character: an ASCII letter, a digit or `_`. */
export function isWordCharacter(code: number): boolean {
  return hasClass(code, wordBit);
}

/** Whether a code unit is one of 0 to 9. */
export function isDigit(code: number): boolean {
  return hasClass(code, digitBit);
}

/** Whether a code unit is one of 0 to 9, a to f, and A to F. */
export function isHexadecimalDigit(code: number): boolean {
  return hasClass(code, hexadecimalBit);
}
