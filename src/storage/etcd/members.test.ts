import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isStorageError } from "../errors.ts";
import { connectEtcd } from "../testing/etcd-client.ts";
import { EtcdCluster, type EtcdMember } from "../testing/etcd-process.ts";
import { Observation } from "../testing/observe.ts";
import type { EtcdEngine } from "./etcd-engine.ts";

const value = (text: string): Buffer => Buffer.from(text);

describe("three members of etcd", () => {
  let cluster: EtcdCluster;
  let engine: EtcdEngine;
  /** The member that the engine uses first. */
  let used: EtcdMember;

  beforeEach(async () => {
    cluster = await EtcdCluster.start({ members: 3 });
    engine = await connectEtcd({ servers: cluster.urls });
    used = cluster.members[0] as EtcdMember;
  });

  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  /** Writes keys one after another. Returns the revisions at which they were created. */
  async function writeSome(prefix: string, count: number): Promise<number[]> {
    const revisions: number[] = [];
    for (let index = 0; index < count; index++) revisions.push(await create(`/${prefix}-${index}`));
    return revisions;
  }

  /** Proposals to a lost leader get lost. Then etcd reports a timeout, and a client must look before it tries again. */
  async function create(key: string): Promise<number> {
    try {
      return await engine.put(key, value("x"), 0);
    } catch (error) {
      if (!isStorageError(error, "unavailable")) throw error;
      return (await engine.get(key))?.revision ?? (await create(key));
    }
  }

  test("reads, writes and watches continue when the used member is killed, and no change is missed", {
    timeout: 60_000,
  }, async () => {
    await using observation = new Observation(engine, "/", engine.revision);
    const before = await writeSome("before", 5);
    await observation.untilChanges(5);
    await used.kill();
    const after = await writeSome("after", 5);
    await observation.untilChanges(10);
    expect(observation.changes.map(({ revision }) => revision)).toEqual([...before, ...after]);
    expect((await engine.range("/")).entries).toHaveLength(10);
    expect(await engine.check()).toEqual([expect.stringContaining(`the member ${used.url} cannot be checked`)]);
    await used.start();
    await expect.poll(() => engine.check(), { timeout: 10_000 }).toEqual([]);
  });

  test("a member that stops responding is left, also by watches", { timeout: 60_000 }, async () => {
    await using observation = new Observation(engine, "/", engine.revision);
    const before = await writeSome("before", 1);
    await observation.untilChanges(1);
    used.pause(true);
    const revision = await engine.progress();
    expect(revision).toBeGreaterThanOrEqual(before[0] ?? 0);
    const after = await writeSome("after", 3);
    await observation.untilRevision(await engine.progress());
    expect(observation.changes.map((change) => change.revision)).toEqual([...before, ...after]);
    used.pause(false);
  });

  test("without a quorum, operations fail as unavailable, and work again afterwards", { timeout: 60_000 }, async () => {
    await writeSome("before", 1);
    await Promise.all([cluster.members[1]?.kill(), cluster.members[2]?.kill()]);
    await expect(engine.progress()).rejects.toMatchObject({ code: "unavailable" });
    await Promise.all([cluster.members[1]?.start(), cluster.members[2]?.start()]);
    await expect.poll(() => engine.progress().catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await engine.get("/before-0"))?.value).toEqual(value("x"));
  });
});
