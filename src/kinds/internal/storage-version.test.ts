import { expect, test } from "vitest";
import { storageVersion } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

function serversNamed(...names: string[]): object[] {
  return names.map((apiServerID) => ({ apiServerID, encodingVersion: "v1", decodableVersions: ["v1"] }));
}

test("rows of StorageVersions show the versions of three servers, and count the others", () => {
  const metadata = { name: "core.pods", creationTimestamp: "2025-06-01T11:00:00Z" };
  const rowWith = (status: object) => rowOf(storageVersion, { metadata, status });
  expect(rowWith({ commonEncodingVersion: "v1", storageVersions: serversNamed("a", "b", "c") })).toEqual({
    Name: "core.pods",
    CommonEncodingVersion: "v1",
    StorageVersions: "a=v1,b=v1,c=v1",
    Age: "60m",
  });
  expect(rowWith({ storageVersions: serversNamed("a", "b", "c", "d", "e") })["StorageVersions"]).toBe(
    "a=v1,b=v1,c=v1 + 2 more...",
  );
  expect(rowWith({})).toMatchObject({ CommonEncodingVersion: "<unset>", StorageVersions: "<unset>" });
});

test("the status of a StorageVersion changes only through the subresource status", () => {
  const writes = new KindWrites(storageVersion);
  const reported = { commonEncodingVersion: "v1", storageVersions: serversNamed("a") };
  const stored = writes.stored({ metadata: { name: "core.pods" }, status: reported });
  expect(stored).toMatchObject({ spec: {}, status: {} });
  const withStatus = writes.update(stored, (object) => Object.assign(object, { status: reported }), "status").object;
  expect(withStatus.status).toEqual(reported);
  const updated = writes.update(withStatus, (object) => Object.assign(object, { status: {} })).object;
  expect(updated.status).toEqual(reported);
});
