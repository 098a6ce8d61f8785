import { expect, test } from "vitest";
import { controllerManagerOptions } from "./controller-manager-config.ts";

// The texts are those of the reference's controller manager.
test.each([
  ["--feature-gates=CBORServingAndStorage=maybe", 'strconv.ParseBool: parsing "maybe": invalid syntax'],
  ["--feature-gates=other:CBORServingAndStorage=true", "component not registered: other"],
  ["--feature-gates=MultiCIDRServiceAllocatorr=true", "unrecognized feature gate: MultiCIDRServiceAllocatorr"],
  ["--emulated-version=1.30", "emulation version 1.30 is not between [1.31, 1.32.0]"],
  ["--emulated-version=x", 'could not parse "x" as version'],
  [
    "--show-hidden-metrics-for-version=1.30",
    "--show-hidden-metrics-for-version must be omitted or have the value '1.31'. Only the previous minor version is allowed",
  ],
  [
    "--allow-metric-labels=a=b",
    "--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`",
  ],
  [
    "--allow-metric-labels=a",
    'invalid argument "a" for "--allow-metric-labels" flag: a must be formatted as key=value',
  ],
])("the controller manager rejects %s", (flag, problem) => {
  expect(() => controllerManagerOptions([flag], { cwd: "/" })).toThrow(problem);
});

test("the gates of the controller manager are those of the emulated release", () => {
  const flags = ["--feature-gates=OrderedNamespaceDeletion=true,AllAlpha=true", "--emulated-version=1.31"];
  const { features, warnings } = controllerManagerOptions(flags, { cwd: "/" });
  expect(features.isEnabled("OrderedNamespaceDeletion")).toBe(true);
  // Added in 1.32.
  expect(features.isEnabled("MutatingAdmissionPolicy")).toBe(false);
  expect(features.emulatedMinor).toBe(31);
  expect(warnings).toEqual([]);
});

test("the file of allowed label values is relative to the folder of the process", () => {
  const flags = ["--allow-metric-labels-manifest=labels.yaml"];
  expect(controllerManagerOptions(flags, { cwd: "/etc" }).metrics.labelsFile).toBe("/etc/labels.yaml");
});
