/** Reading `--runtime-config`: which built-in versions and resources are served. */
import { builtinKinds } from "../../api/builtin.ts";
import { nearest } from "../../base/nearest.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { splitSetting } from "./split-setting.ts";

export interface RuntimeConfig {
  /** Feature gates aside. */
  isServed(kind: KindDeclaration): boolean;
  /** Each a sentence about the command line. */
  readonly problems: readonly string[];
}

/** Keys that stand for versions by their stability. `api/all` stands for every version. */
const stabilityKeys = ["api/alpha", "api/beta", "api/ga"] as const;
const allKey = "api/all";

/**
 * The most exact setting about a resource counts: its own, its version's, that of versions of the same stability, that of
 * all.
 * @param settings `key=true`, `key=false`, or `key`, which is true; the last one for a key counts
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

/** The keys that are about a kind, the most exact first. */
function keysOf({ group, version, plural }: KindDeclaration, vocabulary: Vocabulary): readonly string[] {
  const groupVersion = formatGroupVersion({ group: vocabulary.bind(group), version });
  return [`${groupVersion}/${plural}`, groupVersion, stabilityKey(version), allKey];
}

function stabilityKey(version: string): (typeof stabilityKeys)[number] {
  if (version.includes("alpha")) return "api/alpha";
  return version.includes("beta") ? "api/beta" : "api/ga";
}

/** The core group may be called by the path under which it is served. */
function coreKey(key: string): string {
  return key === "api/v1" || key.startsWith("api/v1/") ? key.slice("api/".length) : key;
}

function unknownKey(key: string, known: ReadonlySet<string>): string {
  const near = nearest(key, [...known]);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return `--runtime-config knows no group version or resource ${JSON.stringify(key)}${hint}`;
}
