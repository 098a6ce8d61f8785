/**
 * Amounts of quantities in the form in which the reference stores them: as an integer of 64 bits with a power of ten, or
 * with any number of digits. The form decides whether an amount counts as an integer, and how it is rounded to a float.
 */
import type { Quantity } from "../../../../meta/quantity.ts";
import { readQuantitySuffix } from "../../../../meta/quantity-text.ts";
import { powerOfTen } from "./power-of-ten.ts";

/** The exact amount `digits * 10 ** exponent`. It is a whole number of nano-units. */
export interface Amount {
  readonly digits: bigint;
  readonly exponent: number;
  /** Whether the digits are stored in 64 bits. */
  readonly isShort: boolean;
}

const nanoExponent = -9;
/** Smallest exponent. Zero can be written with a smaller one, but all powers of ten below this one are 0 as a float. */
const exponentMin = -350;
const int64Max = 2n ** 63n - 1n;
/** Largest number of digits that are stored in 64 bits. */
const shortDigitsMax = 18;

/** Returns the amount of a quantity that was parsed from `text`. */
export function amountOf(text: string, quantity: Quantity): Amount {
  const [number = "", sign, paddedWhole = "", fraction = ""] = /^([+-]?)(\d*)(?:\.(\d*))?/.exec(text) ?? [];
  const whole = withoutLeadingZeros(paddedWhole);
  const suffix = readQuantitySuffix(text.slice(number.length));
  const digits = (whole || "0") + fraction;
  const value = BigInt(sign === "-" ? `-${digits}` : digits);
  const isBinary = suffix.format === "BinarySI";
  const exponent = (isBinary ? 0 : suffix.exponent) - fraction.length;
  if (!isBinary && digits.length <= shortDigitsMax && exponent >= nanoExponent) return short(value, exponent);
  if (isBinary && fraction === "" && digits.length <= binaryDigitsMax(suffix.exponent)) {
    return short(value << BigInt(suffix.exponent), 0);
  }
  return longAmount(quantity, value === 0n ? Math.max(exponent, exponentMin) : nanoExponent);
}

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (digits[start] === "0") start++;
  return digits.slice(start);
}

/** Returns the largest number of digits in front of a binary suffix for which the amount is stored in 64 bits. */
function binaryDigitsMax(exponent: number): number {
  return 14 - Math.trunc((exponent * 3) / 10);
}

/** Binary amounts are capped. A capped amount has no decimal places. */
function longAmount({ nanos, format }: Quantity, exponent: number): Amount {
  const units = nanos / 10n ** 9n;
  const isCapped = format === "BinarySI" && (units === int64Max || units === -int64Max);
  return isCapped ? long(units, 0) : long(nanos, exponent);
}

/** Returns the amount of a whole number that fits 64 bits. */
export function amountOfInteger(value: bigint): Amount {
  return short(value, 0);
}

function short(digits: bigint, exponent: number): Amount {
  return { digits, exponent, isShort: true };
}

function long(digits: bigint, exponent: number): Amount {
  return { digits, exponent, isShort: false };
}

/** Returns the amount in nano-units. */
export function nanosOf(amount: Amount): bigint {
  const { digits, exponent } = amount;
  return exponent < nanoExponent ? digits / 10n ** BigInt(nanoExponent - exponent) : scaledDigits(amount, nanoExponent);
}

/** Returns the amount in units of `10 ** exponent`, which must not be larger than those of the amount. */
function scaledDigits({ digits, exponent: own }: Amount, exponent: number): bigint {
  return digits === 0n ? 0n : digits * 10n ** BigInt(own - exponent);
}

/** Compares two amounts exactly, also if their exponents differ. */
export function compareAmounts(one: Amount, other: Amount): -1 | 0 | 1 {
  const exponent = Math.min(one.exponent, other.exponent);
  const [left, right] = [scaledDigits(one, exponent), scaledDigits(other, exponent)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the sum. Short amounts have a short sum if it fits. */
export function addAmounts(one: Amount, other: Amount): Amount {
  return addShort(one, other) ?? addLong(one, other);
}

/** Returns the difference. As in the reference, a short amount of -2^63 is its own negation. */
export function subtractAmounts(one: Amount, other: Amount): Amount {
  const wrapped = { ...other, digits: BigInt.asIntN(64, -other.digits) };
  return addShort(one, wrapped) ?? addLong(one, { ...other, digits: -other.digits });
}

function addShort(one: Amount, other: Amount): Amount | undefined {
  if (!one.isShort || !other.isShort) return undefined;
  if (other.digits === 0n) return one;
  if (one.digits === 0n) return other;
  const exponent = Math.min(one.exponent, other.exponent);
  const [left, right] = [scaledDigits(one, exponent), scaledDigits(other, exponent)];
  return isInt64(left) && isInt64(right) && isInt64(left + right) ? short(left + right, exponent) : undefined;
}

function addLong(one: Amount, other: Amount): Amount {
  const exponent = Math.min(one.exponent, other.exponent);
  return long(scaledDigits(one, exponent) + scaledDigits(other, exponent), exponent);
}

/**
 * Returns the amount as an integer of 64 bits. As in the reference, undefined for every amount that was written with
 * decimal places, such as `1.0` or `1000m`, and for all amounts that are not short.
 */
export function integerOf(amount: Amount): bigint | undefined {
  if (!amount.isShort || amount.exponent < 0) return undefined;
  const value = scaledDigits(amount, 0);
  return isInt64(value) ? value : undefined;
}

/** Returns a float near the amount, with the rounding errors of the reference: 0.3 becomes 0.30000000000000004. */
export function approximateFloat({ digits, exponent }: Amount): number {
  return exponent === 0 ? Number(digits) : Number(digits) * powerOfTen(exponent);
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
