import { expect, test } from "vitest";
import { scale } from "../../api/index.ts";
import { SchemaCompiler } from "../../schema/index.ts";
import { hookContext } from "../testing/kind-writes.ts";
import { cellsOf } from "../testing/rows.ts";
import { scaleColumns } from "./scale-columns.ts";

test("rows of Scales show desired and available replicas", () => {
  const object = new SchemaCompiler(new Map()).compile(scale.schema).decode({
    metadata: { name: "web", creationTimestamp: "2025-06-01T11:59:00Z" },
    spec: { replicas: 3 },
    status: { replicas: 2 },
  }).object;
  expect(Object.entries(cellsOf(scaleColumns, object, hookContext()))).toEqual([
    ["Name", "web"],
    ["Desired", 3],
    ["Available", 2],
    ["Age", "60s"],
  ]);
});
