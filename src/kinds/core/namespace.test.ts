import { describe, expect, test } from "vitest";
import { namespace } from "../../api/index.ts";
import { builtinHooks } from "../index.ts";
import { hookContext, KindWrites } from "../testing/kind-writes.ts";

const writes = new KindWrites(namespace);
const metadata = { name: "shop" };

describe.each([
  ["kubernetes", "kubernetes", "kubernetes.io/metadata.name"],
  ["orch", "orch", "orch.io/metadata.name"],
] as const)("a new Namespace, in the vocabulary %s,", (vocabulary, finalizer, label) => {
  test("a new Namespace is Active and has a label with its name and a finalizer", () => {
    const { object, errors } = new KindWrites(namespace, vocabulary).create({ metadata });
    expect(errors).toEqual([]);
    expect(object.metadata.labels).toEqual({ [label]: "shop" });
    expect(object.spec).toEqual({ finalizers: [finalizer] });
    expect(object.status).toEqual({ phase: "Active" });
  });
});

test("an update cannot change the name label of a Namespace", () => {
  const { object } = writes.update(writes.stored({ metadata }), (one) => {
    one.metadata.labels = { team: "a", "kubernetes.io/metadata.name": "other" };
  });
  expect(object.metadata.labels).toEqual({ team: "a", "kubernetes.io/metadata.name": "shop" });
});

test("only the subresource finalize changes the finalizers of a Namespace", () => {
  const old = writes.stored({ metadata });
  const clear = (one: typeof old): void => {
    one.spec = { finalizers: [] };
  };
  expect(writes.update(old, clear).object.spec).toEqual({ finalizers: ["kubernetes"] });
  const { object, errors } = writes.update(old, clear, "finalize");
  expect(errors).toEqual([]);
  expect(object.spec).toEqual({});
});

test("an unknown finalizer without a domain is rejected", () => {
  expect(writes.create({ metadata, spec: { finalizers: ["mine", "example.com/mine"] } }).errors).toEqual([
    'spec.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

test("a Namespace with finalizers blocks its removal", () => {
  const blocks = builtinHooks.get(namespace)?.blocksRemoval;
  const old = writes.stored({ metadata });
  expect(blocks?.(old)).toBe(true);
  expect(blocks?.({ ...old, spec: {} } as typeof old)).toBe(false);
});

test("a Namespace that is being deleted becomes Terminating", () => {
  const old = writes.stored({ metadata });
  builtinHooks.get(namespace)?.markDeleting?.(old, hookContext());
  expect(old.status).toEqual({ phase: "Terminating" });
});

test("the phase of a Namespace must match its deletionTimestamp", () => {
  const active = writes.stored({ metadata });
  const terminate = (one: typeof active): void => {
    one.status = { phase: "Terminating" };
  };
  expect(writes.update(active, terminate, "status").errors).toEqual([
    "status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty",
  ]);
  const deleted = { ...active, metadata: { ...active.metadata, deletionTimestamp: "2025-06-01T11:00:00Z" } };
  expect(writes.update(deleted, terminate, "status").errors).toEqual([]);
  const dated = (one: typeof active): void => {
    one.metadata.deletionTimestamp = "0001-01-01T00:00:00Z";
  };
  expect(writes.update(active, dated, "status").errors.filter((error) => error.startsWith("status"))).toEqual([]);
});
