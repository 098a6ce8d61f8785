/** Returns `10 ** exponent` with the rounding errors of Go's `math.Pow10`: it divides and multiplies by steps of 32. */
export function powerOfTen(exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  if (exponent < -323) return 0;
  const size = Math.abs(exponent);
  const steps = Math.trunc(size / 32) * 32;
  return exponent >= 0
    ? Number(`1e${steps}`) * Number(`1e${size - steps}`)
    : Number(`1e-${steps}`) / Number(`1e${size - steps}`);
}
