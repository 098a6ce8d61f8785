/** Metrics of etcd and checks of it, through a server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EtcdMember, hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { createMap } from "../support/config-maps.ts";
import { type ServerOnEtcd, ServersOnEtcd, serversStartMs } from "../support/servers-on-etcd.ts";
import { eventually } from "../support/until.ts";

const flags = [
  "--etcd-db-metric-poll-interval=100ms",
  "--etcd-healthcheck-timeout=300ms",
  "--etcd-readycheck-timeout=600ms",
];

describe.skipIf(!hasEtcd)("a server on etcd", () => {
  let servers: ServersOnEtcd;
  let server: ServerOnEtcd;
  let etcd: EtcdMember;

  beforeAll(async () => {
    servers = await ServersOnEtcd.start(["first"], flags);
    server = servers.server("first");
    etcd = servers.etcd.members[0] as EtcdMember;
  }, serversStartMs);

  afterAll(async () => {
    etcd?.pause(false);
    await servers?.[Symbol.asyncDispose]();
  });

  /** Returns the size of the database according to the server's metrics. NaN if they do not contain it. */
  async function shownSize(): Promise<number> {
    const { text } = await server.client.request("/metrics");
    return Number(/^apiserver_storage_size_bytes\{storage_cluster_id="etcd-0"\} (\d+)$/m.exec(text)?.[1]);
  }

  test("/metrics shows the size of etcd's database, which grows with it", async () => {
    await eventually(async () => (await shownSize()) > 0, "the size is read");
    const before = await shownSize();
    for (let index = 0; index < 4; index++) {
      await createMap(server.client, `large-${index}`, { data: { large: "x".repeat(900_000) } });
    }
    await eventually(async () => (await shownSize()) > before + 3_000_000, "the size has grown");
  });

  test("while etcd does not answer, its checks fail after their time limits, and its size is left out", {
    timeout: 60_000,
  }, async () => {
    etcd.pause(true);
    // A response that etcd has sent before it was paused lets one check pass.
    await eventually(async () => (await timeOf("/livez/etcd")).status === 500, "the check fails");
    const [live, ready] = await Promise.all([timeOf("/livez/etcd"), timeOf("/readyz/etcd")]);
    expect([live.status, ready.status]).toEqual([500, 500]);
    expect(server.process.stderr).toContain('"the check etcd did not end within 300 ms"');
    expect(server.process.stderr).toContain('"the check etcd did not end within 600 ms"');
    expect(live.ms).toBeLessThan(ready.ms);
    await server.process.waitForLog("the size of the store cannot be read");
    expect(await shownSize()).toBeNaN();
    etcd.pause(false);
    await eventually(async () => (await shownSize()) > 0, "the size is read again");
    await eventually(async () => (await server.client.request("/readyz")).status === 200, "the server is ready again");
  });

  async function timeOf(path: string): Promise<{ status: number; ms: number }> {
    const startedMs = performance.now();
    const { status } = await server.client.request(path);
    return { status, ms: performance.now() - startedMs };
  }
});
