/** Levels of security and their versions. A version is the release whose checks count: `v1.32`, or `latest`. */

/** The levels, from the least to the most strict. */
export const securityLevels = ["privileged", "baseline", "restricted"] as const;

/** How much Pods may do. */
export type SecurityLevel = (typeof securityLevels)[number];

/** The version of the newest checks. */
export const latestVersion = "latest";

/** A level with the version of its checks. */
export interface LevelVersion {
  readonly level: SecurityLevel;
  /** `latest`, or a release such as `v1.32`, which may be newer than this server. */
  readonly version: string;
}

const release = /^v1\.([0-9]|[1-9][0-9]*)$/;
/** Releases beyond this one are invalid, as in the reference. */
const minorMax = 2n ** 63n - 1n;

/** Returns the level of this name. Undefined if there is none. */
export function securityLevel(name: string): SecurityLevel | undefined {
  return securityLevels.find((level) => level === name);
}

/** Whether the text names a version. */
export function isVersion(text: string): boolean {
  return text === latestVersion || minorText(text) !== undefined;
}

function minorText(version: string): string | undefined {
  const [, minor] = release.exec(version) ?? [];
  return minor !== undefined && BigInt(minor) <= minorMax ? minor : undefined;
}

/** Returns the second number of a version. Infinity for `latest`. */
export function minorOf(version: string): number {
  return version === latestVersion ? Number.POSITIVE_INFINITY : Number(minorText(version));
}

/** Returns a negative number if `one` is less strict than `other`, 0 if they are equal, and a positive number otherwise. */
export function compareLevels(one: SecurityLevel, other: SecurityLevel): number {
  return securityLevels.indexOf(one) - securityLevels.indexOf(other);
}

/** Whether both are the same level and version. */
export function isSameLevel(one: LevelVersion, other: LevelVersion): boolean {
  return one.level === other.level && one.version === other.version;
}

/** Returns the text of a level with its version, such as `baseline:v1.32`. */
export function levelText({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}
