import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { builtinFeatures } from "../../kinds/index.ts";
import { gatesOfFields } from "../../schema/index.ts";
import { featureGates } from "./feature-gate-table.ts";
import { readFeatureGates } from "./feature-gates.ts";

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
  ["APIResponseCompresion=true", 'knows no gate "APIResponseCompresion"; did you mean APIResponseCompression?'],
  ["Nonsense", 'takes Name=true or Name=false, not "Nonsense"'],
  ["APIResponseCompression=maybe", 'takes Name=true or Name=false, not "APIResponseCompression=maybe"'],
  ["APIListChunking=false", "cannot set APIListChunking to false: the feature is locked to true"],
])("--feature-gates rejects %s", (setting, problem) => {
  expect(readFeatureGates([setting]).problems).toEqual([`--feature-gates ${problem}`]);
});

test("setting a gate of a GA feature returns a warning", () => {
  const { problems, warnings } = readFeatureGates(["APIListChunking=true"]);
  expect(problems).toEqual([]);
  expect(warnings).toEqual([
    "setting the GA feature gate APIListChunking=true; it will be removed in a future release",
  ]);
});

test("setting a gate without an effect returns a warning", () => {
  expect(readFeatureGates(["WindowsHostNetwork=true"]).warnings).toEqual([
    "the feature gate WindowsHostNetwork has no effect in this release",
  ]);
});

describe("feature gates that the code reads", () => {
  /** The feature gates in calls of `isEnabled()` in the sources of hooks and rules. */
  const gatesOfHooks = readdirSync("src/kinds", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => [...readFileSync(join("src/kinds", file), "utf8").matchAll(/isEnabled\("(\w+)"\)/g)])
    .map(([, gate = ""]) => gate);
  const gates = new Set([
    ...gatesOfHooks,
    ...gatesOfFields(builtinKinds.map(({ schema }) => schema)),
    ...[...builtinFeatures.values()].flat().map(({ gate }) => gate),
  ]);

  test.each([...gates])("the gate %s is known and has an effect", (name) => {
    const gate = featureGates.find((one) => one.name === name);
    expect(gate).toBeDefined();
    const { warnings } = readFeatureGates([`${name}=${gate?.default}`]);
    expect(warnings.filter((warning) => warning.includes("has no effect"))).toEqual([]);
  });

  test("the code reads dozens of gates", () => {
    expect(gatesOfHooks).toContain("CrossNamespaceVolumeDataSource");
    expect(gates.size).toBeGreaterThan(30);
  });
});

test("a gate that needs another one cannot be enabled alone", () => {
  expect(readFeatureGates(["AuthorizeWithSelectors=false"]).problems).toEqual([
    "--feature-gates: AuthorizeNodeWithSelectors requires AuthorizeWithSelectors to be enabled",
  ]);
  expect(readFeatureGates(["AllBeta=false"]).problems).toEqual([]);
  const both = ["AuthorizeWithSelectors=false", "AuthorizeNodeWithSelectors=false"];
  expect(readFeatureGates(both).problems).toEqual([]);
});
