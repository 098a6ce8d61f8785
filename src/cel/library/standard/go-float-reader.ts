/** Reads floating-point numbers as Go's `strconv.ParseFloat` does. */

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const special = /^([+-]?)(?:(inf(?:inity)?)|(nan))$/i;
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;

/** Returns the number in a text; undefined if there is none, or if it is too large. */
export function readGoFloat(text: string): number | undefined {
  if (decimal.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  const [, sign, infinity, nan] = special.exec(text) ?? [];
  if (infinity !== undefined) return sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (nan !== undefined) return sign === "" ? Number.NaN : undefined;
  return readHexadecimal(text);
}

function readHexadecimal(text: string): number | undefined {
  const [, sign, whole = "", fraction = "", exponent] = hexadecimal.exec(text) ?? [];
  if (exponent === undefined || whole + fraction === "") return undefined;
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  if (!Number.isFinite(value)) return undefined;
  return sign === "-" ? -value : value;
}
