import { expect, test } from "vitest";
import { lease } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(lease);

test("rows of Leases show their holder", () => {
  const metadata = { name: "leader", creationTimestamp: "2025-06-01T11:59:00Z" };
  expect(rowOf(lease, { metadata, spec: { holderIdentity: "a" } })).toEqual({
    Name: "leader",
    Holder: "a",
    Age: "60s",
  });
  expect(rowOf(lease, { metadata })).toEqual({ Name: "leader", Holder: "", Age: "60s" });
});

test.each<[object, string]>([
  [{ leaseDurationSeconds: 0 }, "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"],
  [{ leaseTransitions: -1 }, "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0"],
])("a Lease with spec %j is rejected", (spec, error) => {
  expect(writes.create({ spec }).errors).toEqual([error]);
});

test("fields of the coordinated leader election are removed unless the stored Lease has them", () => {
  const coordinatedSpec = { holderIdentity: "a", strategy: "OldestEmulationVersion", preferredHolder: "b" };
  const created = writes.stored({ spec: coordinatedSpec });
  expect(created.spec).toEqual({ holderIdentity: "a" });
  const older = { ...created, spec: coordinatedSpec };
  const { object, errors } = writes.update(older, ({ spec }) => {
    if (spec) spec.preferredHolder = "c";
  });
  expect(errors).toEqual([]);
  expect(object.spec).toEqual({ ...coordinatedSpec, preferredHolder: "c" });
});

test.each<[object, string]>([
  [
    { strategy: "Loudest" },
    'spec.strategy.strategy: Unsupported value: "Loudest": supported values: "OldestEmulationVersion"',
  ],
  [{ preferredHolder: "b" }, "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined"],
])("an unchanged update of a stored Lease with the invalid spec %j is rejected", (spec, error) => {
  const older = { ...writes.stored({}), spec };
  expect(writes.update(older, () => {}).errors).toEqual([error]);
});
