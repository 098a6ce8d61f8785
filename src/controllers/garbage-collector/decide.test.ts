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
  ["an object without owners stays", {}, nothing],
  ["one whose owner is there stays", { metadata: { ownerReferences: [a] }, owners: ["present"] }, nothing],
  ["one of whose owner nothing is known stays", { metadata: { ownerReferences: [a] }, owners: ["unknown"] }, nothing],
  [
    "one whose only owner is gone goes",
    { metadata: { ownerReferences: [a] }, owners: ["absent"] },
    remove("Background"),
  ],
  [
    "one whose owners are all gone goes",
    { metadata: { ownerReferences: [a, b] }, owners: ["absent", "absent"] },
    remove("Background"),
  ],
  [
    "one that has an owner left keeps that one",
    { metadata: { ownerReferences: [a, b] }, owners: ["absent", "present"] },
    { type: "keepOwners", owners: [b] },
  ],
  [
    "one that may have an owner left keeps that one",
    { metadata: { ownerReferences: [a, b] }, owners: ["unknown", "absent"] },
    { type: "keepOwners", owners: [a] },
  ],
  [
    "one with another owner leaves the one that waits",
    { metadata: { ownerReferences: [a, b] }, owners: ["waiting", "present"] },
    { type: "keepOwners", owners: [b] },
  ],
  [
    "one without dependents goes at once when its owner waits",
    { metadata: { ownerReferences: [a] }, owners: ["waiting"] },
    remove("Background"),
  ],
  [
    "one with dependents waits for them when its owner waits for it",
    { metadata: { ownerReferences: [a] }, owners: ["waiting"], hasDependents: true },
    remove("Foreground"),
  ],
  [
    "what it asks for by a finalizer is how it goes: orphans",
    { metadata: { ownerReferences: [a], finalizers: ["orphan"] }, owners: ["absent"] },
    remove("Orphan"),
  ],
  [
    "what it asks for by a finalizer is how it goes: in the foreground",
    { metadata: { ownerReferences: [a], finalizers: ["foregroundDeletion"] }, owners: ["absent"] },
    remove("Foreground"),
  ],
  [
    "what is being deleted is not deleted again",
    { metadata: { ownerReferences: [a], deletionTimestamp: deleted, finalizers: ["x"] }, owners: ["absent"] },
    nothing,
  ],
  [
    "what waits stays while somebody keeps it",
    {
      metadata: { deletionTimestamp: deleted, finalizers: ["foregroundDeletion"] },
      isBlocked: true,
      isInCircle: false,
    },
    nothing,
  ],
  [
    "what waits for itself keeps its owners no more",
    { metadata: { deletionTimestamp: deleted, finalizers: ["foregroundDeletion"] }, isBlocked: true, isInCircle: true },
    { type: "releaseOwners" },
  ],
  [
    "what waits goes when nobody keeps it",
    { metadata: { deletionTimestamp: deleted, finalizers: ["foregroundDeletion"] } },
    { type: "removeFinalizer", finalizer: "foregroundDeletion" },
  ],
  [
    "what leaves orphans lets them go",
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
