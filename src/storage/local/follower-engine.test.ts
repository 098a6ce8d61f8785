import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { recentChangesMax } from "../limits.ts";
import { openLmdbEngine, openLmdbFollower } from "../lmdb/index.ts";
import { openMemoryEngine } from "../memory/memory-engine.ts";
import { MemoryLedger } from "../memory/memory-ledger.ts";
import type { OwningEngine } from "../store-owner.ts";
import { describeEngine } from "../testing/engine-suite.ts";
import { bytesOf, localTraits, textOf } from "../testing/engine-under-test.ts";
import { openFollowedStore } from "../testing/followed-store.ts";
import { Observation } from "../testing/observe.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { FollowerEngine } from "./follower-engine.ts";

describeEngine("a follower of an LMDB engine", {
  traits: { ...localTraits, hasOwnQueue: false },
  open: async (options) => {
    const directory = new TemporaryDirectory();
    let engine: Engine = await openFollowedStore(directory.path, options);
    return {
      engine,
      reopen: async () => {
        await engine[Symbol.asyncDispose]();
        engine = await openFollowedStore(directory.path, options);
        return engine;
      },
      dispose: async () => {
        await engine[Symbol.asyncDispose]();
        directory[Symbol.dispose]();
      },
    };
  },
});

describe("a follower without reports of commits", () => {
  let directory: TemporaryDirectory;
  let owner: OwningEngine;
  let follower: FollowerEngine;

  beforeEach(async () => {
    directory = new TemporaryDirectory();
    owner = await openLmdbEngine({ path: directory.path, identity: { vocabulary: "orch" } });
    await owner.put("/first", bytesOf("x"), 0);
    follower = await openLmdbFollower({ path: directory.path, owner, ownerProcessId: process.pid });
  });

  afterEach(async () => {
    const problems = await owner.check();
    await follower[Symbol.asyncDispose]();
    await owner[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
    expect(problems).toEqual([]);
  });

  test("progress() includes the owner's commits, and reads show them afterwards", async () => {
    const revision = await owner.put("/second", bytesOf("y"), 0);
    expect(await follower.get("/second")).toBeUndefined();
    expect(await follower.progress()).toBe(revision);
    expect(await follower.get("/second")).toMatchObject({ revision });
  });

  test("a rejected write shows the state that caused the rejection", async () => {
    await owner.put("/second", bytesOf("y"), 0);
    await expect(follower.put("/second", bytesOf("z"), 0)).rejects.toMatchObject({ code: "key-exists" });
    expect(textOf((await follower.get("/second"))?.value)).toBe("y");
  });

  test("a watch delivers all commits after more of them than are read at once", async () => {
    const count = recentChangesMax + 500;
    await using observation = new Observation(follower, "/", 1);
    for (let written = 0; written < count; written += 500) {
      const writes = Array.from({ length: Math.min(500, count - written) }, (_, index) => `/many/${written + index}`);
      await Promise.all(writes.map((key) => owner.put(key, bytesOf("x"), 0)));
    }
    await follower.progress();
    await observation.untilChanges(count);
    expect(observation.changes.map(({ revision }) => revision)).toEqual(
      Array.from({ length: count }, (_, index) => index + 2),
    );
  });

  test("reads of a revision that the owner has compacted meanwhile are rejected as compacted", async () => {
    const at = await owner.put("/k", bytesOf("old"), 0);
    await follower.progress();
    await owner.delete("/k", at);
    await owner.compact(at + 1);
    await follower.progress();
    const refusal = { code: "compacted", revision: at + 1 };
    await expect(follower.get("/k", at)).rejects.toMatchObject(refusal);
    await expect(follower.range("/", { at })).rejects.toMatchObject(refusal);
    expect(follower.compactedRevision).toBe(at + 1);
  });

  test("a watch whose history was compacted by the owner gets the error compacted", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => owner.put(`/k/${index}`, bytesOf("1"), 0)));
    await owner.compact(owner.revision);
    await follower.progress();
    const behind = await openLmdbFollower({ path: directory.path, owner, ownerProcessId: process.pid });
    const iterator = behind.watch("/", { after: 3, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toMatchObject({ code: "compacted", revision: owner.revision });
    await behind[Symbol.asyncDispose]();
  });

  test("a lost connection to the owner leaves the outcome of a write unknown", async () => {
    const lost = new StorageError("unavailable", "the connection to the owner was lost");
    const severed = await openLmdbFollower({
      path: directory.path,
      owner: {
        commit: () => Promise.reject(lost),
        removeDamaged: () => Promise.reject(lost),
        compact: () => Promise.reject(lost),
        check: () => Promise.reject(lost),
        withoutCommits: (work) => owner.withoutCommits(work),
      },
      ownerProcessId: process.pid,
    });
    await expect(severed.put("/second", bytesOf("y"), 0)).rejects.toBe(lost);
    expect(textOf((await severed.get("/first"))?.value)).toBe("x");
    await severed[Symbol.asyncDispose]();
  });
});

/** Opens an engine whose first commit is durable when `synced` resolves, and is announced when `gate` resolves. */
async function openGatedOwner(path: string): Promise<{
  readonly owner: OwningEngine;
  readonly synced: Deferred<void>;
  readonly gate: Deferred<void>;
}> {
  const [synced, gate] = [deferred(), deferred()];
  const commitGate = (): Promise<void> => {
    synced.resolve();
    return gate.promise;
  };
  return { owner: await openLmdbEngine({ path, identity: { vocabulary: "orch" }, commitGate }), synced, gate };
}

test("progress() of an owner without followers does not wait for a commit that no other process can see", async () => {
  using directory = new TemporaryDirectory();
  const { owner, synced, gate } = await openGatedOwner(directory.path);
  const { revision } = owner;
  const write = owner.put("/a", bytesOf("x"), 0);
  await synced.promise;
  expect(await owner.progress()).toBe(revision);
  gate.resolve();
  expect(await write).toBe(revision + 1);
  expect(await owner.progress()).toBe(revision + 1);
  await owner[Symbol.asyncDispose]();
});

test("progress() of the owner includes a commit that a follower shows before the owner announces it", async () => {
  using directory = new TemporaryDirectory();
  const { owner, synced, gate } = await openGatedOwner(directory.path);
  const follower = await openLmdbFollower({ path: directory.path, owner, ownerProcessId: process.pid });
  const write = owner.put("/a", bytesOf("x"), 0);
  await synced.promise;
  const revision = await follower.progress();
  expect(textOf((await follower.get("/a"))?.value)).toBe("x");
  expect(await owner.progress()).toBe(revision);
  expect(await owner.get("/a")).toBeUndefined();
  gate.resolve();
  expect(await write).toBe(revision);
  await follower[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
});

/** A ledger that another process compacts through revision 2 while this process reads it. */
class OvertakingLedger extends MemoryLedger {
  isCompacted = false;

  override get compactedThrough(): number {
    return this.isCompacted ? 2 : 0;
  }

  override head(): undefined {
    this.isCompacted = true;
    return undefined;
  }

  override scan(): void {
    this.isCompacted = true;
  }
}

test.each(["get", "range"] as const)("a %s that a compaction overtakes is rejected as compacted", async (read) => {
  const ledger = new OvertakingLedger();
  await ledger.append(
    [1, 2, 3].map((revision) => ({ revision, key: "/k", value: bytesOf("x"), previous: revision - 1 })),
  );
  const owner = openMemoryEngine();
  const follower = new FollowerEngine(ledger, { owner, closeStore: async () => undefined });
  const reading = read === "get" ? follower.get("/k", 1) : follower.range("/", { at: 1 });
  await expect(reading).rejects.toMatchObject({ code: "compacted", revision: 2 });
});
