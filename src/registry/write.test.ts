import { describe, expect, test } from "vitest";
import { type EngineFaults, faultyEngine } from "../../test/support/faulty-engine.ts";
import { until } from "../../test/support/until.ts";
import { withSeed } from "../../test/support/with-seed.ts";
import { deferred } from "../base/deferred.ts";
import type { Random } from "../base/random.ts";
import { HeldEngine } from "../cache/testing/held-engine.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { openMemoryEngine, StorageError, type StorageErrorCode } from "../storage/index.ts";
import { deleteObject } from "./delete.ts";
import { parseObject } from "./resource.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { rejection } from "./testing/rejection.ts";
import { updateObject } from "./update.ts";
import { ensureNamespace, writeWithRetries } from "./write.ts";

const target = { namespace: "default", name: "a", verb: "update" };
const lost = (code: StorageErrorCode = "revision-conflict"): StorageError => new StorageError(code, "somebody else");

/** Sets one member of `data` and keeps the others. */
async function setData({ resource }: ResourceFixture, name: string, key: string, value: string): Promise<void> {
  await updateObject(resource, {
    namespace: "default",
    name,
    subresource: "",
    dryRun: false,
    createIfMissing: false,
    verb: "update",
    change: (old) => {
      const object = old?.copy();
      const data: object = Reflect.get(object ?? {}, "data") ?? {};
      return { ...object, data: { ...data, [key]: value } } as ApiObject;
    },
  });
}

function dataOf({ resource }: ResourceFixture, name: string): unknown {
  const object = resource.cache.get(`default/${name}`);
  return object && Reflect.get(parseObject(object), "data");
}

describe("a write with a conflict", () => {
  test.each(["revision-conflict", "key-not-found"] as const)(
    "writeWithRetries() tries again on the newest state after %s",
    async (code) => {
      await using fixture = await openResource();
      await fixture.create("a");
      const seen: (number | undefined)[] = [];
      const result = await writeWithRetries(fixture.resource, target, async (object) => {
        seen.push(object?.revision);
        if (seen.length === 1) await setData(fixture, "a", "x", "1");
        if (seen.length < 3) throw lost(code);
        return "written";
      });
      expect(result).toBe("written");
      expect(seen).toEqual([1, 2, 2]);
    },
  );

  test("writeWithRetries() reports the conflict after a hundred retries", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    let attempts = 0;
    const error = await rejection(
      writeWithRetries(fixture.resource, target, async () => {
        attempts++;
        throw lost();
      }),
    );
    expect(error).toMatchObject({ code: 409, reason: "Conflict" });
    expect(error.message).toMatch(/^Operation cannot be fulfilled on configmaps "a": the object has been modified; /);
    expect(attempts).toBe(101);
  });

  test("writeWithRetries() releases the mutex after a failure", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    await rejection(writeWithRetries(fixture.resource, target, () => Promise.reject(lost())));
    expect(await writeWithRetries(fixture.resource, target, async () => "mine")).toBe("mine");
  });
});

describe("other errors of the store", () => {
  test.each<[StorageErrorCode, number, string | undefined]>([
    ["unavailable", 500, "ServerTimeout"],
    ["no-space", 500, undefined],
    ["too-large", 500, undefined],
    ["closed", 503, "ServiceUnavailable"],
    ["key-exists", 409, "AlreadyExists"],
  ])("an update is not retried if the store throws %s", async (code, status, reason) => {
    const faults: EngineFaults = {};
    await using fixture = await openResource({ engine: faultyEngine(faults) });
    await fixture.create("a", { data: { x: "1" } });
    let attempts = 0;
    faults.put = async () => {
      attempts++;
      throw lost(code);
    };
    const error = await rejection(setData(fixture, "a", "x", "2"));
    expect(error).toMatchObject({ code: status });
    expect(error.reason).toBe(reason);
    expect(attempts).toBe(1);
    faults.put = undefined;
    expect(dataOf(fixture, "a")).toEqual({ x: "1" });
    await setData(fixture, "a", "x", "2");
    expect(dataOf(fixture, "a")).toEqual({ x: "2" });
  });

  test("writeWithRetries() does not retry after other errors", async () => {
    await using fixture = await openResource();
    const mistake = new TypeError("a mistake");
    await expect(writeWithRetries(fixture.resource, target, () => Promise.reject(mistake))).rejects.toBe(mistake);
  });
});

test("writes succeed although the store reports occasional conflicts", async () => {
  const faults: EngineFaults = {};
  const engine = faultyEngine(faults);
  await using fixture = await openResource({ engine });
  await fixture.create("a");
  let puts = 0;
  faults.put = async (...write) => {
    if (++puts % 3 !== 0) throw lost();
    faults.put = undefined;
    return await engine.put(...write);
  };
  await setData(fixture, "a", "x", "1");
  expect(puts).toBe(3);
  expect(dataOf(fixture, "a")).toEqual({ x: "1" });
});

test("writeWithRetries() runs writers with conflicts one after another, and does not delay writers of other objects", async () => {
  await using fixture = await openResource();
  await fixture.create("a");
  const { resource } = fixture;
  const gates = [deferred(), deferred()];
  const seen: string[] = [];
  const write = (name: string, gate: Promise<void>): Promise<void> => {
    let attempts = 0;
    return writeWithRetries(resource, target, async () => {
      if (attempts++ === 0) throw lost();
      seen.push(`${name} begins`);
      await gate;
      seen.push(`${name} ends`);
    });
  };
  const both = [write("first", gates[0]?.promise ?? Promise.resolve()), write("second", Promise.resolve())];
  expect(await writeWithRetries(resource, { ...target, name: "b" }, async () => "at once")).toBe("at once");
  gates[0]?.resolve();
  await Promise.all(both);
  expect(seen).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

describe("visibility of writes", () => {
  test.each<[string, (fixture: ResourceFixture) => Promise<unknown>, unknown]>([
    ["an update", (fixture) => setData(fixture, "a", "x", "1"), { x: "1" }],
    [
      "a deletion",
      ({ resource }) => deleteObject(resource, { namespace: "default", name: "a", options: { dryRun: false } }),
      undefined,
    ],
  ])("%s resolves only when the cache shows it", async (_what, write, shown) => {
    const engine = new HeldEngine(openMemoryEngine());
    await using fixture = await openResource({ engine });
    await fixture.create("a", { data: { x: "0" } });
    engine.holdStream();
    let answered = false;
    const writing = write(fixture).finally(() => {
      answered = true;
    });
    await until(() => engine.revision === 2, "the write is committed");
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    expect(answered).toBe(false);
    expect(dataOf(fixture, "a")).toEqual({ x: "0" });
    engine.releaseStream();
    await writing;
    expect(dataOf(fixture, "a")).toEqual(shown);
  });

  test("a write fails with a timeout if the cache does not show it within ten seconds", async () => {
    const engine = new HeldEngine(openMemoryEngine());
    await using fixture = await openResource({ engine });
    await fixture.create("a");
    engine.holdStream();
    const refused = rejection(setData(fixture, "a", "x", "1"));
    await until(() => engine.revision === 2 && fixture.clock.pendingCount > 0, "the writer waits");
    await fixture.clock.advance(10_000);
    expect(await refused).toMatchObject({ code: 504, reason: "Timeout" });
    engine.releaseStream();
  });
});

describe("random concurrent writers", () => {
  const names = ["a", "b", "c"];

  /** The expected final state: all keys of each writer, with their last values. */
  type Expected = Record<string, Record<string, string>>;

  async function writeRandomly(fixture: ResourceFixture, writer: number, random: Random): Promise<Expected> {
    const expected: Expected = {};
    for (let round = 0; round < 12; round++) {
      const name = names[random.below(names.length)] ?? "a";
      const key = `w${writer}-${random.below(3)}`;
      await setData(fixture, name, key, String(round));
      expected[name] = { ...expected[name], [key]: String(round) };
    }
    return expected;
  }

  test("no write of random concurrent writers is lost", async () => {
    await withSeed(async (random) => {
      await using fixture = await openResource();
      for (const name of names) await fixture.create(name);
      const written = await Promise.all(
        Array.from({ length: 12 }, (_, writer) => writeRandomly(fixture, writer, random)),
      );
      for (const name of names) {
        const expected = Object.assign({}, ...written.map((one) => one[name] ?? {})) as object;
        expect(dataOf(fixture, name) ?? {}).toEqual(expected);
      }
    });
  });

  test("no write of random concurrent writers is lost if the store is slow and reports conflicts", async () => {
    await withSeed(async (random) => {
      const faults: EngineFaults = {};
      const engine = faultyEngine({});
      const faulty = faultyEngine(faults, engine);
      await using fixture = await openResource({ engine: faulty });
      for (const name of names) await fixture.create(name);
      faults.put = async (...write) => {
        for (let turns = random.below(4); turns > 0; turns--) await new Promise(setImmediate);
        if (random.below(4) === 0) throw lost();
        return await engine.put(...write);
      };
      const written = await Promise.all(
        Array.from({ length: 8 }, (_, writer) => writeRandomly(fixture, writer, random)),
      );
      for (const name of names) {
        const expected = Object.assign({}, ...written.map((one) => one[name] ?? {})) as object;
        expect(dataOf(fixture, name) ?? {}).toEqual(expected);
      }
    });
  });

  test("concurrent deletes and creates do not affect the other writers", async () => {
    await withSeed(async (random) => {
      await using fixture = await openResource();
      await fixture.create("a");
      const outcomes: string[] = [];
      const note = (what: string) => () => void outcomes.push(what);
      const actions = [
        () => setData(fixture, "a", "x", String(random.below(100))),
        () => fixture.create("a"),
        () => deleteObject(fixture.resource, { namespace: "default", name: "a", options: { dryRun: false } }),
      ];
      const acts = Array.from({ length: 60 }, async () => {
        for (let turns = random.below(6); turns > 0; turns--) await new Promise(setImmediate);
        const act = actions[random.below(actions.length)];
        await act?.().then(note("done"), (error) => note(error.reason)());
      });
      await Promise.all(acts);
      expect(outcomes).toHaveLength(60);
      for (const outcome of outcomes) expect(["done", "NotFound", "AlreadyExists"]).toContain(outcome);
      expect(fixture.resource.cache.get("default/a")?.revision ?? 0).toBe(
        (await fixture.engine.get("/registry/configmaps/default/a"))?.revision ?? 0,
      );
    });
  });
});

describe("ensureNamespace()", () => {
  test.each([
    [
      "ensureNamespace() sets the namespace of an object that has none",
      { name: "a" },
      "shop",
      { name: "a", namespace: "shop" },
    ],
    [
      "ensureNamespace() accepts the same namespace",
      { name: "a", namespace: "shop" },
      "shop",
      { name: "a", namespace: "shop" },
    ],
    [
      "ensureNamespace() removes the namespace from a cluster-scoped object",
      { name: "a", namespace: "shop" },
      "",
      { name: "a" },
    ],
  ])("%s", (_title, metadata, namespace, expected) => {
    const object = { metadata: { ...metadata } } as ApiObject;
    ensureNamespace(object, namespace);
    expect(object.metadata).toEqual(expected);
  });

  test("ensureNamespace() rejects another namespace", () => {
    const object = { metadata: { name: "a", namespace: "mall" } } as ApiObject;
    expect(() => ensureNamespace(object, "shop")).toThrow(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  });
});
