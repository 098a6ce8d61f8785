import { expect, test } from "vitest";
import type { ObjectMeta, OwnerReference } from "../../meta/object-meta.ts";
import type { MonitoredObject } from "../frame/index.ts";
import { decide, type GarbageCollectorAction, type OwnerState } from "./decide.ts";

const type = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true, verbs: [] };
const owner = (uid: string): OwnerReference => ({ apiVersion: "v1", kind: "ConfigMap", name: uid, uid });
const [a, b] = [owner("a"), owner("b")];
const deleted = "2025-01-01T00:00:00Z";

interface Row {
  readonly metadata?: ObjectMeta;
  readonly owners?: readonly OwnerState[];
  readonly hasDependents?: boolean;
  readonly isBlocked?: boolean;
  /** If it is undefined, `decide()` must not call `isInCircle()`. */
  readonly isInCircle?: boolean;
}

const nothing: GarbageCollectorAction = { type: "none" };
const remove = (policy: "Background" | "Foreground" | "Orphan"): GarbageCollectorAction => ({ type: "delete", policy });

const rows: readonly (readonly [string, Row, GarbageCollectorAction])[] = [
  ["decide() keeps an object without owners", {}, nothing],
  [
    "decide() keeps an object whose owner is present",
    { metadata: { ownerReferences: [a] }, owners: ["present"] },
    nothing,
  ],
  [
    "decide() keeps an object whose owner is unknown",
    { metadata: { ownerReferences: [a] }, owners: ["unknown"] },
    nothing,
  ],
  [
    "decide() deletes an object whose only owner is absent",
    { metadata: { ownerReferences: [a] }, owners: ["absent"] },
    remove("Background"),
  ],
  [
    "decide() deletes an object whose owners are all absent",
    { metadata: { ownerReferences: [a, b] }, owners: ["absent", "absent"] },
    remove("Background"),
  ],
  [
    "decide() removes the references to absent owners if another owner is present",
    { metadata: { ownerReferences: [a, b] }, owners: ["absent", "present"] },
    { type: "keepOwners", owners: [b] },
  ],
  [
    "decide() removes the references to absent owners if another owner is unknown",
    { metadata: { ownerReferences: [a, b] }, owners: ["unknown", "absent"] },
    { type: "keepOwners", owners: [a] },
  ],
  [
    "decide() removes the reference to an owner that waits for its dependents if another owner is present",
    { metadata: { ownerReferences: [a, b] }, owners: ["waiting", "present"] },
    { type: "keepOwners", owners: [b] },
  ],
  [
    "decide() deletes an object without dependents in the background if its owner waits for it",
    { metadata: { ownerReferences: [a] }, owners: ["waiting"] },
    remove("Background"),
  ],
  [
    "decide() deletes an object with dependents in the foreground if its owner waits for it",
    { metadata: { ownerReferences: [a] }, owners: ["waiting"], hasDependents: true },
    remove("Foreground"),
  ],
  [
    "decide() orphans the dependents of a deleted object that has the orphan finalizer",
    { metadata: { ownerReferences: [a], finalizers: ["orphan"] }, owners: ["absent"] },
    remove("Orphan"),
  ],
  [
    "decide() deletes an object in the foreground if it has the foregroundDeletion finalizer",
    { metadata: { ownerReferences: [a], finalizers: ["foregroundDeletion"] }, owners: ["absent"] },
    remove("Foreground"),
  ],
  [
    "decide() does not delete an object that is being deleted",
    { metadata: { ownerReferences: [a], deletionTimestamp: deleted, finalizers: ["x"] }, owners: ["absent"] },
    nothing,
  ],
  [
    "decide() keeps an owner that waits while a dependent blocks its deletion",
    {
      metadata: { deletionTimestamp: deleted, finalizers: ["foregroundDeletion"] },
      isBlocked: true,
      isInCircle: false,
    },
    nothing,
  ],
  [
    "decide() unblocks the owners of an object that waits for itself",
    { metadata: { deletionTimestamp: deleted, finalizers: ["foregroundDeletion"] }, isBlocked: true, isInCircle: true },
    { type: "releaseOwners" },
  ],
  [
    "decide() removes the foregroundDeletion finalizer when no dependent blocks the deletion",
    { metadata: { deletionTimestamp: deleted, finalizers: ["foregroundDeletion"] } },
    { type: "removeFinalizer", finalizer: "foregroundDeletion" },
  ],
  [
    "decide() orphans the dependents of an object that is being deleted with the orphan finalizer",
    { metadata: { deletionTimestamp: deleted, finalizers: ["orphan"] }, hasDependents: true },
    { type: "orphan" },
  ],
];

test.each(rows)("%s", (_, row, expected) => {
  const { metadata = {}, owners = [], hasDependents = false, isBlocked = false } = row;
  const object: MonitoredObject = { kind: "ConfigMap", apiVersion: "v1", metadata: { uid: "it", ...metadata }, type };
  const isInCircle = (): boolean => {
    if (row.isInCircle === undefined) throw new Error("a circle is looked for in vain");
    return row.isInCircle;
  };
  expect(decide({ object, owners, hasDependents, isBlocked, isInCircle })).toEqual(expected);
});
