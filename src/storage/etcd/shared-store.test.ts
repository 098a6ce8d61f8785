/** Tests of several engines on one etcd, and of a store without space. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { silentLogger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import { messageBytesMax } from "../../grpc/index.ts";
import { connectEtcd } from "../testing/etcd-client.ts";
import { EtcdCluster, hasEtcd } from "../testing/etcd-process.ts";
import { Observation } from "../testing/observe.ts";
import { openEtcdEngine } from "./open-etcd-engine.ts";

const value = (text: string): Buffer => Buffer.from(text);

describe.skipIf(!hasEtcd)("several engines on one etcd", () => {
  let cluster: EtcdCluster;

  beforeAll(async () => {
    cluster = await EtcdCluster.start();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  test("an engine reads and watches the writes of another one", async () => {
    await using one = await connectEtcd({ servers: cluster.urls, root: "both" });
    await using two = await connectEtcd({ servers: cluster.urls, root: "both" });
    await using observation = new Observation(two, "/", two.revision);
    const revision = await one.put("/a", value("x"), 0);
    expect(await two.get("/a")).toMatchObject({ revision });
    await observation.untilRevision(await two.progress());
    expect(observation.changes.map((change) => change.revision)).toEqual([revision]);
  });

  test("exactly one engine gets the turn to compact in each interval, and another one if it stops", async () => {
    await using one = await connectEtcd({ servers: cluster.urls });
    await using two = await connectEtcd({ servers: cluster.urls });
    const turns: boolean[][] = [];
    for (let interval = 0; interval < 4; interval++) {
      turns.push([await one.takeCompactionTurn(1), await two.takeCompactionTurn(1)]);
    }
    for (const turn of turns) expect(turn.filter(Boolean)).toHaveLength(1);
    expect([await two.takeCompactionTurn(1), await two.takeCompactionTurn(1)]).toContain(true);
  });

  test("an engine notices that another one has compacted", async () => {
    await using one = await connectEtcd({ servers: cluster.urls, root: "compacted" });
    await using two = await connectEtcd({ servers: cluster.urls, root: "compacted" });
    const first = await one.put("/a", value("1"), 0);
    const second = await one.put("/a", value("2"), first);
    await one.compact(second);
    await expect(two.get("/a", first)).rejects.toMatchObject({ code: "compacted", revision: second });
    expect(two.compactedRevision).toBe(second);
    expect(await new Observation(two, "/", first).end()).toMatchObject({ code: "compacted", revision: second });
  });

  test("an engine returns the changes since a compaction by another one that it has not noticed", async () => {
    await using one = await connectEtcd({ servers: cluster.urls, root: "compacted-past" });
    await using two = await connectEtcd({ servers: cluster.urls, root: "compacted-past" });
    const first = await one.put("/a", value("1"), 0);
    const second = await one.put("/a", value("2"), first);
    await one.compact(second);
    const third = await one.put("/a", value("3"), second);
    const { changes } = await two.past.changesOf("/a", { before: Number.POSITIVE_INFINITY, limit: 10 });
    expect(changes.map(({ revision }) => revision)).toEqual([third]);
  });

  test("etcd deletes a key when its lifetime has ended, and watches report the deletion", async () => {
    await using engine = await connectEtcd({ servers: cluster.urls, root: "expiry" });
    expect(engine.expiresKeys).toBe(true);
    await using observation = new Observation(engine, "/", engine.revision);
    await engine.put("/a", value("x"), 0, 1000);
    await engine.put("/b", value("x"), 0);
    await observation.untilChanges(3);
    expect(observation.changes.map(({ key, value: now }) => [key, now === undefined])).toEqual([
      ["/a", false],
      ["/b", false],
      ["/a", true],
    ]);
    expect(await engine.get("/a")).toBeUndefined();
  });

  test("the second server of a cluster must have its identity, and foreign keys are left alone", async () => {
    const open = (vocabulary: string, prefix: string): ReturnType<typeof openEtcdEngine> =>
      openEtcdEngine({
        servers: cluster.urls,
        prefix,
        identity: { vocabulary },
        clock: systemClock,
        random: systemRandom,
        logger: silentLogger,
      });
    const [one, two] = await Promise.all([open("orch", "/shared"), open("orch", "/shared")]);
    await one.put("/shared/a", value("x"), 0);
    await two[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    await expect(open("kubernetes", "/shared")).rejects.toMatchObject({ code: "not-usable" });
    await using foreign = await connectEtcd({ servers: cluster.urls });
    await foreign.put("/other/a", value("x"), 0);
    await expect(open("orch", "/other")).rejects.toMatchObject({
      code: "not-usable",
      message: expect.stringContaining("/other/a"),
    });
  });
});

test.skipIf(!hasEtcd)(
  "a watch that does not read while many values are written delivers all of them later",
  {
    timeout: 60_000,
  },
  async () => {
    await using cluster = await EtcdCluster.start();
    await using engine = await connectEtcd({ servers: cluster.urls });
    const abort = new AbortController();
    const large = Buffer.alloc(100_000, 1);
    const revisions: number[] = [];
    const written: number[] = [];
    const first = await engine.put("/first", value("x"), 0);
    for await (const { changes } of engine.watch("/", { after: first - 1, signal: abort.signal })) {
      for (const { revision } of changes) revisions.push(revision);
      if (written.length === 0) {
        for (let index = 0; index < 400; index++) written.push(await engine.put(`/${index}`, large, 0));
      }
      if (revisions.at(-1) === written.at(-1)) abort.abort();
    }
    expect(revisions.slice(-written.length)).toEqual(written);
  },
);

test.skipIf(!hasEtcd)(
  "without space, writes fail with no-space, and reads and deletions still work",
  { timeout: 60_000 },
  async () => {
    await using cluster = await EtcdCluster.start({ flags: ["--quota-backend-bytes=2000000"] });
    await using engine = await connectEtcd({ servers: cluster.urls });
    const first = await engine.put("/first", value("x"), 0);
    // etcd compares its size with the quota after each batch of commits, which can contain many writes.
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 5_000; index++) await engine.put(`/${index}`, Buffer.alloc(200_000), 0);
    };
    await expect(fill()).rejects.toMatchObject({ code: "no-space" });
    expect((await engine.get("/first"))?.revision).toBe(first);
    expect(await engine.delete("/first", first)).toBeGreaterThan(first);
    expect(await engine.check()).toEqual([expect.stringContaining("NOSPACE")]);
  },
);

test.skipIf(!hasEtcd)("range() returns more data than fits into one message", { timeout: 60_000 }, async () => {
  await using cluster = await EtcdCluster.start();
  await using engine = await connectEtcd({ servers: cluster.urls });
  const large = Buffer.alloc(1_400_000, 1);
  const keys = Array.from({ length: 50 }, (_, index) => `/large/${String(index).padStart(2, "0")}`);
  expect(keys.length * large.length).toBeGreaterThan(messageBytesMax);
  for (const key of keys) await engine.put(key, large, 0);
  const { entries, more } = await engine.range("/large/");
  expect(entries.map(({ key }) => key)).toEqual(keys);
  expect(entries.every(({ value: found }) => large.equals(found))).toBe(true);
  expect(more).toBe(false);
});

test.skipIf(!hasEtcd)("a request that is larger than etcd accepts fails with too-large", async () => {
  await using cluster = await EtcdCluster.start();
  await using engine = await connectEtcd({ servers: cluster.urls });
  await expect(engine.put("/a", Buffer.alloc(2_000_000), 0)).rejects.toMatchObject({ code: "too-large" });
  await expect(engine.put("/a", Buffer.alloc(3_000_000), 0)).rejects.toMatchObject({ code: "too-large" });
  const many = Array.from({ length: 129 }, (_, index) => ({ key: `/${index}`, value: value("x"), expected: 0 }));
  await expect(engine.commit(many)).rejects.toMatchObject({ code: "too-large" });
});
