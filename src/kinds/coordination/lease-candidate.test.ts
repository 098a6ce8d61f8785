import { expect, test } from "vitest";
import { leaseCandidate } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(leaseCandidate);
const spec = {
  leaseName: "scheduler",
  binaryVersion: "1.32.1",
  emulationVersion: "1.31.0",
  strategy: "OldestEmulationVersion",
};

test("rows of LeaseCandidates show their Lease and versions", () => {
  const metadata = { name: "host-a", creationTimestamp: "2025-06-01T11:59:00Z" };
  expect(rowOf(leaseCandidate, { metadata, spec })).toEqual({
    Name: "host-a",
    LeaseName: "scheduler",
    BinaryVersion: "1.32.1",
    EmulationVersion: "1.31.0",
    Age: "60s",
  });
});

test("a LeaseCandidate without leaseName, binaryVersion and strategy is rejected", () => {
  expect(writes.create({}).errors).toEqual([
    "spec.leaseName: Required value",
    "spec.binaryVersion: Required value",
    "spec.strategy: Required value",
  ]);
});

test("an update may change the renewTime of a LeaseCandidate, but not its leaseName", () => {
  const { object, errors } = writes.update(writes.stored({ spec }), (candidate) => {
    candidate.spec = { ...spec, leaseName: "other", renewTime: "2025-06-01T12:00:00.000000Z" };
  });
  expect(errors).toEqual(['spec.leaseName: Invalid value: "other": field is immutable']);
  expect(object.spec?.renewTime).toBe("2025-06-01T12:00:00.000000Z");
});
