/** Go prints floats from `leastPlainFloat` up to `plainFloatEnd`, exclusive, without an exponent. */
const leastPlainFloat = 1e-4;
const plainFloatEnd = 1e6;

/** Returns a finite float as Go prints it, with at least two digits of an exponent: `0.5`, `1e+06`, `-0`. */
export function goFloat(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const size = Math.abs(value);
  if (size === 0 || (size >= leastPlainFloat && size < plainFloatEnd)) return String(value);
  return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
}
