import { expect, test } from "vitest";
import { withDefaults } from "../flags/flag-value.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { type MetricsConfig, metricsConfig, metricsFlags, metricsProblems } from "./metrics-config.ts";

function configOf(...args: string[]): MetricsConfig {
  const { explicitValues, problems } = parseFlags(metricsFlags, args);
  expect([...problems, ...metricsProblems(explicitValues)]).toEqual([]);
  return metricsConfig(withDefaults(metricsFlags, explicitValues), (path) => path && `/dir/${path}`);
}

function problemsOf(...args: string[]): readonly string[] {
  const { explicitValues, problems } = parseFlags(metricsFlags, args);
  return [...problems, ...metricsProblems(explicitValues)];
}

test.each([
  ["a,b=c,d", { a: { b: ["c", "d"] } }],
  ['"a,b=c,d"', { a: { b: ["c", "d"] } }],
  ['"a,b=c,d","x,y=1"', { a: { b: ["c", "d"] }, x: { y: ["1"] } }],
  ["a,b=", { a: { b: [""] } }],
  ["__proto__,b=c", JSON.parse('{"__proto__":{"b":["c"]}}')],
])("--allow-metric-labels=%s allows values of labels", (text, allowed) => {
  const { allowedLabels } = configOf(`--allow-metric-labels=${text}`);
  expect(JSON.stringify(allowedLabels)).toEqual(JSON.stringify(allowed));
});

test("--allow-metric-labels can be repeated, and overrides the file", () => {
  const config = configOf(
    "--allow-metric-labels=a,b=c",
    "--allow-metric-labels=a,d=e",
    "--allow-metric-labels-manifest=labels.yaml",
  );
  expect(config).toMatchObject({ allowedLabels: { a: { b: ["c"], d: ["e"] } }, labelsFile: undefined });
  expect(configOf("--allow-metric-labels-manifest=labels.yaml").labelsFile).toBe("/dir/labels.yaml");
});

test("[DEPR-23] only the previous release can be named to show hidden metrics", () => {
  expect(configOf().showsHidden).toBe(false);
  expect(configOf("--show-hidden-metrics-for-version=1.31").showsHidden).toBe(true);
  for (const version of ["1.30", "1.32", "v1.31"]) {
    expect(problemsOf(`--show-hidden-metrics-for-version=${version}`)).toEqual([
      "--show-hidden-metrics-for-version must be omitted or have the value '1.31'. Only the previous minor version is allowed",
    ]);
  }
});

test.each([
  ["a", 'invalid argument "a" for "--allow-metric-labels" flag: a must be formatted as key=value'],
  [
    "a=b",
    "--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`",
  ],
])("--allow-metric-labels=%s is rejected with the text of the reference", (text, problem) => {
  expect(problemsOf(`--allow-metric-labels=${text}`)).toEqual([problem]);
});
