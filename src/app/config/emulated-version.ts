/** Parses `--emulated-version`. The texts of problems are those of the reference. */
import { release, releaseMinor } from "../../api/release.ts";
import { component } from "./feature-gates.ts";
import { splitSetting } from "./split-setting.ts";

/** The release whose API and features the server has, and what is wrong with the flag. */
export interface EmulatedVersion {
  /** Minor release of version 1. It is that of the server if there are problems. */
  readonly minor: number;
  readonly problems: readonly string[];
}

/** A release can emulate itself and the one before it. */
const oldestMinor = releaseMinor - 1;

/**
 * Returns the emulated release.
 * @param settings a version such as `1.31`, which may begin with `kube=`
 */
export function readEmulatedVersion(settings: readonly string[]): EmulatedVersion {
  const problems: string[] = [];
  let emulated: string | undefined;
  for (const setting of settings) {
    const [name, text] = setting.includes("=") ? splitSetting(setting) : [component, setting];
    const version = parseVersion(text);
    if ("problem" in version) problems.push(version.problem);
    else if (version.patch !== "0") problems.push(`patch version not allowed, got: ${name}=${version.text}`);
    else if (name !== component) problems.push(`component not registered: ${name}`);
    else if (emulated !== undefined) {
      problems.push(`duplicate version flag, ${component}=${emulated} and ${component}=${version.text}`);
    } else {
      emulated = version.text;
      problems.push(...rangeProblems(version));
    }
  }
  const minor = problems.length > 0 || emulated === undefined ? releaseMinor : Number(emulated.split(".")[1]);
  return { minor, problems: problems.map((problem) => `--emulated-version: ${problem}`) };
}

/** The parts of a version as text without leading zeros. */
interface VersionParts {
  readonly text: string;
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
}

function parseVersion(text: string): VersionParts | { readonly problem: string } {
  const quoted = JSON.stringify(text);
  const [, numbers] = /^\s*v?(\d+(?:\.\d+)*)/.exec(text) ?? [];
  if (numbers === undefined) return { problem: `could not parse ${quoted} as version` };
  const components = numbers.split(".");
  const [first = ""] = components;
  if (components.length < 2) return { problem: `illegal version string ${quoted}` };
  if (/^0\d/.test(first)) return { problem: `illegal zero-prefixed version component "${first}" in ${quoted}` };
  const [major = "", minor = "", patch = "0"] = components.map((one) => one.replace(/^0+(?=\d)/, ""));
  return { text: components.map((one) => one.replace(/^0+(?=\d)/, "")).join("."), major, minor, patch };
}

function rangeProblems({ major, minor }: VersionParts): readonly string[] {
  const isInRange = major === release.major && Number(minor) >= oldestMinor && Number(minor) <= releaseMinor;
  if (isInRange) return [];
  const range = `[${release.major}.${oldestMinor}, ${release.major}.${releaseMinor}.0]`;
  return [`emulation version ${major}.${minor} is not between ${range}`];
}
