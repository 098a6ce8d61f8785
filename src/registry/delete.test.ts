import { describe, expect, test } from "vitest";
import { type EngineFaults, faultyEngine } from "../../test/support/faulty-engine.ts";
import { configMap } from "../api/core/v1/config-map.ts";
import { setValueAt } from "../base/paths.ts";
import type { ApiObject, ObjectMeta } from "../meta/object-meta.ts";
import { forbidden } from "../meta/status-error.ts";
import type { KindHooks } from "../schema/index.ts";
import { StorageError } from "../storage/index.ts";
import { type DeleteResult, deleteObject, type ObjectDeleteOptions, planDeletion } from "./delete.ts";
import { parseObject } from "./resource.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { rejection } from "./testing/rejection.ts";
import { updateObject } from "./update.ts";

const target = { namespace: "default", name: "a" };

async function remove(
  { resource }: ResourceFixture,
  options: Partial<ObjectDeleteOptions> = {},
): Promise<DeleteResult> {
  return await deleteObject(resource, { ...target, options: { dryRun: false, ...options } });
}

async function change({ resource }: ResourceFixture, path: string, value: unknown): Promise<void> {
  await updateObject(resource, {
    ...target,
    subresource: "",
    dryRun: false,
    createIfMissing: false,
    verb: "update",
    change: (old) => {
      if (!old) throw new Error("there is nothing to change");
      const object = old.copy();
      setValueAt(object, path, value);
      return object;
    },
  });
}

function stored({ resource }: ResourceFixture): ApiObject | undefined {
  const object = resource.cache.get("default/a");
  return object && parseObject(object);
}

const now = "2025-01-01T00:00:00Z";
const marked = { deletionTimestamp: now, deletionGracePeriodSeconds: 0 };
const timed: KindHooks = { gracePeriodSeconds: (_, requested) => requested ?? 30 };

describe("planDeletion()", () => {
  type Plan = "pending" | "remove" | { readonly metadata: object; readonly isRemovedNext: boolean };

  async function planned(metadata: ObjectMeta, options: Partial<ObjectDeleteOptions>, hooks: KindHooks): Promise<Plan> {
    await using fixture = await openResource({ hooks });
    const object = { kind: "ConfigMap", apiVersion: "v1", metadata: structuredClone(metadata) };
    const plan = planDeletion(fixture.resource, object, { dryRun: false, ...options });
    return typeof plan === "string" ? plan : { metadata: plan.marked.metadata, isRemovedNext: plan.isRemovedNext };
  }

  const waits = (metadata: object): Plan => ({ metadata, isRemovedNext: false });
  const goes = (metadata: object): Plan => ({ metadata, isRemovedNext: true });

  test.each<[string, ObjectMeta, Partial<ObjectDeleteOptions>, Plan]>([
    ["removes an object without finalizers", {}, {}, "remove"],
    ["ignores a requested grace period if the kind has none", {}, { gracePeriodSeconds: 60 }, "remove"],
    ["marks an object with a finalizer", { finalizers: ["x/y"] }, {}, waits({ finalizers: ["x/y"], ...marked })],
    [
      "keeps the mark of an object that is being deleted",
      { finalizers: ["x/y"], ...marked },
      {},
      waits({ finalizers: ["x/y"], ...marked }),
    ],
    [
      "moves a later deletion time of the object to now",
      { finalizers: ["x/y"], deletionTimestamp: "2025-01-01T00:01:00Z", deletionGracePeriodSeconds: 60 },
      {},
      waits({ finalizers: ["x/y"], ...marked }),
    ],
    [
      "keeps an earlier deletion time of the object",
      { finalizers: ["x/y"], deletionTimestamp: "2024-12-31T00:00:00Z" },
      {},
      waits({ finalizers: ["x/y"], deletionTimestamp: "2024-12-31T00:00:00Z", deletionGracePeriodSeconds: 0 }),
    ],
    [
      "increases the generation when it marks the object",
      { generation: 4, finalizers: ["x/y"] },
      {},
      waits({ generation: 5, finalizers: ["x/y"], ...marked }),
    ],
    [
      "keeps the generation of a marked object",
      { generation: 4, finalizers: ["x/y"], ...marked },
      {},
      waits({ generation: 4, finalizers: ["x/y"], ...marked }),
    ],
    [
      "adds the foreground finalizer for the policy Foreground",
      {},
      { propagationPolicy: "Foreground" },
      waits({ finalizers: ["foregroundDeletion"], ...marked }),
    ],
    [
      "adds the orphan finalizer for the policy Orphan",
      {},
      { propagationPolicy: "Orphan" },
      waits({ finalizers: ["orphan"], ...marked }),
    ],
    [
      "adds the orphan finalizer for orphanDependents: true",
      {},
      { orphanDependents: true },
      waits({ finalizers: ["orphan"], ...marked }),
    ],
    [
      "removes the orphan finalizer for the policy Background",
      { finalizers: ["orphan"] },
      { propagationPolicy: "Background" },
      "remove",
    ],
    [
      "removes the orphan finalizer for orphanDependents: false",
      { finalizers: ["orphan"] },
      { orphanDependents: false },
      "remove",
    ],
    [
      "keeps the object's own orphan finalizer if the request has no policy",
      { finalizers: ["orphan"] },
      {},
      waits({ finalizers: ["orphan"], ...marked }),
    ],
    [
      "prefers the request's policy to the object's own finalizer",
      { finalizers: ["foregroundDeletion", "x/y"] },
      { propagationPolicy: "Orphan" },
      waits({ finalizers: ["x/y", "orphan"], ...marked }),
    ],
  ])("%s", async (_title, metadata, options, expected) => {
    expect(await planned(metadata, options, {})).toEqual(expected);
  });

  test("planDeletion() only marks an object whose kind can block the removal, without a grace period", async () => {
    const { deletionGracePeriodSeconds: _, ...mark } = marked;
    for (const isBlocked of [true, false]) {
      expect(await planned({}, {}, { blocksRemoval: () => isBlocked })).toEqual(waits(mark));
    }
  });

  test("planDeletion() returns pending for a marked object while its kind blocks the removal", async () => {
    const orphan = { propagationPolicy: "Orphan" } as const;
    expect(await planned(marked, orphan, { blocksRemoval: () => true })).toBe("pending");
  });

  test("deleteObject() ignores the propagation policy for kinds that support none", async () => {
    const kind = { ...configMap, rules: { ...configMap.rules, defaultPropagation: "Unsupported" as const } };
    await using fixture = await openResource({ kind });
    await fixture.create("a");
    expect((await remove(fixture, { propagationPolicy: "Foreground" })).removed).toBe(true);
  });

  test("deleteObject() uses the kind's default propagation if the request has no policy", async () => {
    const kind = { ...configMap, rules: { ...configMap.rules, defaultPropagation: "Orphan" as const } };
    await using fixture = await openResource({ kind });
    await fixture.create("a");
    expect((await remove(fixture)).removed).toBe(false);
    expect(stored(fixture)?.metadata.finalizers).toEqual(["orphan"]);
    expect((await remove(fixture, { propagationPolicy: "Background" })).removed).toBe(true);
  });

  const running = { deletionTimestamp: "2025-01-01T00:01:00Z", deletionGracePeriodSeconds: 60 };
  test.each<[string, ObjectMeta, Partial<ObjectDeleteOptions>, Plan]>([
    [
      "the default period",
      {},
      {},
      waits({ deletionTimestamp: "2025-01-01T00:00:30Z", deletionGracePeriodSeconds: 30 }),
    ],
    [
      "the requested period",
      { generation: 1 },
      { gracePeriodSeconds: 5 },
      waits({ generation: 2, deletionTimestamp: "2025-01-01T00:00:05Z", deletionGracePeriodSeconds: 5 }),
    ],
    ["a period of 0", {}, { gracePeriodSeconds: 0 }, goes(marked)],
    [
      "a period of 0, with a finalizer",
      { finalizers: ["x/y"] },
      { gracePeriodSeconds: 0 },
      waits({ finalizers: ["x/y"], ...marked }),
    ],
    [
      "a negative period",
      {},
      { gracePeriodSeconds: -9 },
      waits({ deletionTimestamp: "2025-01-01T00:00:01Z", deletionGracePeriodSeconds: 1 }),
    ],
    [
      "a period beyond the last timestamp",
      {},
      { gracePeriodSeconds: Number.MAX_SAFE_INTEGER },
      waits({ deletionTimestamp: "5193-11-16T09:46:40Z", deletionGracePeriodSeconds: 100_000_000_000 }),
    ],
    ["a second deletion without a period", running, {}, "pending"],
    ["a second deletion with an equal period", running, { gracePeriodSeconds: 60 }, "pending"],
    [
      "a second deletion with a shorter period",
      { generation: 3, ...running },
      { gracePeriodSeconds: 20 },
      waits({ generation: 3, deletionTimestamp: "2025-01-01T00:00:20Z", deletionGracePeriodSeconds: 20 }),
    ],
    ["a second deletion with a period of 0", running, { gracePeriodSeconds: 0 }, goes(marked)],
    ["a second deletion after the period", marked, {}, "remove"],
    ["a second deletion of an object without a period", { deletionTimestamp: now }, {}, "remove"],
  ])("planDeletion() sets the grace period of an object: %s", async (_title, metadata, options, expected) => {
    expect(await planned(metadata, options, timed)).toEqual(expected);
  });
});

describe("deleteObject()", () => {
  test("deleteObject() removes the object and returns its last state with the revision of the removal", async () => {
    await using fixture = await openResource();
    const made = parseObject(await fixture.create("a", { data: { x: "1" } }));
    const { object, removed } = await remove(fixture);
    expect(removed).toBe(true);
    expect(parseObject(object)).toEqual({ ...made, metadata: { ...made.metadata, resourceVersion: "2" } });
    expect(stored(fixture)).toBeUndefined();
    expect(await rejection(remove(fixture))).toMatchObject({ code: 404, message: 'configmaps "a" not found' });
  });

  test("deleteObject() writes nothing if the object would not change", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    await change(fixture, "metadata.finalizers", ["x/y"]);
    await remove(fixture);
    expect(fixture.engine.revision).toBe(3);
    const again = await remove(fixture);
    expect(parseObject(again.object)).toEqual(stored(fixture));
    expect(fixture.engine.revision).toBe(3);
  });

  test("deleteObject() with a grace period of 0 first writes the mark and then the removal", async () => {
    await using fixture = await openResource({ hooks: timed });
    await fixture.create("a");
    const { object, removed } = await remove(fixture, { gracePeriodSeconds: 0 });
    expect(removed).toBe(true);
    expect(parseObject(object).metadata).toMatchObject({ ...marked, resourceVersion: "3" });
    expect(stored(fixture)).toBeUndefined();
  });

  test("deleteObject() completes a deletion that was interrupted between the mark and the removal", async () => {
    const faults: EngineFaults = {};
    await using fixture = await openResource({ hooks: timed, engine: faultyEngine(faults) });
    await fixture.create("a");
    faults.delete = () => Promise.reject(new StorageError("unavailable", "gone for a moment"));
    expect(await rejection(remove(fixture, { gracePeriodSeconds: 0 }))).toMatchObject({ reason: "ServerTimeout" });
    expect(stored(fixture)?.metadata).toMatchObject(marked);
    faults.delete = undefined;
    expect((await remove(fixture)).removed).toBe(true);
    expect(stored(fixture)).toBeUndefined();
  });

  test("deleteObject() in a dry run returns the result and writes nothing", async () => {
    await using fixture = await openResource({ hooks: timed });
    const made = parseObject(await fixture.create("a"));
    for (const gracePeriodSeconds of [0, 30]) {
      const { object, removed } = await remove(fixture, { dryRun: true, gracePeriodSeconds });
      expect(removed).toBe(gracePeriodSeconds === 0);
      expect(parseObject(object).metadata).toMatchObject({ deletionGracePeriodSeconds: gracePeriodSeconds });
    }
    expect(stored(fixture)).toEqual(made);
    expect(fixture.engine.revision).toBe(1);
  });

  test("deleteObject() calls the check before it writes, and not for an object that stays as it is", async () => {
    await using fixture = await openResource({ hooks: timed });
    const made = parseObject(await fixture.create("a"));
    const seen: ApiObject[] = [];
    const request = { ...target, options: { dryRun: false } };
    const refuse = async (readObject: () => ApiObject): Promise<void> => {
      seen.push(readObject());
      throw forbidden({ group: "", resource: "configmaps" }, "a", "no");
    };
    expect((await rejection(deleteObject(fixture.resource, { ...request, check: refuse }))).code).toBe(403);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toEqual(made);
    expect(stored(fixture)).toEqual(made);
    await remove(fixture);
    await deleteObject(fixture.resource, { ...request, check: refuse });
    expect(seen).toHaveLength(1);
  });
});

describe("a deletion that conflicts with another write", () => {
  /** Deletes an object. `meanwhile` runs once, after the object was read and before it is written. */
  async function outrun(
    fixture: ResourceFixture,
    meanwhile: () => Promise<unknown>,
    options: Partial<ObjectDeleteOptions> = {},
  ): Promise<DeleteResult> {
    let happened = false;
    return await deleteObject(fixture.resource, {
      ...target,
      options: { dryRun: false, ...options },
      check: async () => {
        if (happened) return;
        happened = true;
        await meanwhile();
      },
    });
  }

  test("deleteObject() decides again on the newest state after a conflict", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const { removed } = await outrun(fixture, () => change(fixture, "metadata.finalizers", ["x/y"]));
    expect(removed).toBe(false);
    expect(stored(fixture)?.metadata).toMatchObject({ finalizers: ["x/y"], ...marked });
  });

  test("deleteObject() removes the newest state after a conflict", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const { object, removed } = await outrun(fixture, () => change(fixture, "data", { x: "1" }));
    expect(removed).toBe(true);
    expect(parseObject(object)).toMatchObject({ data: { x: "1" } });
    expect(stored(fixture)).toBeUndefined();
  });

  test("deleteObject() checks its preconditions again after a conflict", async () => {
    await using fixture = await openResource();
    const { uid, resourceVersion } = parseObject(await fixture.create("a")).metadata;
    const changing = (): Promise<void> => change(fixture, "data", { x: "1" });
    const preconditions = { resourceVersion: resourceVersion ?? "" };
    expect(await rejection(outrun(fixture, changing, { preconditions }))).toMatchObject({ code: 409 });
    const again = async (): Promise<void> => {
      await remove(fixture);
      await fixture.create("a");
    };
    const error = await rejection(outrun(fixture, again, { preconditions: { uid: uid ?? "" } }));
    expect(error).toMatchObject({ code: 409, message: expect.stringContaining("deleted and then recreated") });
    expect(stored(fixture)).toBeDefined();
  });

  test("deleteObject() responds 404 if another client deletes the object meanwhile", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const error = await rejection(outrun(fixture, () => remove(fixture)));
    expect(error).toMatchObject({ code: 404, reason: "NotFound" });
  });
});
