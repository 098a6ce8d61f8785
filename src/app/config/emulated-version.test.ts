import { describe, expect, test } from "vitest";
import { readEmulatedVersion } from "./emulated-version.ts";

test.each([
  [[], 32],
  [["1.31"], 31],
  [["kube=1.32"], 32],
  [["v1.31"], 31],
  [["1.31.0"], 31],
  [["1.031"], 31],
  [["1.31-alpha"], 31],
])("--emulated-version=%s emulates 1.%d", (settings, minor) => {
  expect(readEmulatedVersion(settings)).toEqual({ minor, problems: [] });
});

describe("--emulated-version rejects, with the text of the reference,", () => {
  test.each([
    [["1.30"], "emulation version 1.30 is not between [1.31, 1.32.0]"],
    [["1.33"], "emulation version 1.33 is not between [1.31, 1.32.0]"],
    [["2.31"], "emulation version 2.31 is not between [1.31, 1.32.0]"],
    [["foo=1.31"], "component not registered: foo"],
    [["1.31.2"], "patch version not allowed, got: kube=1.31.2"],
    [["abc"], 'could not parse "abc" as version'],
    [["kube="], 'could not parse "" as version'],
    [["x=y=z"], 'could not parse "y=z" as version'],
    [["1"], 'illegal version string "1"'],
    [["01.31"], 'illegal zero-prefixed version component "01" in "01.31"'],
    [["1.31", "kube=1.32"], "duplicate version flag, kube=1.31 and kube=1.32"],
  ])("%s", (settings, problem) => {
    expect(readEmulatedVersion(settings)).toEqual({ minor: 32, problems: [`--emulated-version: ${problem}`] });
  });
});
