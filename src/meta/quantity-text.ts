/** The suffixes of quantities, and the canonical text of an amount. */

/**
 * The family of suffixes in which a quantity was written. It is also printed in this family if that loses no precision.
 */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** Number of nano-units in one unit. */
export const nanosPerUnit = 1_000_000_000n;

/** Suffixes for the powers of 1000, from 1000^-3 upwards. */
const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
/** Suffixes for the powers of 1024, from 1024^0 upwards. */
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** The meaning of the suffix of a quantity. */
export interface QuantitySuffix {
  readonly format: QuantityFormat;
  /** Exponent to base 2 for BinarySI, otherwise to base 10. NaN if the suffix is unknown. */
  readonly exponent: number;
}

/** Returns the meaning of a suffix, including exponents such as `e3`. */
export function readQuantitySuffix(suffix: string): QuantitySuffix {
  const decimal = decimalSuffixes.indexOf(suffix);
  if (decimal >= 0) return { format: "DecimalSI", exponent: decimal * 3 - 9 };
  const binary = binarySuffixes.indexOf(suffix);
  if (binary >= 0) return { format: "BinarySI", exponent: binary * 10 };
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  const value = Number(exponent ?? Number.NaN);
  return { format: "DecimalExponent", exponent: Math.abs(value) < 2 ** 31 ? value : Number.NaN };
}

/** Returns the amount without a fraction and with the largest suffix that loses no precision. */
export function canonicalText(nanos: bigint, format: QuantityFormat): string {
  if (nanos === 0n) return "0";
  const small = nanos > -1024n * nanosPerUnit && nanos < 1024n * nanosPerUnit;
  const binary = format === "BinarySI" && !small && nanos % nanosPerUnit === 0n;
  if (binary) return binaryText(nanos / nanosPerUnit);
  return decimalText(nanos.toString(), format);
}

function binaryText(units: bigint): string {
  let [mantissa, power] = [units, 0];
  while (power < binarySuffixes.length - 1 && (mantissa & 1023n) === 0n) {
    mantissa >>= 10n;
    power++;
  }
  return `${mantissa}${binarySuffixes[power]}`;
}

/** @param digits a whole number of nano-units, not zero */
function decimalText(digits: string, format: QuantityFormat): string {
  let end = digits.length;
  let power = 0;
  // Decimal suffixes end at `E` (exa), so larger amounts keep their zeros. Exponents have no limit.
  const powerMax = format === "DecimalExponent" ? Number.POSITIVE_INFINITY : decimalSuffixes.length - 1;
  while (power < powerMax && digits.endsWith("000", end)) {
    end -= 3;
    power++;
  }
  const mantissa = digits.slice(0, end);
  if (format !== "DecimalExponent") return mantissa + decimalSuffixes[power];
  return power === 3 ? mantissa : `${mantissa}e${power * 3 - 9}`;
}
