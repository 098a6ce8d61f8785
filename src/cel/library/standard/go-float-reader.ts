/** Reads floating-point numbers as Go's `strconv.ParseFloat` does. */

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const special = /^([+-]?)(?:(inf(?:inity)?)|(nan))$/i;
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;

/** An underscore that is not between two digits, or between the prefix of a hexadecimal number and a digit. */
const misplacedUnderscore = /(?<!\d)_|_(?!\d)/;
const misplacedHexadecimalUnderscore = /(?<![\da-fA-FxX])_|_(?![\da-fA-F])/;

/** Returns the number in a text; undefined if there is none, or if it is too large. */
export function readGoFloat(text: string): number | undefined {
  if (text.includes("_")) {
    const misplaced = /^[+-]?0[xX]/.test(text) ? misplacedHexadecimalUnderscore : misplacedUnderscore;
    return misplaced.test(text) ? undefined : readGoFloat(text.replaceAll("_", ""));
  }
  if (decimal.test(text)) return finiteOrUndefined(Number(text));
  const [, sign, infinity, nan] = special.exec(text) ?? [];
  if (infinity !== undefined) return sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (nan !== undefined) return sign === "" ? Number.NaN : undefined;
  return readHexadecimal(text);
}

function finiteOrUndefined(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function readHexadecimal(text: string): number | undefined {
  const [, sign, whole = "", fraction = "", exponent] = hexadecimal.exec(text) ?? [];
  if (exponent === undefined || whole + fraction === "") return undefined;
  const digits = (whole + fraction).replace(/^0+(?=.)/, "");
  const used = digits.slice(0, hexadecimalDigitsMax);
  const rest = digits.slice(hexadecimalDigitsMax);
  // The last bit says whether the digits that are not used matter when the number is rounded.
  const mantissa = BigInt(`0x${used}`) * 2n + (/[^0]/.test(rest) ? 1n : 0n);
  const size = scaled(mantissa, Number(exponent) - 4 * fraction.length + 4 * rest.length - 1);
  return finiteOrUndefined(sign === "-" ? -size : size);
}

/** More digits do not fit into a double. */
const hexadecimalDigitsMax = 20;

/** How many bits the fraction of a double has, with the leading one. */
const doubleBits = 53;
/** The exponent of the last bit of the smallest doubles. */
const leastExponent = -1074;

/** Returns `value * 2 ** exponent`, rounded once to the nearest double, and to the even one of two. */
function scaled(value: bigint, exponent: number): number {
  if (value === 0n) return 0;
  const bits = value.toString(2).length;
  const dropped = Math.max(bits - doubleBits, leastExponent - exponent);
  if (dropped <= 0) return Number(value) * 2 ** exponent;
  if (dropped > bits + 1) return 0;
  const unit = 1n << BigInt(dropped);
  const kept = value / unit;
  const twiceRest = (value % unit) * 2n;
  const roundsUp = twiceRest > unit || (twiceRest === unit && kept % 2n === 1n);
  return Number(roundsUp ? kept + 1n : kept) * 2 ** (exponent + dropped);
}
