import { describe, expect, test } from "vitest";
import { type Faults, faultyEngine } from "../../test/support/faulty-engine.ts";
import { configMap } from "../api/core/v1/config-map.ts";
import { setValueAt } from "../base/paths.ts";
import type { ApiObject, ObjectMeta } from "../meta/object-meta.ts";
import { forbidden } from "../meta/status-error.ts";
import type { KindHooks } from "../schema/index.ts";
import { StorageError } from "../storage/index.ts";
import { type DeleteResult, deleteObject, type ObjectDeleteOptions, planDeletion } from "./delete.ts";
import { parseObject } from "./resource.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { refusal } from "./testing/refusal.ts";
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

describe("what a deletion does to an object", () => {
  type Plan = "pending" | "remove" | { readonly metadata: object; readonly thenRemove: boolean };

  async function planned(metadata: ObjectMeta, options: Partial<ObjectDeleteOptions>, hooks: KindHooks): Promise<Plan> {
    await using fixture = await openResource({ hooks });
    const object = { kind: "ConfigMap", apiVersion: "v1", metadata: structuredClone(metadata) };
    const plan = planDeletion(fixture.resource, object, { dryRun: false, ...options });
    return typeof plan === "string" ? plan : { metadata: plan.marked.metadata, thenRemove: plan.thenRemove };
  }

  const waits = (metadata: object): Plan => ({ metadata, thenRemove: false });
  const goes = (metadata: object): Plan => ({ metadata, thenRemove: true });

  test.each<[string, ObjectMeta, Partial<ObjectDeleteOptions>, Plan]>([
    ["nothing keeps it", {}, {}, "remove"],
    ["a grace period means nothing to it", {}, { gracePeriodSeconds: 60 }, "remove"],
    ["a finalizer keeps it", { finalizers: ["x/y"] }, {}, waits({ finalizers: ["x/y"], ...marked })],
    ["it is marked already", { finalizers: ["x/y"], ...marked }, {}, waits({ finalizers: ["x/y"], ...marked })],
    [
      "it was to end later",
      { finalizers: ["x/y"], deletionTimestamp: "2025-01-01T00:01:00Z", deletionGracePeriodSeconds: 60 },
      {},
      waits({ finalizers: ["x/y"], ...marked }),
    ],
    [
      "it was to end before",
      { finalizers: ["x/y"], deletionTimestamp: "2024-12-31T00:00:00Z" },
      {},
      waits({ finalizers: ["x/y"], deletionTimestamp: "2024-12-31T00:00:00Z", deletionGracePeriodSeconds: 0 }),
    ],
    [
      "it has a generation",
      { generation: 4, finalizers: ["x/y"] },
      {},
      waits({ generation: 5, finalizers: ["x/y"], ...marked }),
    ],
    [
      "it has a generation, and is marked already",
      { generation: 4, finalizers: ["x/y"], ...marked },
      {},
      waits({ generation: 4, finalizers: ["x/y"], ...marked }),
    ],
    [
      "its dependents go first",
      {},
      { propagationPolicy: "Foreground" },
      waits({ finalizers: ["foregroundDeletion"], ...marked }),
    ],
    ["its dependents stay", {}, { propagationPolicy: "Orphan" }, waits({ finalizers: ["orphan"], ...marked })],
    [
      "its dependents stay, said the old way",
      {},
      { orphanDependents: true },
      waits({ finalizers: ["orphan"], ...marked }),
    ],
    ["its dependents go later", { finalizers: ["orphan"] }, { propagationPolicy: "Background" }, "remove"],
    ["its dependents go later, said the old way", { finalizers: ["orphan"] }, { orphanDependents: false }, "remove"],
    [
      "its own finalizer speaks of its dependents",
      { finalizers: ["orphan"] },
      {},
      waits({ finalizers: ["orphan"], ...marked }),
    ],
    [
      "the deletion's word counts more than its own finalizer",
      { finalizers: ["foregroundDeletion", "x/y"] },
      { propagationPolicy: "Orphan" },
      waits({ finalizers: ["x/y", "orphan"], ...marked }),
    ],
  ])("%s", async (_title, metadata, options, expected) => {
    expect(await planned(metadata, options, {})).toEqual(expected);
  });

  test("the first deletion only marks an object whose kind may block the removal, without a grace period", async () => {
    const { deletionGracePeriodSeconds: _, ...mark } = marked;
    for (const isBlocked of [true, false]) {
      expect(await planned({}, {}, { blocksRemoval: () => isBlocked })).toEqual(waits(mark));
    }
  });

  test("a second deletion changes nothing while its kind blocks the removal", async () => {
    const orphan = { propagationPolicy: "Orphan" } as const;
    expect(await planned(marked, orphan, { blocksRemoval: () => true })).toBe("pending");
  });

  test("no propagation policy has an effect on objects of a kind that supports none", async () => {
    const kind = { ...configMap, rules: { ...configMap.rules, defaultPropagation: "Unsupported" as const } };
    await using fixture = await openResource({ kind });
    await fixture.create("a");
    expect((await remove(fixture, { propagationPolicy: "Foreground" })).removed).toBe(true);
  });

  test("its kind leaves the dependents unless told", async () => {
    const kind = { ...configMap, rules: { ...configMap.rules, defaultPropagation: "Orphan" as const } };
    await using fixture = await openResource({ kind });
    await fixture.create("a");
    expect((await remove(fixture)).removed).toBe(false);
    expect(stored(fixture)?.metadata.finalizers).toEqual(["orphan"]);
    expect((await remove(fixture, { propagationPolicy: "Background" })).removed).toBe(true);
  });

  const running = { deletionTimestamp: "2025-01-01T00:01:00Z", deletionGracePeriodSeconds: 60 };
  test.each<[string, ObjectMeta, Partial<ObjectDeleteOptions>, Plan]>([
    ["its own time", {}, {}, waits({ deletionTimestamp: "2025-01-01T00:00:30Z", deletionGracePeriodSeconds: 30 })],
    [
      "the time asked for",
      { generation: 1 },
      { gracePeriodSeconds: 5 },
      waits({ generation: 2, deletionTimestamp: "2025-01-01T00:00:05Z", deletionGracePeriodSeconds: 5 }),
    ],
    ["no time", {}, { gracePeriodSeconds: 0 }, goes(marked)],
    [
      "no time, but a finalizer",
      { finalizers: ["x/y"] },
      { gracePeriodSeconds: 0 },
      waits({ finalizers: ["x/y"], ...marked }),
    ],
    [
      "less than no time",
      {},
      { gracePeriodSeconds: -9 },
      waits({ deletionTimestamp: "2025-01-01T00:00:01Z", deletionGracePeriodSeconds: 1 }),
    ],
    [
      "more than time can show",
      {},
      { gracePeriodSeconds: Number.MAX_SAFE_INTEGER },
      waits({ deletionTimestamp: "5193-11-16T09:46:40Z", deletionGracePeriodSeconds: 100_000_000_000 }),
    ],
    ["no other word while its time runs", running, {}, "pending"],
    ["no more time", running, { gracePeriodSeconds: 60 }, "pending"],
    [
      "less time",
      { generation: 3, ...running },
      { gracePeriodSeconds: 20 },
      waits({ generation: 3, deletionTimestamp: "2025-01-01T00:00:20Z", deletionGracePeriodSeconds: 20 }),
    ],
    ["no time any more", running, { gracePeriodSeconds: 0 }, goes(marked)],
    ["its end, when its time is over", marked, {}, "remove"],
    ["its end, when its time was never said", { deletionTimestamp: now }, {}, "remove"],
  ])("of a kind with grace periods: %s", async (_title, metadata, options, expected) => {
    expect(await planned(metadata, options, timed)).toEqual(expected);
  });
});

describe("a deletion", () => {
  test("removes the object, and answers its last state with the version of the removal", async () => {
    await using fixture = await openResource();
    const made = parseObject(await fixture.create("a", { data: { x: "1" } }));
    const { object, removed } = await remove(fixture);
    expect(removed).toBe(true);
    expect(parseObject(object)).toEqual({ ...made, metadata: { ...made.metadata, resourceVersion: "2" } });
    expect(stored(fixture)).toBeUndefined();
    expect(await refusal(remove(fixture))).toMatchObject({ code: 404, message: 'configmaps "a" not found' });
  });

  test("that changes nothing is not written", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    await change(fixture, "metadata.finalizers", ["x/y"]);
    await remove(fixture);
    expect(fixture.engine.revision).toBe(3);
    const again = await remove(fixture);
    expect(parseObject(again.object)).toEqual(stored(fixture));
    expect(fixture.engine.revision).toBe(3);
  });

  test("without a grace period writes the mark, then the removal", async () => {
    await using fixture = await openResource({ hooks: timed });
    await fixture.create("a");
    const { object, removed } = await remove(fixture, { gracePeriodSeconds: 0 });
    expect(removed).toBe(true);
    expect(parseObject(object).metadata).toMatchObject({ ...marked, resourceVersion: "3" });
    expect(stored(fixture)).toBeUndefined();
  });

  test("that was cut off between the mark and the removal is completed by the next one", async () => {
    const faults: Faults = {};
    await using fixture = await openResource({ hooks: timed, engine: faultyEngine(faults) });
    await fixture.create("a");
    faults.delete = () => Promise.reject(new StorageError("unavailable", "gone for a moment"));
    expect(await refusal(remove(fixture, { gracePeriodSeconds: 0 }))).toMatchObject({ reason: "ServerTimeout" });
    expect(stored(fixture)?.metadata).toMatchObject(marked);
    faults.delete = undefined;
    expect((await remove(fixture)).removed).toBe(true);
    expect(stored(fixture)).toBeUndefined();
  });

  test("in a dry run answers what would be, and writes nothing", async () => {
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

  test("is checked before anything is written, and not again when there is nothing to do", async () => {
    await using fixture = await openResource({ hooks: timed });
    const made = parseObject(await fixture.create("a"));
    const seen: ApiObject[] = [];
    const request = { ...target, options: { dryRun: false } };
    const refuse = async (object: ApiObject): Promise<void> => {
      seen.push(structuredClone(object));
      throw forbidden({ group: "", resource: "configmaps" }, "a", "no");
    };
    expect((await refusal(deleteObject(fixture.resource, { ...request, check: refuse }))).code).toBe(403);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.metadata.uid).toBe(made.metadata.uid);
    expect(stored(fixture)).toEqual(made);
    await remove(fixture);
    await deleteObject(fixture.resource, { ...request, check: refuse });
    expect(seen).toHaveLength(1);
  });
});

describe("a deletion of what somebody else changes meanwhile", () => {
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

  test("is decided again on the newest state", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const { removed } = await outrun(fixture, () => change(fixture, "metadata.finalizers", ["x/y"]));
    expect(removed).toBe(false);
    expect(stored(fixture)?.metadata).toMatchObject({ finalizers: ["x/y"], ...marked });
  });

  test("removes the newest state", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const { object, removed } = await outrun(fixture, () => change(fixture, "data", { x: "1" }));
    expect(removed).toBe(true);
    expect(parseObject(object)).toMatchObject({ data: { x: "1" } });
    expect(stored(fixture)).toBeUndefined();
  });

  test("holds its preconditions against the newest state", async () => {
    await using fixture = await openResource();
    const { uid, resourceVersion } = parseObject(await fixture.create("a")).metadata;
    const changing = (): Promise<void> => change(fixture, "data", { x: "1" });
    const preconditions = { resourceVersion: resourceVersion ?? "" };
    expect(await refusal(outrun(fixture, changing, { preconditions }))).toMatchObject({ code: 409 });
    const again = async (): Promise<void> => {
      await remove(fixture);
      await fixture.create("a");
    };
    const error = await refusal(outrun(fixture, again, { preconditions: { uid: uid ?? "" } }));
    expect(error).toMatchObject({ code: 409, message: expect.stringContaining("deleted and then recreated") });
    expect(stored(fixture)).toBeDefined();
  });

  test("finds nothing when it is gone", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const error = await refusal(outrun(fixture, () => remove(fixture)));
    expect(error).toMatchObject({ code: 404, reason: "NotFound" });
  });
});
