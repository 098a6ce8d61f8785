/** Program versions in the syntax of semver.org: `1.32.0`, `1.33.0-alpha.1+build`. */

/** A parsed version, without its build metadata. */
export interface SemanticVersion {
  /** Major, minor, patch. */
  readonly numbers: readonly bigint[];
  /** The identifiers after the hyphen; empty for a release. */
  readonly prerelease: readonly (bigint | string)[];
}

const number = "(0|[1-9]\\d*)";
const identifiers = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
const pattern = new RegExp(`^${number}\\.${number}\\.${number}(?:-(${identifiers}))?(?:\\+${identifiers})?$`);
const numberMax = 2n ** 64n - 1n;

/** Returns the version; undefined if `text` does not follow the syntax. */
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const [, major = "", minor = "", patch = "", tail = ""] = pattern.exec(text) ?? [];
  if (major === "") return undefined;
  const parts = tail === "" ? [] : tail.split(".");
  if (parts.some((part) => /^0\d+$/.test(part))) return undefined;
  const numbers = [major, minor, patch].map(BigInt);
  const prerelease = parts.map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
  const isHuge = [...numbers, ...prerelease].some((one) => typeof one === "bigint" && one > numberMax);
  return isHuge ? undefined : { numbers, prerelease };
}

/** Whether `left` precedes `right`. Build metadata is ignored. */
export function isOlder(left: SemanticVersion, right: SemanticVersion): boolean {
  for (const [index, number] of left.numbers.entries()) {
    const other = right.numbers[index] ?? 0n;
    if (number !== other) return number < other;
  }
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return left.prerelease.length > right.prerelease.length;
  }
  for (const [index, part] of left.prerelease.entries()) {
    const other = right.prerelease[index];
    if (part !== other) return other !== undefined && isBefore(part, other);
  }
  return left.prerelease.length < right.prerelease.length;
}

/** Numeric identifiers precede alphanumeric ones. */
function isBefore(left: bigint | string, right: bigint | string): boolean {
  return typeof left === typeof right ? left < right : typeof left === "bigint";
}
