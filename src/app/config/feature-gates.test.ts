import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { builtinFeatures } from "../../kinds/index.ts";
import { gatesOfFields } from "../../schema/index.ts";
import { gateEffects } from "./effective-gates.ts";
import { featureGates } from "./feature-gate-table.ts";
import { gateFigures, gateNames, readFeatureGates } from "./feature-gates.ts";

test("a gate of an alpha feature is off until it is set", () => {
  expect(readFeatureGates([]).isEnabled("CBORServingAndStorage")).toBe(false);
  expect(readFeatureGates(["CBORServingAndStorage=true"]).isEnabled("CBORServingAndStorage")).toBe(true);
});

test("a gate of a beta feature can be turned off", () => {
  expect(readFeatureGates([]).isEnabled("APIResponseCompression")).toBe(true);
  expect(readFeatureGates(["APIResponseCompression=false"]).isEnabled("APIResponseCompression")).toBe(false);
});

test("a setting of a gate overrides AllAlpha and AllBeta, which do not change locked gates", () => {
  const gates = readFeatureGates(["AllBeta=false", "APIResponseCompression=true"]);
  expect(gates.isEnabled("APIResponseCompression")).toBe(true);
  expect(gates.isEnabled("APIServerIdentity")).toBe(false);
  expect(gates.isEnabled("APIListChunking")).toBe(true);
});

test("values may have any spelling of a boolean flag", () => {
  expect(readFeatureGates(["APIResponseCompression=0"]).isEnabled("APIResponseCompression")).toBe(false);
  expect(readFeatureGates(["AllAlpha=T", "APIResponseCompression=F"]).problems).toEqual([]);
});

test("the last setting of a gate counts", () => {
  const gates = readFeatureGates(["APIResponseCompression=false", "APIResponseCompression=true"]);
  expect(gates.isEnabled("APIResponseCompression")).toBe(true);
});

test.each([
  [
    "APIResponseCompresion=true",
    "unrecognized feature gate: APIResponseCompresion; did you mean APIResponseCompression?",
  ],
  ["APISelfSubjectReview=true", "unrecognized feature gate: APISelfSubjectReview"],
  ["Nonsense", "missing bool value for Nonsense"],
  [
    "APIResponseCompression=maybe",
    'invalid value of APIResponseCompression=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
  ],
  ["=", 'invalid value of =, err: strconv.ParseBool: parsing "": invalid syntax'],
  ["APIListChunking=false", "cannot set feature gate APIListChunking to false, feature is locked to true"],
  [
    "AllowServiceLBStatusOnNonLB=1",
    "cannot set feature gate AllowServiceLBStatusOnNonLB to true, feature is locked to false",
  ],
  ["wardle:APIListChunking=true", "component not registered: wardle"],
])("--feature-gates rejects %s with the text of the reference", (setting, problem) => {
  expect(readFeatureGates([setting]).problems).toEqual([`--feature-gates: ${problem}`]);
});

test("all problems of --feature-gates are reported at once", () => {
  expect(readFeatureGates(["AppArmor=0", "Nope=true", "AppArmorFields=0"]).problems).toHaveLength(3);
});

test("names of gates may begin with the component, but not only some of them", () => {
  expect(readFeatureGates(["kube:CBORServingAndStorage=true"]).isEnabled("CBORServingAndStorage")).toBe(true);
  expect(readFeatureGates([" :CBORServingAndStorage=true", ""]).isEnabled("CBORServingAndStorage")).toBe(true);
  expect(readFeatureGates(["kube:CBORServingAndStorage=true", "AllBeta=false"]).problems).toEqual([
    "--feature-gates: set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use",
  ]);
});

test("setting a gate of a GA feature or a deprecated feature returns the warning of the reference", () => {
  const { problems, warnings } = readFeatureGates(["APIListChunking=true", "ExecProbeTimeout=false", "KMSv1=true"]);
  expect(problems).toEqual([]);
  expect(warnings.filter((one) => one.startsWith("Setting"))).toEqual([
    "Setting GA feature gate APIListChunking=true. It will be removed in a future release.",
    "Setting GA feature gate ExecProbeTimeout=false. It will be removed in a future release.",
    "Setting deprecated feature gate KMSv1=true. It will be removed in a future release.",
  ]);
});

test("setting a gate without an effect returns a warning", () => {
  expect(readFeatureGates(["WindowsHostNetwork=true"]).warnings).toEqual([
    "the feature gate WindowsHostNetwork has no effect in this release",
  ]);
});

describe("gates of an emulated release", () => {
  test("a gate that the emulated release does not have cannot be set", () => {
    for (const value of [true, false]) {
      expect(readFeatureGates([`DRAAdminAccess=${value}`], 31).problems).toEqual([
        `--feature-gates: cannot set feature gate DRAAdminAccess to ${value}, feature is PreAlpha at emulated version 1.31`,
      ]);
    }
    expect(readFeatureGates(["DRAAdminAccess=true"], 32).problems).toEqual([]);
  });

  test("AllAlpha and AllBeta set the gates that have this stage in the emulated release", () => {
    // WatchList is alpha in 1.31 and beta in 1.32. DRAAdminAccess is new in 1.32.
    expect(readFeatureGates(["AllAlpha=true"], 31).isEnabled("WatchList")).toBe(true);
    expect(readFeatureGates(["AllAlpha=true"], 31).isEnabled("DRAAdminAccess")).toBe(false);
    expect(readFeatureGates(["AllBeta=false"], 32).isEnabled("WatchList")).toBe(false);
  });

  test("a gate that became locked later can still be changed", () => {
    expect(readFeatureGates(["CustomResourceFieldSelectors=false"], 31).problems).toEqual([]);
    expect(readFeatureGates(["CustomResourceFieldSelectors=false"], 32).problems).toHaveLength(1);
  });
});

describe("the table of gates", () => {
  interface RecordedState {
    readonly stage: string;
    readonly default: boolean;
  }
  type RecordedGate = { readonly name: string } & Partial<Record<"1.31" | "1.32", RecordedState>>;
  const text = readFileSync("test/facts/feature-gates.json", "utf8");
  const { gates: recorded } = JSON.parse(text) as { readonly gates: readonly RecordedGate[] };

  test.each(["1.31", "1.32"] as const)("has the gates, stages and defaults of the reference in %s", (release) => {
    const minor = Number(release.split(".")[1]);
    const expected = recorded.flatMap((gate) => {
      const state = gate[release];
      return state ? [{ name: gate.name, stage: state.stage, isEnabled: state.default }] : [];
    });
    expect(expected.length).toBeGreaterThan(150);
    expect(gateFigures(readFeatureGates([], minor).isEnabled, minor)).toEqual(expected);
  });

  test("has no other gates", () => {
    expect(gateNames).toEqual(recorded.map(({ name }) => name));
  });
});

describe("feature gates that the code reads", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));
  /** Decides only which message rejects version 1 of KMS. */
  const withoutEffect = "KMSv1";
  /** The feature gates in calls of `isEnabled()`. */
  const gatesOfHooks = sources
    .flatMap(({ text }) => [...text.matchAll(/isEnabled\("(\w+)"\)/g)])
    .map(([, gate = ""]) => gate)
    .filter((gate) => gate !== withoutEffect);
  const gates = new Set([
    ...gatesOfHooks,
    ...gatesOfFields(builtinKinds.map(({ schema }) => schema)),
    ...[...builtinFeatures.values()].flat().map(({ gate }) => gate),
  ]);

  test.each([...gates])("the gate %s is known and has an effect", (name) => {
    const gate = featureGates.find((one) => one.name === name);
    expect(gate).toBeDefined();
    const { warnings } = readFeatureGates([`${name}=${gate?.states.at(-1)?.default}`]);
    expect(warnings.filter((warning) => warning.includes("has no effect"))).toEqual([]);
  });

  test("each gate with an effect is read somewhere", () => {
    const tables = ["feature-gate-table.ts", "effective-gates.ts"];
    const readers = sources.filter(({ file }) => !tables.includes(basename(file)));
    const unread = [...gateEffects().keys()].filter((name) => !readers.some(({ text }) => text.includes(`"${name}"`)));
    expect(unread).toEqual([]);
  });

  test("the code reads dozens of gates", () => {
    expect(gatesOfHooks).toContain("CrossNamespaceVolumeDataSource");
    expect(gates.size).toBeGreaterThan(30);
  });
});

test("a gate that needs another one cannot be enabled alone", () => {
  expect(readFeatureGates(["AuthorizeWithSelectors=false"]).problems).toEqual([
    "--feature-gates: AuthorizeNodeWithSelectors feature requires AuthorizeWithSelectors feature to be enabled",
  ]);
  expect(readFeatureGates(["AllBeta=false"]).problems).toEqual([]);
  const both = ["AuthorizeWithSelectors=false", "AuthorizeNodeWithSelectors=false"];
  expect(readFeatureGates(both).problems).toEqual([]);
});
