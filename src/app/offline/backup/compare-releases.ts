/** Compares releases of this program. */

/** Whether `release` is newer than `present`. Texts that are no releases are not newer. */
export function isNewerRelease(release: string, present: string): boolean {
  const [numbers, presentNumbers] = [release, present].map(numbersOf);
  if (!numbers || !presentNumbers) return false;
  const index = numbers.findIndex((number, at) => number !== presentNumbers[at]);
  return index >= 0 && (numbers[index] as number) > (presentNumbers[index] as number);
}

function numbersOf(release: string): readonly number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)/.exec(release)?.slice(1).map(Number);
}
