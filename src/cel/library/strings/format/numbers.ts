/** Numbers in texts that `format()` makes. Doubles are printed for readers of American English, as in the reference. */
import { plainDecimal } from "../../../values/index.ts";

/** The reference reads a precision digit by digit, and prints nothing after this number. */
const precisionReadMax = 1_000_000;
const unreadPrecision = "%!(NOVERB)";

/** No double has more digits after the point. */
const fractionDigitsMax = 1074;

/** Returns a double as the quotient of two integers. */
function fractionOf(value: number): readonly [numerator: bigint, denominator: bigint] {
  let exponent = 0;
  let mantissa = value;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent++;
  }
  return [BigInt(mantissa), 1n << BigInt(exponent)];
}

/** Returns the quotient of positive integers, rounded to the nearest integer, and to the even one of two. */
function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const roundsUp = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return roundsUp ? quotient + 1n : quotient;
}

type Digits = readonly [whole: string, fraction: string];

/** Returns the digits of a number with `precision` digits after the point, without a sign. */
function fixedDigits(value: number, precision: number): Digits {
  if (Number.isInteger(value)) return [BigInt(Math.abs(value)).toString(), "0".repeat(precision)];
  const [numerator, denominator] = fractionOf(Math.abs(value));
  const rounded = roundedQuotient(numerator * 10n ** BigInt(precision), denominator);
  const digits = rounded.toString().padStart(precision + 1, "0");
  return [digits.slice(0, digits.length - precision), digits.slice(digits.length - precision)];
}

/** Returns as few digits as identify a number, without a sign. */
function shortestDigits(value: number): Digits {
  const [whole = "", fraction = ""] = plainDecimal(Math.abs(value)).split(".");
  return [whole, fraction];
}

function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return undefined;
  return value > 0 ? "∞" : "-∞";
}

/** Returns `1234.500000`, without commas. */
export function plainFixed(value: number, precision: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const [whole, fraction] = fixedDigits(value, precision);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return `${sign}${whole}.${fraction}`;
}

/**
 * Returns `1,234.50`. The reference keeps the number of digits in 8 and 16 bits. So a precision up to 255 is exact, and a greater
 * one changes the number of zeros at the end, or prints as few digits as identify the number.
 */
export function groupedFixed(value: number, precision: number): string {
  if (Math.floor(precision / 10) > precisionReadMax) return unreadPrecision;
  const special = specialText(value);
  if (special !== undefined) return special;
  const [least, most] = [precision & 0xff, (precision << 16) >> 16];
  const [whole, fraction] = most < 0 ? shortestDigits(value) : fixedDigits(value, Math.min(most, fractionDigitsMax));
  const grouped = withCommas(whole);
  const shown = withoutZerosAtEnd(fraction).padEnd(least, "0");
  return (value < 0 ? "-" : "") + (shown === "" ? grouped : `${grouped}.${shown}`);
}

function withCommas(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Returns `1.234500 × 10⁰³`. In the reference, the precision is the least width in 16 bits, and the number of digits is always
 * the same.
 */
export function scientific(value: number, precision: number): string {
  if (Math.floor(precision / 10) > precisionReadMax) return unreadPrecision;
  return (specialText(value) ?? scientificText(value)).padStart(precision & 0xffff);
}

const scientificDigits = 6;

function scientificText(value: number): string {
  const [mantissa, exponent] = scientificParts(Math.abs(value));
  const sign = exponent < 0 ? "⁻" : "";
  const digits = Math.abs(exponent).toString().padStart(2, "0");
  const power = Array.from(digits, (digit) => superscripts[Number(digit)]).join("");
  return `${value < 0 ? "-" : ""}${mantissa}\u202f×\u202f10${sign}${power}`;
}

/** Of two nearest numbers, JavaScript takes the greater one, and the reference the even one. So only the exponent is JavaScript's. */
function scientificParts(value: number): readonly [mantissa: string, exponent: number] {
  const exponent = Number(value.toExponential(scientificDigits).split("e")[1]);
  const [numerator, denominator] = fractionOf(value);
  const shift = 10n ** BigInt(Math.abs(scientificDigits - exponent));
  const isMultiplied = exponent <= scientificDigits;
  const rounded = roundedQuotient(
    isMultiplied ? numerator * shift : numerator,
    isMultiplied ? denominator : denominator * shift,
  );
  const digits = rounded.toString().padStart(scientificDigits + 1, "0");
  return [`${digits.slice(0, 1)}.${digits.slice(1)}`, exponent];
}
