import { expect, test } from "vitest";
import { lease } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(lease);

test("Leases show their holder", () => {
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
])("a Lease with spec %j is refused", (spec, error) => {
  expect(writes.create({ spec }).errors).toEqual([error]);
});

test("what asks for a coordinated election is dropped, unless it is stored already", () => {
  const asked = { holderIdentity: "a", strategy: "OldestEmulationVersion", preferredHolder: "b" };
  const created = writes.stored({ spec: asked });
  expect(created.spec).toEqual({ holderIdentity: "a" });
  const older = { ...created, spec: asked };
  const { object, errors } = writes.update(older, ({ spec }) => {
    if (spec) spec.preferredHolder = "c";
  });
  expect(errors).toEqual([]);
  expect(object.spec).toEqual({ ...asked, preferredHolder: "c" });
});

test.each<[object, string]>([
  [
    { strategy: "Loudest" },
    'spec.strategy.strategy: Unsupported value: "Loudest": supported values: "OldestEmulationVersion"',
  ],
  [{ preferredHolder: "b" }, "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined"],
])("a stored Lease with spec %j is refused on update", (spec, error) => {
  const older = { ...writes.stored({}), spec };
  expect(writes.update(older, () => {}).errors).toEqual([error]);
});
