/** Formats of numbers with a check digit. */

function withoutSpaces(text: string): string {
  return text.replaceAll(/[\t\n\f\r -]/g, "");
}

function digitAt(text: string, index: number): number {
  return text.charCodeAt(index) - 0x30;
}

/** Whether the text is an ISBN of 10 digits. Spaces and hyphens do not count. */
export function isIsbn10(text: string): boolean {
  const digits = withoutSpaces(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  let sum = digits.endsWith("X") ? 100 : 10 * digitAt(digits, 9);
  for (let index = 0; index < 9; index++) sum += (index + 1) * digitAt(digits, index);
  return sum % 11 === 0;
}

/** Whether the text is an ISBN of 13 digits. Spaces and hyphens do not count. */
export function isIsbn13(text: string): boolean {
  const digits = withoutSpaces(text);
  if (!/^\d{13}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < 13; index++) sum += (index % 2 === 0 ? 1 : 3) * digitAt(digits, index);
  return sum % 10 === 0;
}

const cardNumber =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Whether the text is the number of a credit card. Characters that are no digits do not count. */
export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  if (!cardNumber.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const isDoubled = (digits.length - index) % 2 === 0;
    const digit = digitAt(digits, index) * (isDoubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
