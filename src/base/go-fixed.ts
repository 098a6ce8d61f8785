/** More decimals than any tie has. */
const exactDecimals = 100;

const roundedDecimals = exactDecimals - 6;

/** Prints a number with six decimals, as Go's `%f` does. A tie is rounded to the even digit. */
export function goFixed(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return `-${goFixed(0)}`;
  const exact = value.toFixed(exactDecimals);
  const [kept, rest] = [exact.slice(0, -roundedDecimals), exact.slice(-roundedDecimals)];
  // `toFixed` rounds a tie away from zero.
  return /^50*$/.test(rest) && /[02468]$/.test(kept) ? kept : value.toFixed(6);
}
