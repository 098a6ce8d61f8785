/** The project's client through a load balancer in front of two servers on one etcd. */
import { beforeEach, describe, expect, test } from "vitest";
import { type ConfigMap, configMap } from "../../src/api/index.ts";
import { type Client, ConnectionError, connect, Informer, resumingWatch } from "../../src/app/client.ts";
import { hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { createNamespace } from "../support/config-maps.ts";
import {
  disturb,
  expectAllSeen,
  type RecordedChange,
  RecordingWriters,
  restartEach,
  type WriteTarget,
} from "../support/recorded-writes.ts";
import { serversForTests } from "../support/servers-on-etcd.ts";

describe.skipIf(!hasEtcd)("the client library through a round robin over two servers", () => {
  let path: string;
  let namespace: string;
  let namespaces = 0;

  const servers = serversForTests(async (running) => {
    path = await running.writeProxyKubeconfig();
  });

  beforeEach(async () => {
    namespace = `test-${namespaces++}`;
    await createNamespace(servers().server("first").client, namespace);
  });

  const connectToProxy = async (): Promise<Client> => await connect({ path, vocabulary: "kubernetes" });
  const versionOf = ({ metadata }: ConfigMap): string => metadata.resourceVersion ?? "";

  test("each client sees the writes of the other one, whose connection goes to the other server", async () => {
    // Without a question to etcd, the second server would not have received a write when the next request arrives.
    servers().line.delayMs = 50;
    const before = servers().proxy.connections.length;
    await using one = await connectToProxy();
    await using other = await connectToProxy();
    for (let round = 0; round < 15; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      const [writing, reading] = [writer, reader].map((client) => client.api(configMap, namespace));
      if (!writing || !reading) throw new Error("there are two clients");
      const name = `map-${round}`;
      const created = await writing.create({ metadata: { name }, data: { value: "created" } });
      expect(versionOf(await reading.get(name))).toBe(versionOf(created));
      const replaced = await reading.update({ ...created, data: { value: "replaced" } });
      const { items } = await writing.list({ fieldSelector: `metadata.name=${name}` });
      expect(items.map(versionOf)).toEqual([versionOf(replaced)]);
      await writing.delete(name);
      await expect(reading.get(name)).rejects.toMatchObject({ code: 404 });
    }
    expect(new Set(servers().proxy.connections.slice(before))).toEqual(new Set(servers().names));
  });

  test("an informer and a resuming watch see each write once, though connections break and servers are killed", {
    timeout: 120_000,
  }, async () => {
    await using client = await connectToProxy();
    await using watchingClient = await connectToProxy();
    await using informingClient = await connectToProxy();
    const stopping = new AbortController();
    const { signal } = stopping;
    const informed = runInformer(informingClient, signal);
    const watched = await runWatch(watchingClient, signal);
    const before = servers().proxy.connections.length;
    const writers = new RecordingWriters(targetOf(client), 4);
    await disturb(servers(), writers);
    await expectAllSeen([informed, watched], writers);
    expect(informed.errors.length).toBeGreaterThan(0);
    expect(watched.errors.length).toBeGreaterThan(0);
    expect(new Set(servers().proxy.connections.slice(before))).toEqual(new Set(servers().names));
    stopping.abort();
    await Promise.all([informed.ended, watched.ended]);
  });

  test("while the servers are restarted one after the other, no request fails and no event is lost", {
    timeout: 120_000,
  }, async () => {
    await using client = await connectToProxy();
    await using watchingClient = await connectToProxy();
    const stopping = new AbortController();
    const informed = runInformer(watchingClient, stopping.signal);
    const watched = await runWatch(watchingClient, stopping.signal);
    const writers = new RecordingWriters(targetOf(client), 4);
    await restartEach(servers(), writers);
    await expectAllSeen([informed, watched], writers);
    expect(writers.lost).toEqual([]);
    stopping.abort();
    await Promise.all([informed.ended, watched.ended]);
  });

  function targetOf(client: Client): WriteTarget {
    const maps = client.api(configMap, namespace);
    return {
      create: async (name) => versionOf(await maps.create({ metadata: { name }, data: { value: "created" } })),
      change: async (name, value) => versionOf(await maps.patch(name, "merge", { data: { value } })),
      remove: async (name) => {
        await maps.delete(name);
      },
      isOutcomeUnknown: (error) => error instanceof ConnectionError,
    };
  }

  interface Follower {
    readonly events: readonly RecordedChange[];
    readonly errors: readonly unknown[];
    readonly ended: Promise<void>;
  }

  function runInformer(client: Client, signal: AbortSignal): Follower {
    const [events, errors]: [RecordedChange[], unknown[]] = [[], []];
    const record = (type: RecordedChange["type"], { metadata }: ConfigMap): void => {
      events.push({ type, name: metadata.name ?? "", version: metadata.resourceVersion });
    };
    const informer = new Informer(client.api(configMap, namespace), { onError: (error) => errors.push(error) });
    informer.addHandler({
      added: (object) => record("ADDED", object),
      updated: (object) => record("MODIFIED", object),
      deleted: (object, { isLastKnownState }) => {
        // Otherwise the informer has listed again, and has not seen the deletion.
        expect(isLastKnownState).toBe(false);
        record("DELETED", object);
      },
    });
    return { events, errors, ended: informer.run(signal) };
  }

  /** Watches with `resumingWatch`, which reports an event as often as it arrives. */
  async function runWatch(client: Client, signal: AbortSignal): Promise<Follower> {
    const [events, errors]: [RecordedChange[], unknown[]] = [[], []];
    const maps = client.api(configMap, namespace);
    const { resourceVersion } = await maps.list();
    const run = async (): Promise<void> => {
      const options = { resourceVersion, signal, onError: (error: unknown) => errors.push(error) };
      for await (const event of resumingWatch(maps, options)) {
        if (event.type === "EXPIRED") throw new Error("the version has expired");
        const { type, object } = event;
        if (type === "BOOKMARK") continue;
        const { metadata } = object;
        events.push({ type, name: metadata.name ?? "", version: metadata.resourceVersion });
      }
    };
    return { events, errors, ended: run() };
  }
});
