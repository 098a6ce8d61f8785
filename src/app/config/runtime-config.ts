/** Parses `--runtime-config`, which chooses the built-in versions and resources that are served. */
import { builtinKinds } from "../../api/builtin.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { splitSetting } from "./split-setting.ts";

/** Which kinds are served, and what is wrong with the flag. */
export interface RuntimeConfig {
  /** Whether the settings enable the kind. Its feature gate is checked elsewhere. */
  isServed(kind: KindDeclaration): boolean;
  /** One sentence for each setting that is invalid. */
  readonly problems: readonly string[];
}

/** Keys that select versions by their stability. `api/all` selects every version. */
const stabilityKeys = ["api/alpha", "api/beta", "api/ga"] as const;
const allKey = "api/all";

/**
 * Returns which kinds are served. The most specific setting counts: that of the resource, then of its version, then of
 * the version's stability, then of `api/all`.
 * @param settings `key=true`, `key=false`, or `key`, which means true; the last setting of a key counts
 */
export function readRuntimeConfig(settings: readonly string[], vocabulary: Vocabulary): RuntimeConfig {
  const known = new Set(builtinKinds.flatMap((kind) => keysOf(kind, vocabulary)));
  const problems: string[] = [];
  const values = new Map<string, boolean>();
  for (const setting of settings) {
    const [name, text] = splitSetting(setting);
    const key = coreKey(name);
    const value = text === "" ? true : readGoBoolean(text);
    if (key === "" || value === undefined)
      problems.push(`--runtime-config takes KEY=true or KEY=false, not ${JSON.stringify(setting)}`);
    else if (known.has(key)) values.set(key, value);
    else problems.push(unknownKey(key, known));
  }
  const settingOf = (key: string): boolean | undefined => values.get(key);
  return {
    isServed: (kind) => keysOf(kind, vocabulary).map(settingOf).find(isSet) ?? kind.servedByDefault,
    problems,
  };
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

/** Returns the key without the path prefix `api/`, with which the core group may be written. */
function coreKey(key: string): string {
  return key === "api/v1" || key.startsWith("api/v1/") ? key.slice("api/".length) : key;
}

function unknownKey(key: string, known: ReadonlySet<string>): string {
  const near = nearestName(key, [...known]);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return `--runtime-config knows no group version or resource ${JSON.stringify(key)}${hint}`;
}
