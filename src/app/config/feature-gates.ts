/** Parses `--feature-gates`. */
import { builtinKinds } from "../../api/builtin.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { builtinFeatures, multiCidrServiceAllocator } from "../../kinds/index.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { gatesOfFields, type KindDeclaration } from "../../schema/index.ts";
import type { GateFigure } from "../../server/index.ts";
import { type FeatureGate, featureGates, type GateStage } from "./feature-gate-table.ts";
import { splitSetting } from "./split-setting.ts";

/** The state of all feature gates, and what is wrong with the flag. */
export interface GateSettings {
  readonly isEnabled: (name: string) => boolean;
  /** One sentence for each setting that is invalid. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Gates that the code of the server reads. */
const gatesReadByServer = [
  "AllowInsecureKubeletCertificateSigningRequests",
  "AllowUnsafeMalformedObjectDeletion",
  "APIResponseCompression",
  "CBORServingAndStorage",
  "AuthorizeNodeWithSelectors",
  "AuthorizeWithSelectors",
  multiCidrServiceAllocator,
  "OrderedNamespaceDeletion",
  "RemoteRequestHeaderUID",
  "ServiceAccountNodeAudienceRestriction",
  "WatchList",
];

/** Gates that hooks and validation rules read, and that belong to no kind and no field. */
const gatesReadByRules = [
  "CrossNamespaceVolumeDataSource",
  "HPAScaleToZero",
  "PodDeletionCost",
  "PodLifecycleSleepActionAllowZero",
  "PodLogsQuerySplitStreams",
  "RelaxedDNSSearchValidation",
  "RelaxedEnvironmentVariableValidation",
  "SELinuxMount",
];

/**
 * Whether the gate has an effect in this release. The set is computed at the first call, because it needs a scan of all
 * fields.
 */
function isEffective(name: string): boolean {
  effectiveGates ??= new Set([
    ...gatesReadByServer,
    ...gatesReadByRules,
    ...builtinKinds.flatMap(gatesOf),
    ...gatesOfFields(builtinKinds.map(({ schema }) => schema)),
    ...[...builtinFeatures.values()].flatMap((rules) => rules.map(({ gate }) => gate)),
  ]);
  return effectiveGates.has(name);
}

let effectiveGates: ReadonlySet<string> | undefined;

/** Returns the gates of the kind and its subresources. */
function gatesOf({ featureGate, subresources: { others = {} } }: KindDeclaration): readonly string[] {
  const gates = [featureGate, ...Object.values(others).map((one) => one.featureGate)];
  return gates.filter((gate) => gate !== undefined);
}

/** Returns all gates with their states, in the form of the metrics. */
export function gateFigures(isEnabled: (name: string) => boolean): readonly GateFigure[] {
  return featureGates.map(({ name, stage }) => {
    return { name, stage: stage === "GA" ? "" : stage.toUpperCase(), isEnabled: isEnabled(name) };
  });
}

/** Names that set every gate of a stage. */
const stageByGroupName: Readonly<Record<string, GateStage>> = { AllAlpha: "Alpha", AllBeta: "Beta" };

const gatesByName: ReadonlyMap<string, FeatureGate> = new Map(featureGates.map((gate) => [gate.name, gate]));

/**
 * Returns the state of all gates.
 * @param settings `Name=true` or `Name=false`; the last setting of a name counts
 */
export function readFeatureGates(settings: readonly string[]): GateSettings {
  const problems: string[] = [];
  const warnings: string[] = [];
  const valueByGate = new Map<string, boolean>();
  const valueByStage = new Map<GateStage, boolean>();
  for (const setting of settings) {
    const [name, value] = parseSetting(setting, problems);
    if (value === undefined) continue;
    const stage = stageByGroupName[name];
    if (stage) valueByStage.set(stage, value);
    else if (isSettable(name, value, problems)) {
      valueByGate.set(name, value);
      warnings.push(...warningsOf(name, value));
    }
  }
  const isEnabled = (name: string): boolean => {
    const gate = gatesByName.get(name);
    return (
      valueByGate.get(name) ??
      (gate && !gate.locked ? valueByStage.get(gate.stage) : undefined) ??
      gate?.default ??
      false
    );
  };
  return { isEnabled, problems: [...problems, ...dependencyProblems(isEnabled)], warnings };
}

/** Gates that need another gate. */
const gateDependencies: Readonly<Record<string, string>> = { AuthorizeNodeWithSelectors: "AuthorizeWithSelectors" };

function dependencyProblems(isEnabled: (name: string) => boolean): readonly string[] {
  return Object.entries(gateDependencies)
    .filter(([name, needed]) => isEnabled(name) && !isEnabled(needed))
    .map(([name, needed]) => `--feature-gates: ${name} requires ${needed} to be enabled`);
}

function parseSetting(setting: string, problems: string[]): [name: string, value: boolean | undefined] {
  const [name, text] = splitSetting(setting);
  const value = readGoBoolean(text);
  if (name !== "" && value !== undefined) return [name, value];
  problems.push(`--feature-gates takes Name=true or Name=false, not ${JSON.stringify(setting)}`);
  return ["", undefined];
}

function isSettable(name: string, value: boolean, problems: string[]): boolean {
  const gate = gatesByName.get(name);
  if (!gate) {
    const known = nearestName(name, [...gatesByName.keys()]);
    const hint = known === undefined ? "" : `; did you mean ${known}?`;
    problems.push(`--feature-gates knows no gate ${JSON.stringify(name)}${hint}`);
    return false;
  }
  if (gate.locked && value !== gate.default) {
    problems.push(`--feature-gates cannot set ${name} to ${value}: the feature is locked to ${gate.default}`);
    return false;
  }
  return true;
}

function warningsOf(name: string, value: boolean): readonly string[] {
  const gate = gatesByName.get(name);
  if (gate?.stage === "GA")
    return [`setting the GA feature gate ${name}=${value}; it will be removed in a future release`];
  if (gate?.stage === "Deprecated") {
    return [`setting the deprecated feature gate ${name}=${value}; it will be removed in a future release`];
  }
  return isEffective(name) ? [] : [`the feature gate ${name} has no effect in this release`];
}
