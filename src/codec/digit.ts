/** Whether a character is a decimal digit of ASCII. False for the empty string. */
export function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
