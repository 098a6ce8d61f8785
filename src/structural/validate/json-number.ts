/** Numbers as the reference decodes them: integers of 64 bits, and floats. */

/** Whether the reference decodes the number as an integer of 64 bits. A large number with a fraction or exponent is a float. */
export function isInt64(value: number | bigint): boolean {
  return typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
}

const int64Min = -(2n ** 63n);

/** Converts a float to an integer of 64 bits as Go does on common machines. A number that does not fit becomes the least one. */
export function toInt64(value: number): number | bigint {
  const whole = Math.trunc(value);
  if (Number.isSafeInteger(whole)) return whole;
  return Number.isFinite(whole) && isInt64(BigInt(whole)) ? BigInt(whole) : int64Min;
}

/** Whether a float is an integer that JSON represents exactly, or so near to one that the reference takes it for one. */
export function isNearInteger(value: number): boolean {
  if (Number.isInteger(value)) return Number.isSafeInteger(value);
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  const whole = Math.floor(value);
  return whole > 0 && (value - whole) / (value + whole) < nearness;
}

const nearness = 1e-9;
