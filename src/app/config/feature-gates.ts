/** Parses `--feature-gates`. The texts of problems and warnings are those of the reference. */
import { releaseMinor } from "../../api/release.ts";
import { compareText } from "../../base/compare-text.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { splitOnce } from "../../base/split-once.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import type { GateFigure } from "../../server/index.ts";
import { gateEffects } from "./effective-gates.ts";
import { type FeatureGate, featureGates, type GateStage, gateStateIn } from "./feature-gate-table.ts";
import { splitSetting } from "./split-setting.ts";

/** The state of all feature gates, and what is wrong with the flag. */
export interface GateSettings {
  readonly isEnabled: (name: string) => boolean;
  /** One sentence for each setting that is invalid. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** The component whose gates the flag sets. It may precede the name of a gate. */
export const component = "kube";

/** Gates that set every gate of a stage. They are off by default in all releases. */
const stageByGroupName: Readonly<Record<string, GateStage>> = { AllAlpha: "Alpha", AllBeta: "Beta" };

const gatesByName: ReadonlyMap<string, FeatureGate> = new Map(featureGates.map((gate) => [gate.name, gate]));

/** Names of all gates and of the gates that set a stage, in alphabetical order. */
export const gateNames: readonly string[] = [...gatesByName.keys(), ...Object.keys(stageByGroupName)].sort(compareText);

/** Returns the gates of a release with their states, in the form of the metrics. */
export function gateFigures(isEnabled: (name: string) => boolean, minor: number): readonly GateFigure[] {
  return gateNames.flatMap((name) => {
    const stage = stageOf(name, minor);
    if (stage === undefined) return [];
    return [{ name, stage: stage === "GA" ? "" : stage.toUpperCase(), isEnabled: isEnabled(name) }];
  });
}

function stageOf(name: string, minor: number): GateStage | undefined {
  const gate = gatesByName.get(name);
  return gate ? gateStateIn(gate, minor)?.stage : stageByGroupName[name];
}

/**
 * Returns the state of all gates.
 * @param settings `Name=true` or `Name=false`, which may begin with `kube:`; the last setting of a name counts
 * @param minor emulated release
 */
export function readFeatureGates(settings: readonly string[], minor = releaseMinor): GateSettings {
  const problems: string[] = [];
  const values = readValues(settings, problems);
  const warnings: string[] = [];
  const valueByGate = new Map<string, boolean>();
  for (const [name, value] of values) {
    if (Object.hasOwn(stageByGroupName, name)) valueByGate.set(name, value);
    else {
      const problem = settingProblem(name, value, minor);
      if (problem === undefined) {
        valueByGate.set(name, value);
        warnings.push(...settingWarnings(name, value, minor));
      } else problems.push(problem);
    }
  }
  const valueByStage = new Map<GateStage, boolean | undefined>(
    Object.entries(stageByGroupName).map(([name, stage]) => [stage, valueByGate.get(name)]),
  );
  const isEnabled = (name: string): boolean => {
    const explicit = valueByGate.get(name);
    if (explicit !== undefined) return explicit;
    const gate = gatesByName.get(name);
    const state = gate && gateStateIn(gate, minor);
    if (!state) return false;
    return (state.isLocked ? undefined : valueByStage.get(state.stage)) ?? state.default;
  };
  return { isEnabled, problems: [...problems, ...dependencyProblems(isEnabled)].map(withFlag), warnings };
}

function withFlag(problem: string): string {
  return `--feature-gates: ${problem}`;
}

/** Gates that need another gate. */
const gateDependencies: Readonly<Record<string, string>> = { AuthorizeNodeWithSelectors: "AuthorizeWithSelectors" };

function dependencyProblems(isEnabled: (name: string) => boolean): readonly string[] {
  return Object.entries(gateDependencies)
    .filter(([name, needed]) => isEnabled(name) && !isEnabled(needed))
    .map(([name, needed]) => `${name} feature requires ${needed} feature to be enabled`);
}

/** Returns the values by the names of gates. Adds problems of malformed settings. */
function readValues(settings: readonly string[], problems: string[]): ReadonlyMap<string, boolean> {
  const values = new Map<string, boolean>();
  const prefixes = new Set<string>();
  for (const text of settings) {
    if (text === "") continue;
    const [prefix, setting] = text.includes(":") ? splitOnce(text, ":") : ["", text];
    const componentName = prefix.trim();
    prefixes.add(componentName);
    if (componentName !== "" && componentName !== component)
      problems.push(`component not registered: ${componentName}`);
    else readSetting(setting ?? "", { values, problems });
  }
  if (prefixes.has("") && prefixes.has(component)) {
    problems.push("set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use");
  }
  return values;
}

function readSetting(
  setting: string,
  { values, problems }: { readonly values: Map<string, boolean>; readonly problems: string[] },
): void {
  const [name, text] = splitSetting(setting);
  const value = readGoBoolean(text);
  if (!setting.includes("=")) problems.push(`missing bool value for ${name}`);
  else if (value === undefined) problems.push(`invalid value of ${name}=${text}, err: ${goBooleanError(text)}`);
  else values.set(name, value);
}

/** Returns the reference's message about a text that is no boolean. */
export function goBooleanError(text: string): string {
  return `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`;
}

function settingProblem(name: string, value: boolean, minor: number): string | undefined {
  const gate = gatesByName.get(name);
  if (!gate) {
    const known = nearestName(name, gateNames);
    return `unrecognized feature gate: ${name}${known === undefined ? "" : `; did you mean ${known}?`}`;
  }
  const state = gateStateIn(gate, minor);
  const attempt = `cannot set feature gate ${name} to ${value}, feature is`;
  if (!state) return `${attempt} PreAlpha at emulated version 1.${minor}`;
  return state.isLocked && value !== state.default ? `${attempt} locked to ${state.default}` : undefined;
}

function settingWarnings(name: string, value: boolean, minor: number): readonly string[] {
  const stage = stageOf(name, minor);
  const removal = "It will be removed in a future release.";
  if (stage === "GA") return [`Setting GA feature gate ${name}=${value}. ${removal}`];
  const deprecation = stage === "Deprecated" ? [`Setting deprecated feature gate ${name}=${value}. ${removal}`] : [];
  const effect = gateEffects().has(name) ? [] : [`the feature gate ${name} has no effect in this release`];
  return [...deprecation, ...effect];
}
