import { expect, test } from "vitest";
import { deviceClass, resourceClaim, resourceClaimTemplate, resourceSlice } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "it", creationTimestamp: "2025-06-01T11:00:00Z" };
const deletionTimestamp = "2025-06-01T11:30:00Z";
const reservedFor = [{ resource: "pods", name: "a", uid: "b" }];

test.each<[object, object, string]>([
  [{}, {}, "pending"],
  [{}, { allocation: {} }, "allocated"],
  [{}, { allocation: {}, reservedFor }, "allocated,reserved"],
  [{}, { reservedFor }, "pending"],
  [{ deletionTimestamp }, {}, "deleted"],
  [{ deletionTimestamp }, { allocation: {}, reservedFor }, "deleted,allocated,reserved"],
])("rows of ResourceClaims with metadata %j and status %j show %s", (more, status, expected) => {
  const row = { Name: "it", State: expected, Age: "60m" };
  expect(rowOf(resourceClaim, { metadata: { ...metadata, ...more }, status })).toEqual(row);
});

test("rows of ResourceSlices show the node, the driver and the pool", () => {
  const spec = { driver: "gpu.example.com", pool: { name: "node-3" }, nodeName: "node-3" };
  const row = { Name: "it", Node: "node-3", Driver: "gpu.example.com", Pool: "node-3", Age: "60m" };
  expect(rowOf(resourceSlice, { metadata, spec })).toEqual(row);
  expect(rowOf(resourceSlice, { metadata })).toEqual({ ...row, Node: "", Driver: "", Pool: "" });
});

test.each([deviceClass, resourceClaimTemplate])("rows of a $kind show its age", (kind) => {
  expect(rowOf(kind, { metadata })).toEqual({ Name: "it", Age: "60m" });
});
