/** Numbers in texts that `format()` makes. Doubles are printed for readers of American English, as in the reference. */

/** More digits are not printed at all, as in the reference. */
const precisionMax = 1_000_000;
const tooPrecise = "%!(NOVERB)";

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

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? undefined : value > 0 ? "∞" : "-∞";
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** Returns the digits of a number with `precision` digits after the point, without a sign. */
function fixedDigits(value: number, precision: number): readonly [whole: string, fraction: string] {
  const [numerator, denominator] = fractionOf(Math.abs(value));
  const digits = String(roundedQuotient(numerator * 10n ** BigInt(precision), denominator)).padStart(
    precision + 1,
    "0",
  );
  return [digits.slice(0, digits.length - precision), digits.slice(digits.length - precision)];
}

/** Returns `1234.500000`, without commas. */
export function plainFixed(value: number, precision: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const [whole, fraction] = fixedDigits(value, precision);
  return (isNegative(value) ? "-" : "") + (precision === 0 ? whole : `${whole}.${fraction}`);
}

/** Returns digits in groups of three. */
function withCommas(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}

/** Returns `1,234.50`. */
export function groupedFixed(value: number, precision: number): string {
  if (precision > precisionMax) return tooPrecise;
  const text = special(value);
  if (text !== undefined) return text;
  const [whole, fraction] = fixedDigits(value, precision);
  const grouped = withCommas(whole);
  return (isNegative(value) ? "-" : "") + (precision === 0 ? grouped : `${grouped}.${fraction}`);
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const scientificDigits = 6;

/** Returns `1.234500 × 10⁰³`. The precision is the least width, and the number of digits is always the same, as in the reference. */
export function scientific(value: number, widthMin: number): string {
  if (widthMin > precisionMax) return tooPrecise;
  return (special(value) ?? scientificText(value)).padStart(widthMin);
}

function scientificText(value: number): string {
  const [mantissa = "", exponent = ""] = Math.abs(value).toExponential(scientificDigits).split("e");
  const power = Array.from(exponent.replace(/^[+-]/, "").padStart(2, "0"), (digit) => superscripts[Number(digit)]).join(
    "",
  );
  const sign = exponent.startsWith("-") ? "⁻" : "";
  return `${isNegative(value) ? "-" : ""}${mantissa}\u202f×\u202f10${sign}${power}`;
}
