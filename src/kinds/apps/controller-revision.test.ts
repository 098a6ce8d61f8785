import { expect, test } from "vitest";
import { controllerRevision } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "web-1", creationTimestamp: "2025-06-01T11:00:00Z" };
const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid: "u" };

test("rows of ControllerRevisions show their controller and revision", () => {
  const ownerReferences = [
    { ...owner, name: "other" },
    { ...owner, controller: true },
  ];
  expect(rowOf(controllerRevision, { metadata: { ...metadata, ownerReferences }, revision: 7 })).toEqual({
    Name: "web-1",
    Controller: "statefulset.apps/web",
    Revision: 7,
    Age: "60m",
  });
});

test.each<[object[], string]>([
  [[], "<none>"],
  [[owner], "<none>"],
  [[{ ...owner, apiVersion: "v1", kind: "ReplicationController", controller: true }], "replicationcontroller/web"],
])("a ControllerRevision with owners %j shows the controller %s", (ownerReferences, controller) => {
  expect(rowOf(controllerRevision, { metadata: { ...metadata, ownerReferences } })["Controller"]).toBe(controller);
});

test("an update may change the revision of a ControllerRevision, but not its data", () => {
  const writes = new KindWrites(controllerRevision);
  const stored = writes.stored({ data: { spec: { replicas: 1 } }, revision: 1 });
  const moved = writes.update(stored, (object) => Object.assign(object, { revision: 3 }));
  expect(moved).toMatchObject({ errors: [], object: { revision: 3 } });
  const { errors } = writes.update(stored, (object) => Object.assign(object, { data: { spec: { replicas: 2 } } }));
  expect(errors).toEqual([expect.stringMatching(/^data: Invalid value: .*: field is immutable$/)]);
});

test("the data of a ControllerRevision is compared exactly, also integers beyond 2^53", () => {
  const writes = new KindWrites(controllerRevision);
  const stored = writes.stored({ data: { limit: 9_223_372_036_854_775_807n }, revision: 1 });
  const { errors } = writes.update(stored, (object) => {
    Object.assign(object, { data: { limit: 9_223_372_036_854_775_806n } });
  });
  expect(errors).toEqual([expect.stringMatching(/^data: Invalid value: .*: field is immutable$/)]);
});

test("the data of a ControllerRevision is null if it is missing", () => {
  expect(new KindWrites(controllerRevision).decode({ revision: 1 })).toHaveProperty("data", null);
});
