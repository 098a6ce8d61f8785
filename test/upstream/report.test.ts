import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { readReport, summaryLines } from "./report.ts";

const spec = (text: string, state: string, more: object = {}): object => ({
  ContainerHierarchyTexts: ["[sig-apps] Deployment"],
  LeafNodeText: text,
  LeafNodeType: "It",
  State: state,
  RunTime: 2e9,
  ...more,
});

test("the summary counts tests by group, and shows the reasons of failures that are not known", () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "report.json");
  const reports = [
    { ...spec("", "passed"), LeafNodeType: "BeforeSuite" },
    spec("works", "passed"),
    spec("is skipped", "skipped"),
    spec("is known", "failed", { Failure: { Message: "why" } }),
    spec("breaks", "timedout", { Failure: { Message: "line 1\nline 2" } }),
  ];
  writeFileSync(path, JSON.stringify([{ SpecReports: reports }]));
  const results = readReport(path);
  expect(results.map(({ name, state }) => [name, state])).toEqual([
    ["[sig-apps] Deployment works", "passed"],
    ["[sig-apps] Deployment is known", "failed"],
    ["[sig-apps] Deployment breaks", "timedout"],
  ]);
  expect(summaryLines(results, [{ test: /is known/, reason: "no network" }])).toEqual({
    lines: [
      "failed (known: no network)  [sig-apps] Deployment is known  (2 s)",
      "timedout  [sig-apps] Deployment breaks  (2 s)",
      "    line 1",
      "    line 2",
      "sig-apps  1 passed, 2 failed",
    ],
    unexpected: 1,
  });
});
