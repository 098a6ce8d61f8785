/**
 * Parses `--runtime-config`, which chooses the built-in versions and resources that are served. The texts of problems are
 * those of the reference.
 */
import { builtinKinds } from "../../api/builtin.ts";
import { releaseMinor } from "../../api/release.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { goBooleanError } from "./feature-gates.ts";
import { formerGroups, isFormerVersion } from "./former-versions.ts";
import { splitSetting } from "./split-setting.ts";

/** Which kinds are served, and what is wrong with the flag. */
export interface RuntimeConfig {
  /** Whether the settings and the emulated release allow to serve the kind. Its feature gate is checked elsewhere. */
  isServed(kind: KindDeclaration): boolean;
  /** One sentence for each setting that is invalid. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Keys that select versions by their stability. `api/all` selects every version. */
const stabilityKeys = ["api/alpha", "api/beta", "api/ga"] as const;
const allKey = "api/all";
const matcherKeys: readonly string[] = [allKey, ...stabilityKeys];

/** A key without effect that the reference still accepts. */
const legacyKey = "api/legacy";

/** Where the flag is read: the names of groups, and the emulated release. */
export interface RuntimeConfigOptions {
  readonly vocabulary: Vocabulary;
  /** Minor release of version 1. Default: that of the server. */
  readonly minor?: number;
}

/**
 * Returns which kinds are served. The most specific setting counts: that of the resource, then of its version, then of
 * the version's stability, then of `api/all`.
 * @param settings `key=true`, `key=false`, or `key`, which means true; the last setting of a key counts
 */
export function readRuntimeConfig(
  settings: readonly string[],
  { vocabulary, minor = releaseMinor }: RuntimeConfigOptions,
): RuntimeConfig {
  const known = new Set(builtinKinds.flatMap((kind) => keysOf(kind, vocabulary)));
  const parsed = parseSettings(settings);
  const values = new Map<string, boolean>();
  const problems: string[] = [];
  const warnings: string[] = [];
  if (parsed.size === 1 && parsed.get(allKey) === "false") problems.push(`invalid key with only ${allKey}=false`);
  for (const [key, text] of parsed) {
    const value = valueOf(key, text);
    const problem = keyProblem(key, { known, vocabulary }) ?? valueProblem(key, text, value);
    if (problem !== undefined) problems.push(problem);
    else if (known.has(key)) values.set(key, value ?? true);
    else warnings.push(`--runtime-config: ${key} has no effect, because it is not served any more`);
  }
  const settingOf = (key: string): boolean | undefined => values.get(key);
  return {
    isServed: (kind) =>
      isInRelease(kind, minor) && (keysOf(kind, vocabulary).map(settingOf).find(isSet) ?? kind.servedByDefault),
    problems: problems.map((problem) => `--runtime-config: ${problem}`),
    warnings,
  };
}

/** Returns the texts of the values by key. The last setting of a key counts. */
function parseSettings(settings: readonly string[]): ReadonlyMap<string, string> {
  const parsed = new Map<string, string>();
  for (const setting of settings) {
    if (setting === "") continue;
    const [name, text] = splitSetting(setting);
    parsed.set(coreKey(name), text);
  }
  return parsed;
}

/** Whether a release has the version of the kind. */
function isInRelease({ lifecycle }: KindDeclaration, minor: number): boolean {
  const { introduced = 0, removed = Number.POSITIVE_INFINITY } = lifecycle ?? {};
  return introduced <= minor && minor < removed;
}

function isSet(value: boolean | undefined): value is boolean {
  return value !== undefined;
}

/** Returns the keys that apply to a kind, the most specific first. */
function keysOf({ group, version, plural }: KindDeclaration, vocabulary: Vocabulary): readonly string[] {
  const groupVersion = formatGroupVersion({ group: vocabulary.bind(group), version });
  return [`${groupVersion}/${plural}`, groupVersion, stabilityKey(version), allKey];
}

function stabilityKey(version: string): (typeof stabilityKeys)[number] {
  if (version.includes("alpha")) return "api/alpha";
  return version.includes("beta") ? "api/beta" : "api/ga";
}

/** Returns the key of the core group without the prefixes with which it may be written: `api/v1`, `/v1`. */
function coreKey(key: string): string {
  return /^(?:api)?\/v1(?:\/|$)/.test(key) ? key.slice(key.indexOf("/") + 1) : key;
}

/** Returns the value of a setting. Keys of a stability must have the value `true` or `false`. */
function valueOf(key: string, text: string): boolean | undefined {
  if (matcherKeys.includes(key)) return text === "true" ? true : text === "false" ? false : undefined;
  return text === "" ? true : readGoBoolean(text);
}

function valueProblem(key: string, text: string, value: boolean | undefined): string | undefined {
  if (value !== undefined || key === legacyKey) return undefined;
  if (matcherKeys.includes(key)) return `invalid value ${key}=${text}`;
  return `invalid value of ${key}: ${text}, err: ${goBooleanError(text)}`;
}

/** Returns what is wrong with a key. Undefined if it selects versions or resources, or has no effect. */
function keyProblem(
  key: string,
  { known, vocabulary }: { readonly known: ReadonlySet<string>; readonly vocabulary: Vocabulary },
): string | undefined {
  if (known.has(key) || key === legacyKey) return undefined;
  const near = nearestName(key, [...known]);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  const isCore = key === "v1" || key.startsWith("v1/");
  const tokens = isCore ? ["", ...key.split("/")] : key.split("/");
  if (tokens.length !== 2 && tokens.length !== 3) return `runtime-config invalid key ${key}${hint}`;
  const [group = "", version = "", resource] = tokens;
  const builtinGroups = new Set(builtinKinds.map((kind) => vocabulary.bind(kind.group)));
  if (!builtinGroups.has(group) && !formerGroups(vocabulary).has(group)) return `unknown api groups ${group}${hint}`;
  const groupVersion = formatGroupVersion({ group, version });
  if (isFormerVersion({ group, version }, vocabulary)) return undefined;
  if (!known.has(groupVersion)) return `group version ${groupVersion} that has not been registered${hint}`;
  if (resource !== undefined && resource !== resource.toLowerCase()) {
    return `invalid key ${key}: group/version/resource and resource is always lowercase plural, not ${JSON.stringify(resource)}`;
  }
  return `group version ${groupVersion} has no resource ${JSON.stringify(resource)}${hint}`;
}
