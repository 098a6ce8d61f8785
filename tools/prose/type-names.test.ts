import { expect, test } from "vitest";
import { violationLine } from "./docstrings.ts";
import { sharedTypeNames } from "./type-names.ts";

test("each of two exported types with one name is reported", () => {
  const files = [
    { path: "src/a/hub.ts", content: "export class Hub {}" },
    { path: "src/b/hub.ts", content: "\nexport interface Hub {}" },
    { path: "src/b/index.ts", content: `export { Hub } from "./hub.ts";\nexport const Hubs = 1;\ninterface Hub {}` },
  ];
  expect(sharedTypeNames(files).map(violationLine)).toEqual([
    "src/a/hub.ts:1 Hub: src/b/hub.ts:2 exports another type of this name; rename one of them",
    "src/b/hub.ts:2 Hub: src/a/hub.ts:1 exports another type of this name; rename one of them",
  ]);
});

test("pages of the API share names with each other, but with no other file", () => {
  const files = [
    { path: "src/api/autoscaling/v1/metric.ts", content: "export interface Metric {}" },
    { path: "src/api/autoscaling/v2/metric.ts", content: "export interface Metric {}" },
    { path: "src/base/metric.ts", content: "export type Metric = string;" },
  ];
  expect(sharedTypeNames(files).map(violationLine)).toEqual([
    "src/base/metric.ts:1 Metric: src/api/autoscaling/v1/metric.ts:1 exports another type of this name; rename one of them",
  ]);
});
