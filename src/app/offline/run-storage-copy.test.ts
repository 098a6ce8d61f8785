import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../../storage/index.ts";
import { openLmdbEngine } from "../../storage/lmdb/index.ts";
import { connectEtcd } from "../../storage/testing/etcd-client.ts";
import { EtcdCluster, hasEtcd } from "../../storage/testing/etcd-process.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { runStorageCopy, type StorageCopyOptions } from "./run-storage-copy.ts";

const identity = { vocabulary: "orch" };
const count = 2500;

describe.skipIf(!hasEtcd)("orch storage copy", () => {
  let cluster: EtcdCluster;
  let directory: TemporaryDirectory;
  let printed: string;

  beforeAll(async () => {
    cluster = await EtcdCluster.start();
    directory = new TemporaryDirectory();
  });

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
  });

  beforeEach(() => {
    printed = "";
  });

  /** Makes a data directory without a store. */
  function makeDataDir(name: string): string {
    const path = join(directory.path, name);
    mkdirSync(path);
    writeFileSync(join(path, "cluster.json"), '{"format":1,"vocabulary":"orch","uid":"u","hasStore":false}');
    return path;
  }

  const openStore = (dataDir: string): Promise<Engine> =>
    openLmdbEngine({ path: join(dataDir, "store"), identity, cluster: "u" });

  async function copy(direction: StorageCopyOptions["direction"], dataDir: string, keyPrefix: string): Promise<void> {
    const etcd = { servers: cluster.urls, caFile: undefined, certFile: undefined, keyFile: undefined };
    await runStorageCopy({ direction, dataDir, etcd, keyPrefix }, (text) => {
      printed += text;
    });
  }

  const contents = async (engine: Engine, prefix: string): Promise<readonly string[]> =>
    (await engine.range(prefix)).entries.map(({ key, value }) => `${key}=${Buffer.from(value).toString()}`);

  test("a cluster is the same after copies to etcd and back, and its revision has not decreased", {
    timeout: 60_000,
  }, async () => {
    const original = makeDataDir("original");
    let expected: readonly string[];
    let sourceRevision: number;
    {
      await using engine = await openStore(original);
      const writes = Array.from({ length: count }, (_, index) =>
        engine.put(`/registry/things/${index}`, Buffer.from(`value ${index}`), 0),
      );
      const revisions = await Promise.all(writes);
      await engine.delete("/registry/things/7", revisions[7] ?? 0);
      await engine.put("/registry/things/large", Buffer.alloc(600_000, "x"), 0);
      expected = await contents(engine, "/registry/");
      sourceRevision = engine.revision;
    }
    await copy("to-etcd", original, "/registry");
    expect(printed).toContain(`${count} keys are equal; the revision was ${sourceRevision} and is `);
    let etcdRevision: number;
    {
      await using engine = await connectEtcd({ servers: cluster.urls });
      expect(engine.revision).toBeGreaterThan(sourceRevision);
      expect(await contents(engine, "/registry/")).toEqual(expected);
      etcdRevision = engine.revision;
    }
    const back = makeDataDir("back");
    await copy("from-etcd", back, "/registry");
    await using engine = await openStore(back);
    expect(await contents(engine, "/registry/")).toEqual(expected);
    expect(engine.revision).toBe(etcdRevision + count);
    expect(engine.compactedRevision).toBe(etcdRevision);
    expect(await engine.check()).toEqual([]);
    await expect(copy("to-etcd", original, "/registry")).rejects.toThrow("the target is not empty");
    await expect(copy("from-etcd", original, "/registry")).rejects.toThrow("the target is not empty");
  });

  test("a watch from a version before a copy to etcd is rejected, because it would miss earlier deletions", async () => {
    const dataDir = makeDataDir("deletion");
    let seenByClient: number;
    {
      await using engine = await openStore(dataDir);
      seenByClient = await engine.put("/watched/things/a", Buffer.from("x"), 0);
      await engine.delete("/watched/things/a", seenByClient);
      await engine.put("/watched/things/b", Buffer.from("x"), 0);
    }
    await copy("to-etcd", dataDir, "/watched");
    await using engine = await connectEtcd({ servers: cluster.urls });
    const { signal } = new AbortController();
    const events = engine.watch("/watched/", { after: seenByClient, signal })[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toMatchObject({ code: "compacted" });
    expect(await contents(engine, "/watched/")).toEqual(["/watched/things/b=x"]);
  });

  test("a copy is rejected if the source has no keys below the prefix, or belongs to no cluster", async () => {
    const dataDir = makeDataDir("other-prefix");
    {
      await using engine = await openStore(dataDir);
      await engine.put("/mine/things/a", Buffer.from("x"), 0);
    }
    await expect(copy("to-etcd", dataDir, "/other")).rejects.toThrow("set --etcd-prefix");
    const empty = makeDataDir("empty");
    await expect(copy("from-etcd", empty, "/nowhere")).rejects.toMatchObject({ code: "not-usable" });
    expect(existsSync(join(empty, "store"))).toBe(false);
  });

  test("a server does not use an interrupted copy in etcd", async () => {
    const dataDir = makeDataDir("interrupted");
    {
      await using engine = await openStore(dataDir);
      await engine.put("/partly/things/a", Buffer.from("x"), 0);
    }
    await using etcd = await connectEtcd({ servers: cluster.urls });
    await etcd.put("/partly/things/a", Buffer.from("x"), 0);
    await expect(copy("to-etcd", dataDir, "/partly")).rejects.toThrow("it has the key /partly/things/a");
  });
});
