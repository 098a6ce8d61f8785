/** Numbers as YAML 1.1 and the reference read and write them. */

const decimal = /^[-+]?(0|[1-9][0-9]*)$/;
const prefixed = /^([-+]?)0(?:[xX]([0-9a-fA-F]+)|[bB]([01]+)|[oO]?([0-7]+))$/;
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const uint64Max = 2n ** 64n - 1n;
const int64Min = -(2n ** 63n);
/** Beyond this, a number is no integer of 64 bits. */
const surelyFloat = 2 ** 65;

/**
 * The number that `text` stands for as a plain scalar that begins with a digit or sign; undefined when it is none.
 * Integers that no float64 holds are bigints; beyond 64 bits decimal ones are floats, and others are none. Numbers
 * out of the range of float64 are none, as in the reference.
 */
export function parseNumber(text: string): number | bigint | undefined {
  const digits = text.replaceAll("_", "");
  if (decimal.test(digits)) return parseDecimal(digits);
  const integer = parsePrefixed(digits) ?? parseSignedBinary(digits);
  if (integer !== undefined && integer >= int64Min && integer <= uint64Max) return smallest(integer);
  return float.test(digits) ? finite(Number(digits)) : undefined;
}

function parseDecimal(digits: string): number | bigint | undefined {
  const value = Number(digits);
  // Adding 0 turns -0 into 0: an integer has no sign of zero.
  if (Number.isSafeInteger(value)) return value + 0;
  if (Math.abs(value) > surelyFloat) return finite(value);
  const integer = BigInt(digits);
  return integer >= int64Min && integer <= uint64Max ? integer : value;
}

/** `.5`, where the reference lets underscores stand between digits only. */
export function parseDotFloat(text: string): number | undefined {
  if (!/^\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?$/.test(text)) return undefined;
  return finite(Number(text.replaceAll("_", "")));
}

/** `0x1f`, `0b101`, `0o17` and `017`. */
function parsePrefixed(text: string): bigint | undefined {
  const match = prefixed.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal] = match;
  const literal = hex === undefined ? (binary === undefined ? `0o${octal}` : `0b${binary}`) : `0x${hex}`;
  const magnitude = BigInt(literal);
  return sign === "-" ? -magnitude : magnitude;
}

/** `0b-101`: the reference takes the sign on either side. */
function parseSignedBinary(text: string): bigint | undefined {
  const match = /^0b([-+])([01]+)$/.exec(text);
  if (match === null) return undefined;
  const magnitude = BigInt(`0b${match[2]}`);
  return match[1] === "-" ? -magnitude : magnitude;
}

function smallest(integer: bigint): number | bigint {
  const value = Number(integer);
  return Number.isSafeInteger(value) ? value : integer;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The shortest decimal that reads back as the same float64, in the reference's form: `1.5`, `1e+06`, `1e-07`. */
export function formatFloat64(value: number): string {
  return formatDigits(value.toExponential());
}

/** The same for the nearest float32, which is how the reference writes keys that are floats. */
export function formatFloat32(value: number): string {
  const nearest = Math.fround(value);
  if (!Number.isFinite(nearest)) return formatDigits(String(nearest));
  for (let fractionDigits = 0; ; fractionDigits++) {
    const candidate = nearest.toExponential(fractionDigits);
    if (Math.fround(Number(candidate)) === nearest) return formatDigits(candidate);
  }
}

/** Numbers with an exponent in this range are written without it. */
const plainExponentMin = -4;
const plainExponentMax = 5;

/** @param exponential as `toExponential` writes it, `1.5e+3`, or not a finite number */
function formatDigits(exponential: string): string {
  const special = { Infinity: ".inf", "-Infinity": "-.inf", NaN: ".nan" }[exponential];
  if (special !== undefined) return special;
  const [mantissa = "", exponentText = ""] = exponential.split("e");
  const exponent = Number(exponentText);
  if (exponent >= plainExponentMin && exponent <= plainExponentMax) return String(Number(exponential));
  const sign = exponent < 0 ? "-" : "+";
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
