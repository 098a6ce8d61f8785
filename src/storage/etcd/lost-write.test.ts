import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import type { Engine } from "../engine.ts";
import { CuttingProxy } from "../testing/cutting-proxy.ts";
import { connectEtcd } from "../testing/etcd-client.ts";
import { EtcdCluster, hasEtcd } from "../testing/etcd-process.ts";

const value = (text: string): Buffer => Buffer.from(text);

describe.skipIf(!hasEtcd)("a write whose response is lost", () => {
  let cluster: EtcdCluster;
  let proxy: CuttingProxy;
  /** Connected through the proxy. */
  let engine: Engine;
  /** Another server, connected directly. */
  let other: Engine;
  let tests = 0;

  beforeAll(async () => {
    cluster = await EtcdCluster.start();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  beforeEach(async () => {
    const root = `lost-${++tests}`;
    proxy = await new CuttingProxy(cluster.urls[0] ?? "").listen();
    engine = await connectEtcd({ servers: [proxy.url], root });
    other = await connectEtcd({ servers: cluster.urls, root });
  });

  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });

  test("a create resolves with the revision at which etcd has carried it out", async () => {
    proxy.loseNextResponse();
    const revision = await engine.put("/a", value("first"), 0);
    expect(await other.get("/a")).toEqual({ key: "/a", value: value("first"), revision });
  });

  test("an update resolves with its revision, although the value was replaced since", async () => {
    const first = await engine.put("/a", value("first"), 0);
    proxy.loseNextResponse();
    const second = await engine.put("/a", value("second"), first);
    expect(second).toBe(first + 1);
    proxy.loseNextResponse();
    const update = engine.put("/a", value("third"), second);
    await expect.poll(async () => (await other.get("/a"))?.revision).toBe(second + 1);
    await other.put("/a", value("fourth"), second + 1);
    expect(await update).toBe(second + 1);
  });

  test("an update is rejected with a conflict if another writer was first", async () => {
    const first = await engine.put("/a", value("first"), 0);
    const second = await other.put("/a", value("theirs"), first);
    proxy.loseNextResponse();
    await expect(engine.put("/a", value("ours"), first)).rejects.toMatchObject({
      code: "revision-conflict",
      current: { value: value("theirs"), revision: second },
    });
  });

  test("a commit is carried out as a whole or not at all", async () => {
    const first = await engine.put("/a", value("first"), 0);
    proxy.loseNextResponse();
    const writes = [
      { key: "/b", value: value("new"), expected: 0 },
      { key: "/a", value: value("second"), expected: first },
    ];
    const revision = await engine.commit(writes);
    expect(await other.get("/b")).toMatchObject({ revision });
  });

  test("a deletion has an unknown outcome, because another writer may have deleted the key", async () => {
    const first = await engine.put("/a", value("first"), 0);
    proxy.loseNextResponse();
    await expect(engine.delete("/a", first)).rejects.toMatchObject({
      code: "outcome-unknown",
      message: expect.stringContaining("outcome is unknown"),
    });
  });

  test("a write that may still be on its way has an unknown outcome after some time, and is not sent again", async () => {
    const clock = new ManualClock();
    await using slow = await connectEtcd({ servers: [proxy.url], root: `lost-${tests}`, clock });
    const before = await other.progress();
    proxy.loseNextRequest();
    const write = slow.put("/a", value("x"), 0);
    const state = { isSettled: false };
    const settled = write.then(
      () => expect.unreachable("the write was confirmed"),
      (error: unknown) => error,
    );
    void settled.finally(() => {
      state.isSettled = true;
    });
    while (!state.isSettled) {
      await clock.advance(100);
      await new Promise(setImmediate);
    }
    expect(await settled).toMatchObject({
      code: "outcome-unknown",
      message: expect.stringContaining("outcome is unknown"),
    });
    expect(await other.progress()).toBe(before);
  });
});
