import { expect, test } from "vitest";
import { componentStatus } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

test.each<[object[], object]>([
  [
    [{ type: "Healthy", status: "True", message: "ok" }],
    { Name: "scheduler", Status: "Healthy", Message: "ok", Error: "" },
  ],
  [
    [{ type: "Healthy", status: "Unknown", error: "no route" }],
    { Name: "scheduler", Status: "Unhealthy", Message: "", Error: "no route" },
  ],
  [[{ type: "Other", status: "True" }], { Name: "scheduler", Status: "Unknown", Message: "", Error: "" }],
])("a ComponentStatus with conditions %j has the row %j", (conditions, row) => {
  expect(rowOf(componentStatus, { metadata: { name: "scheduler" }, conditions })).toEqual(row);
});
