/** Parses and formats numbers as YAML 1.1 and the reference do. */

const decimal = /^[-+]?(0|[1-9][0-9]*)$/;
const prefixed = /^([-+]?)0(?:[xX]([0-9a-fA-F]+)|[bB]([01]+)|[oO]?([0-7]+))$/;
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const uint64Max = 2n ** 64n - 1n;
const int64Min = -(2n ** 63n);
/** Larger numbers are not 64-bit integers. */
const integerMagnitudeMax = 2 ** 65;

/**
 * Returns the number that a plain scalar stands for. Undefined if it is not a number.
 *
 * Integers beyond ±(2^53 - 1) are bigints. Beyond 64 bits, decimal integers are floats, and others are not numbers. As
 * in the reference, values that do not fit a float64 are not numbers.
 * @param text begins with a digit or a sign
 */
export function parseNumber(text: string): number | bigint | undefined {
  const digits = text.replaceAll("_", "");
  if (decimal.test(digits)) return parseDecimal(digits);
  const integer = parsePrefixed(digits) ?? parseSignedBinary(digits);
  if (integer !== undefined && integer >= int64Min && integer <= uint64Max) return numberIfSafe(integer);
  return float.test(digits) ? finiteOrUndefined(Number(digits)) : undefined;
}

function parseDecimal(digits: string): number | bigint | undefined {
  const value = Number(digits);
  // Adding 0 turns -0 into 0, because integers have no negative zero.
  if (Number.isSafeInteger(value)) return value + 0;
  if (Math.abs(value) > integerMagnitudeMax) return finiteOrUndefined(value);
  const integer = BigInt(digits);
  return integer >= int64Min && integer <= uint64Max ? integer : value;
}

/** Returns the number in text such as `.5`. Here the reference accepts underscores only between digits. */
export function parseDotFloat(text: string): number | undefined {
  if (!/^\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?$/.test(text)) return undefined;
  return finiteOrUndefined(Number(text.replaceAll("_", "")));
}

/** Reads `0x1f`, `0b101`, `0o17` and `017`. */
function parsePrefixed(text: string): bigint | undefined {
  const match = prefixed.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal] = match;
  const literal = hex === undefined ? (binary === undefined ? `0o${octal}` : `0b${binary}`) : `0x${hex}`;
  const magnitude = BigInt(literal);
  return sign === "-" ? -magnitude : magnitude;
}

/** Reads `0b-101`. The reference accepts the sign before or after the prefix. */
function parseSignedBinary(text: string): bigint | undefined {
  const match = /^0b([-+])([01]+)$/.exec(text);
  if (match === null) return undefined;
  const magnitude = BigInt(`0b${match[2]}`);
  return match[1] === "-" ? -magnitude : magnitude;
}

function numberIfSafe(integer: bigint): number | bigint {
  const value = Number(integer);
  return Number.isSafeInteger(value) ? value : integer;
}

function finiteOrUndefined(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the shortest decimal that parses as the same float64, in the reference's form: `1.5`, `1e+06`, `1e-07`. */
export function formatFloat64(value: number): string {
  return formatDigits(value.toExponential());
}

/**
 * Returns the shortest decimal that parses as the nearest float32. The reference writes keys that are floats in this
 * form.
 */
export function formatFloat32(value: number): string {
  const nearest = Math.fround(value);
  if (!Number.isFinite(nearest)) return formatDigits(String(nearest));
  for (let fractionDigits = 0; ; fractionDigits++) {
    const candidate = nearest.toExponential(fractionDigits);
    if (Math.fround(Number(candidate)) === nearest) return formatDigits(candidate);
  }
}

/** Numbers whose exponent is in this range are written without an exponent. */
const plainExponentMin = -4;
const plainExponentMax = 5;

/** @param exponential the result of `toExponential`, such as `1.5e+3`, or the text of a number that is not finite */
function formatDigits(exponential: string): string {
  const special = { Infinity: ".inf", "-Infinity": "-.inf", NaN: ".nan" }[exponential];
  if (special !== undefined) return special;
  const [mantissa = "", exponentText = ""] = exponential.split("e");
  const exponent = Number(exponentText);
  if (exponent >= plainExponentMin && exponent <= plainExponentMax) return String(Number(exponential));
  const sign = exponent < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
