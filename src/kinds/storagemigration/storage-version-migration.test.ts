import { expect, test } from "vitest";
import { storageVersionMigration } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(storageVersionMigration);
const resource = { group: "apps", version: "v1", resource: "deployments" };

test("rows of StorageVersionMigrations show the resource", () => {
  const metadata = { name: "it" };
  expect(rowOf(storageVersionMigration, { metadata, spec: { resource } })).toEqual({
    Name: "it",
    Resource: "deployments.v1.apps",
  });
  const ofCore = { version: "v1", resource: "secrets" };
  expect(rowOf(storageVersionMigration, { metadata, spec: { resource: ofCore } })["Resource"]).toBe("secrets.v1.");
});

test("an update of a migration can change its continueToken and not its resource", () => {
  const stored = writes.stored({ spec: { resource } });
  const { errors } = writes.update(stored, ({ spec }) => {
    if (spec) spec.resource = { version: "v2", resource: "daemonsets" };
  });
  expect(errors).toEqual([
    'group: Invalid value: "": field is immutable',
    'version: Invalid value: "v2": field is immutable',
    'resource: Invalid value: "daemonsets": field is immutable',
  ]);
  const moved = writes.update(stored, ({ spec }) => {
    if (spec) spec.continueToken = "next";
  });
  expect(moved.errors).toEqual([]);
  expect(moved.object.spec?.continueToken).toBe("next");
});

test("an update of the status can set the resourceVersion of a migration once", () => {
  const write = (old: typeof stored, resourceVersion: string) =>
    writes.update(old, (object) => Object.assign(object, { status: { resourceVersion } }), "status");
  const stored = writes.stored({ spec: { resource }, status: { resourceVersion: "1" } });
  expect(stored.status).toEqual({});
  const set = write(stored, "7");
  expect(set.errors).toEqual([]);
  expect(set.object.status).toEqual({ resourceVersion: "7" });
  expect(write(set.object, "8").errors).toEqual([
    'status.resourceVersion: Invalid value: "8": resourceVersion cannot be updated',
  ]);
});

test("an update of the status that removes the condition Succeeded of a migration is rejected", () => {
  const stored = writes.stored({ spec: { resource } });
  const condition = { type: "Succeeded", status: "True", reason: "a", lastUpdateTime: "2025-01-01T00:00:00Z" } as const;
  const succeeded = writes.update(
    stored,
    (object) => Object.assign(object, { status: { conditions: [condition] } }),
    "status",
  );
  expect(succeeded.errors).toEqual([]);
  const { errors } = writes.update(succeeded.object, (object) => Object.assign(object, { status: {} }), "status");
  expect(errors).toEqual([
    "status.conditions: Invalid value: []storagemigration.MigrationCondition(nil): Success condition cannot be set to " +
      "false once it is true",
  ]);
});
