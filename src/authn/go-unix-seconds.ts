/** Times in tokens, with the limits of the reference's types. */

/** The first number that no integer of 64 bits can hold. */
const integerLimit = 2 ** 63;
/** Seconds between the years 1 and 1970. The reference counts from the year 1. */
const secondsToYearOne = 62_135_596_800;

/**
 * Returns a time in whole seconds since 1970, as the reference understands it. A number that does not fit into 64 bits
 * becomes the smallest one. A time so late that its seconds since the year 1 do not fit becomes a time in the distant past.
 */
export function goUnixSeconds(value: number): number {
  const seconds = Math.trunc(value);
  if (seconds < -integerLimit || seconds >= integerLimit) return -integerLimit;
  return seconds + secondsToYearOne >= integerLimit ? seconds - 2 * integerLimit : seconds;
}
