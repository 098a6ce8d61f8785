/**
 * The official JavaScript client through a load balancer in front of two servers on one etcd. This client opens a
 * connection for each request, so that successive requests go to different servers().
 */
import {
  AbortError,
  CoreV1Api,
  FetchError,
  KubeConfig,
  makeInformer,
  type V1ConfigMap,
  Watch,
} from "@kubernetes/client-node";
import { beforeEach, describe, expect, test } from "vitest";
import { hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { createNamespace } from "../support/config-maps.ts";
import {
  connectionsMin,
  disturb,
  expectAllSeen,
  type RecordedChange,
  RecordingWriters,
  restartEach,
  type WriteTarget,
} from "../support/recorded-writes.ts";
import { serversForTests } from "../support/servers-on-etcd.ts";
import { thrownBy } from "../support/typed-client.ts";

describe.skipIf(!hasEtcd)("the typed client through a round robin over two servers", () => {
  let config: KubeConfig;
  let core: CoreV1Api;
  let namespace: string;
  let namespaces = 0;

  const servers = serversForTests(async (running) => {
    config = new KubeConfig();
    config.loadFromFile(await running.writeProxyKubeconfig());
    core = config.makeApiClient(CoreV1Api);
  });

  beforeEach(async () => {
    namespace = `test-${namespaces++}`;
    await createNamespace(servers().server("first").client, namespace);
  });

  const versionOf = ({ metadata }: V1ConfigMap): string => metadata?.resourceVersion ?? "";

  const createMap = async (name: string): Promise<V1ConfigMap> =>
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data: { value: "created" } } });

  const changeMap = async (name: string, value: string): Promise<V1ConfigMap> => {
    const body = [{ op: "replace", path: "/data/value", value }];
    return await core.patchNamespacedConfigMap({ namespace, name, body });
  };

  test("each read sees the write before it, which the other server has handled", async () => {
    // Without a question to etcd, the second server would not have received a write when the next request arrives.
    servers().line.delayMs = 50;
    const before = servers().proxy.connections.length;
    for (let round = 0; round < 15; round++) {
      const name = `map-${round}`;
      const created = await createMap(name);
      expect(versionOf(await core.readNamespacedConfigMap({ namespace, name }))).toBe(versionOf(created));
      const changed = await changeMap(name, "changed");
      const list = await core.listNamespacedConfigMap({ namespace, fieldSelector: `metadata.name=${name}` });
      expect(list.items.map(versionOf)).toEqual([versionOf(changed)]);
      await core.deleteNamespacedConfigMap({ namespace, name });
      expect(await thrownBy(core.readNamespacedConfigMap({ namespace, name }))).toMatchObject({ code: 404 });
    }
    const used = servers().proxy.connections.slice(before);
    expect(used).toHaveLength(6 * 15);
    expect(used).toEqual(used.map((_, index) => used[index % 2]));
    expect(used[0]).not.toBe(used[1]);
  });

  test("an informer and a resumed watch see each write once, though connections break and servers are killed", {
    timeout: 120_000,
  }, async () => {
    await using informer = await startInformer();
    await using watch = await startWatch();
    const writers = new RecordingWriters(target(), 4);
    await disturb(servers(), writers);
    await expectAllSeen([informer, watch], writers);
    for (const { connections } of [informer, watch]) expect(connections()).toBeGreaterThanOrEqual(connectionsMin);
    expect(informer.lists()).toBe(1);
  });

  test("while the servers are restarted one after the other, no request fails and no event is lost", {
    timeout: 120_000,
  }, async () => {
    await using informer = await startInformer();
    await using watch = await startWatch();
    const writers = new RecordingWriters(target(), 4);
    await restartEach(servers(), writers);
    await expectAllSeen([informer, watch], writers);
    expect(writers.lost).toEqual([]);
  });

  const target = (): WriteTarget => ({
    create: async (name) => versionOf(await createMap(name)),
    change: async (name, value) => versionOf(await changeMap(name, value)),
    remove: async (name) => {
      await core.deleteNamespacedConfigMap({ namespace, name });
    },
    isOutcomeUnknown: (error) => error instanceof FetchError,
  });

  interface Follower extends AsyncDisposable {
    readonly events: readonly RecordedChange[];
    readonly connections: () => number;
  }

  /** Starts the client's informer. Like its documentation, this starts it again after an error. */
  async function startInformer(): Promise<Follower & { readonly lists: () => number }> {
    const events: RecordedChange[] = [];
    let [connections, lists] = [0, 0];
    const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, async () => {
      lists++;
      return await core.listNamespacedConfigMap({ namespace });
    });
    const types = { add: "ADDED", update: "MODIFIED", delete: "DELETED" } as const;
    for (const verb of ["add", "update", "delete"] as const) {
      informer.on(verb, (object) => events.push(changeOf(types[verb], object)));
    }
    informer.on("connect", () => connections++);
    informer.on("error", (error) => {
      if (!(error instanceof AbortError)) void informer.start();
    });
    await informer.start();
    return {
      events,
      connections: () => connections,
      lists: () => lists,
      [Symbol.asyncDispose]: async () => await informer.stop(),
    };
  }

  /** Watches with the client's `Watch`, which reports an event as often as it arrives, and resumes at the last version. */
  async function startWatch(): Promise<Follower> {
    const events: RecordedChange[] = [];
    const { metadata } = await core.listNamespacedConfigMap({ namespace });
    let version = metadata?.resourceVersion ?? "";
    let connections = 0;
    let isStopped = false;
    let current: Promise<AbortController>;
    const connect = (): void => {
      connections++;
      current = new Watch(config).watch(
        `/api/v1/namespaces/${namespace}/configmaps`,
        { resourceVersion: version },
        (type, object: V1ConfigMap) => {
          events.push(changeOf(type as RecordedChange["type"], object));
          version = versionOf(object);
        },
        () => {
          if (!isStopped) connect();
        },
      );
    };
    connect();
    return {
      events,
      connections: () => connections,
      async [Symbol.asyncDispose]() {
        isStopped = true;
        (await current).abort();
      },
    };
  }

  function changeOf(type: RecordedChange["type"], { metadata }: V1ConfigMap): RecordedChange {
    return { type, name: metadata?.name ?? "", version: metadata?.resourceVersion };
  }
});
