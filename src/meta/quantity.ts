/**
 * Resource quantities: `100m`, `1.5Gi`, `2e3`. A quantity is an exact whole number of nano-units and the family of
 * suffixes in which it was written. Smaller fractions are rounded away from zero.
 * It prints in the canonical form: no fraction, and the largest suffix that loses no precision. As in the reference, a
 * text with canonical digits keeps its spelling (`+5`, `1.500`, `2E3`).
 */
import { ParseError } from "./parse-error.ts";
import {
  canonicalText,
  nanosPerUnit,
  type QuantityFormat,
  type QuantitySuffix,
  readQuantitySuffix,
} from "./quantity-text.ts";

export type { QuantityFormat } from "./quantity-text.ts";

/** Longer text is rejected unread. */
const textLengthMax = 1024;

/** Maximum number of digits before the decimal point. Larger amounts are capped, so that arithmetic stays cheap. */
const integerDigitsMax = 1002;
const nanosMax = 10n ** BigInt(integerDigitsMax + 9) - 1n;
const int64Max = 2n ** 63n - 1n;

const malformedMessage = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const badNumberMessage = "unable to parse numeric part of quantity";
const badSuffixMessage = "unable to parse quantity's suffix";

/** An immutable quantity. Arithmetic returns new quantities. */
export class Quantity {
  static readonly zero = new Quantity(0n, "DecimalSI");

  readonly format: QuantityFormat;
  /** The amount in nano-units. */
  readonly nanos: bigint;
  /** Whether the quantity prints as it was written. */
  readonly keepsText: boolean;
  #text: string | undefined;

  /** @param text the original spelling, if the quantity keeps it */
  constructor(nanos: bigint, format: QuantityFormat, text?: string) {
    this.keepsText = text !== undefined;
    this.nanos = nanos > nanosMax ? nanosMax : nanos < -nanosMax ? -nanosMax : nanos;
    this.format = format;
    this.#text = text;
  }

  /** Returns a quantity of `value` whole units. */
  static of(value: bigint | number, format: QuantityFormat = "DecimalSI"): Quantity {
    return new Quantity(BigInt(value) * nanosPerUnit, format);
  }

  /** Returns a quantity of `value` thousandths of a unit. */
  static ofMilli(value: bigint | number, format: QuantityFormat = "DecimalSI"): Quantity {
    return new Quantity(BigInt(value) * 1_000_000n, format);
  }

  get isZero(): boolean {
    return this.nanos === 0n;
  }

  get sign(): -1 | 0 | 1 {
    return this.nanos > 0n ? 1 : this.nanos < 0n ? -1 : 0;
  }

  /** Compares the amounts, regardless of their formats. */
  compare(other: Quantity): -1 | 0 | 1 {
    return this.nanos < other.nanos ? -1 : this.nanos > other.nanos ? 1 : 0;
  }

  /** Returns the sum in the format of this quantity, or in that of `other` if this one is zero. */
  add(other: Quantity): Quantity {
    return new Quantity(this.nanos + other.nanos, this.isZero ? other.format : this.format);
  }

  /** Returns the difference, in the same format as `add`. */
  sub(other: Quantity): Quantity {
    return new Quantity(this.nanos - other.nanos, this.isZero ? other.format : this.format);
  }

  negate(): Quantity {
    return new Quantity(-this.nanos, this.format);
  }

  /** Returns the amount in whole units, rounded away from zero. */
  value(): bigint {
    return divideAwayFromZero(this.nanos, nanosPerUnit);
  }

  /** Returns the amount in thousandths of a unit, rounded away from zero. */
  milliValue(): bigint {
    return divideAwayFromZero(this.nanos, 1_000_000n);
  }

  /** Returns the amount in whole units. Undefined if it has a fraction or does not fit a signed 64-bit integer. */
  asInteger(): bigint | undefined {
    if (this.nanos % nanosPerUnit !== 0n) return undefined;
    const value = this.nanos / nanosPerUnit;
    return BigInt.asIntN(64, value) === value ? value : undefined;
  }

  /** Returns the nearest float; infinity if the amount is too large for a float. */
  asApproximateFloat(): number {
    return Number(`${this.nanos}e-9`);
  }

  /** Returns the kept spelling, or else the canonical text. */
  toString(): string {
    this.#text ??= canonicalText(this.nanos, this.format);
    return this.#text;
  }

  toJSON(): string {
    return this.toString();
  }
}

const zeroAsWritten = new Quantity(0n, "DecimalSI", "0");

/** Returns the quantity in `text`. @throws ParseError with the reference's text */
export function parseQuantity(text: string): Quantity {
  if (text === "0") return zeroAsWritten;
  if (text.length > textLengthMax) throw new ParseError(malformedMessage);
  const common = /^([1-9]\d{0,4})(m|[KMG]i)?$/.exec(text);
  if (common) return commonQuantity(text, Number(common[1]), common[2] ?? "");
  const parts = splitQuantity(text);
  const suffix = readQuantitySuffix(parts.suffix);
  if (Number.isNaN(suffix.exponent)) throw new ParseError(badSuffixMessage);
  return suffix.format === "BinarySI" ? binaryQuantity(text, parts, suffix) : decimalQuantity(text, parts, suffix);
}

/**
 * Returns the text that is stored for a quantity sent by a client.
 * @param text as sent; for a JSON number, its digits
 * @throws ParseError as `parseQuantity`
 */
export function canonicalQuantity(text: string): string {
  if (isCanonical(text)) return text;
  const canonical = parseQuantity(text).toString();
  // A binary amount that is not a multiple of 1024 loses its suffix. The stored text then parses as a decimal amount,
  // so its canonical form is printed once more.
  return text.endsWith("i") && !canonical.endsWith("i") ? parseQuantity(canonical).toString() : canonical;
}

/**
 * Whether the reference has equal values in memory after it has parsed both texts. It compares items of lists in this
 * form. The form is the kept spelling if there is one, otherwise the amount. Of the short texts, only binary amounts
 * with a multiple of 8 before the suffix keep no spelling.
 */
export function haveSameParsedForm(one: string, other: string): boolean {
  if (one === other) return true;
  if (!one.endsWith("i") || !other.endsWith("i") || one.includes(".") || other.includes(".")) return false;
  const [left, right] = [parseQuantity(one), parseQuantity(other)];
  return !left.keepsText && !right.keepsText && left.nanos === right.nanos;
}

/**
 * Whether the text is one of the usual canonical ones: few digits that no larger suffix could shorten. See
 * docs/performance.md, "Micro-measurements", "canonicalQuantity".
 */
function isCanonical(text: string): boolean {
  const match = /^([1-9]\d{0,4})([numkMGTPE]?|[KMGT]i)$/.exec(text);
  if (!match) return text === "0";
  return text.endsWith("i") ? Number(match[1]) % 1024 !== 0 : Number(match[1]) % 1000 !== 0;
}

/**
 * Returns what `parseQuantity` returns for a short whole number. It uses a BigInt only for the final amount, because
 * this is the usual case. See docs/performance.md, "Micro-measurements", "parseQuantity".
 */
function commonQuantity(text: string, digits: number, suffix: string): Quantity {
  if (suffix === "m") return new Quantity(BigInt(digits * 1e6), "DecimalSI", digits % 1000 === 0 ? undefined : text);
  if (suffix === "") return new Quantity(BigInt(digits * 1e9), "DecimalSI", digits % 1000 === 0 ? undefined : text);
  const units = digits * 2 ** readQuantitySuffix(suffix).exponent;
  return new Quantity(BigInt(units) * nanosPerUnit, "BinarySI", digits % 8 === 0 ? undefined : text);
}

interface QuantityParts {
  readonly negative: boolean;
  /** Without leading zeros; `0` if there are no other digits. */
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
  /**
   * False if the text consists only of a sign, a point or a suffix. As in the reference, such a text means zero, except
   * with the suffix of a very large or very small unit, such as `Ei` or `e-10`: there it is an error.
   */
  readonly hasDigits: boolean;
}

/** Each character can match in only one way, so matching takes linear time. */
const quantityPattern = /^([+-]?)0*((?:[1-9]\d*)?)(?:\.(\d*))?((?:(?:[eEinumkKMGTP]+[-+]?|[-+])\d*)?)$/;

function splitQuantity(text: string): QuantityParts {
  const match = quantityPattern.exec(text);
  if (!match || text === "") throw new ParseError(malformedMessage);
  const [, sign, whole, fraction = "", suffix = ""] = match;
  return { negative: sign === "-", whole: whole || "0", fraction, suffix, hasDigits: /^[+-]?\.?\d/.test(text) };
}

function decimalQuantity(text: string, parts: QuantityParts, { format, exponent }: QuantitySuffix): Quantity {
  const digits = parts.whole + parts.fraction;
  const scale = exponent - parts.fraction.length;
  const nanos = scaleToNanos(BigInt(digits), scale);
  const simple = digits.length <= 18 && scale >= -9;
  if (!simple && !parts.hasDigits) throw new ParseError(badNumberMessage);
  const canonical = simple && scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return new Quantity(parts.negative ? -nanos : nanos, format, canonical ? text : undefined);
}

function binaryQuantity(text: string, parts: QuantityParts, { exponent }: QuantitySuffix): Quantity {
  const digits = BigInt(parts.whole + parts.fraction);
  const uncapped = scaleToNanos(digits << BigInt(exponent), -parts.fraction.length);
  const cap = int64Max * nanosPerUnit;
  const nanos = uncapped > cap ? cap : uncapped;
  // Only amounts whose suffix leaves room for 15 digits keep their spelling, as in the reference. Others print in the
  // canonical form.
  const room = 14 - Math.trunc((exponent * 3) / 10) - parts.whole.length;
  const simple = parts.fraction === "" && room >= 0;
  if (!simple && !parts.hasDigits) throw new ParseError(badNumberMessage);
  const canonical = simple && (digits & 7n) !== 0n;
  const format = nanos > 0n && nanos < nanosPerUnit ? "DecimalSI" : "BinarySI";
  return new Quantity(parts.negative ? -nanos : nanos, format, canonical ? text : undefined);
}

/** Returns `digits * 10 ** scale` in nano-units, rounded up. @throws ParseError if the result has too many digits */
function scaleToNanos(digits: bigint, scale: number): bigint {
  if (digits === 0n) return 0n;
  const length = digits.toString().length;
  if (length + scale > integerDigitsMax) throw new ParseError(badNumberMessage);
  if (scale >= -9) return digits * 10n ** BigInt(scale + 9);
  // An amount far below one nano-unit rounds up to one. Skip the computation of its huge divisor.
  return length + scale < -9 ? 1n : divideAwayFromZero(digits, 10n ** BigInt(-9 - scale));
}

function divideAwayFromZero(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  if (quotient * divisor === value) return quotient;
  return value < 0n ? quotient - 1n : quotient + 1n;
}
