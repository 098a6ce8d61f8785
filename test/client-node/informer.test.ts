import {
  AbortError,
  CoreV1Api,
  type Informer,
  makeInformer,
  type ObjectCache,
  type V1ConfigMap,
} from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { expireHistory, startTypedClientCluster, type TypedClientCluster } from "../support/typed-client.ts";
import { until } from "../support/until.ts";

const path = "/api/v1/namespaces/default/configmaps";
const namespace = "default";

/** An informer of ConfigMaps with a log of its notifications. */
class LoggingInformer implements AsyncDisposable {
  readonly notifications: string[] = [];
  readonly errors: unknown[] = [];
  connections = 0;
  lists = 0;
  readonly core: CoreV1Api;
  readonly informer: Informer<V1ConfigMap> & ObjectCache<V1ConfigMap>;
  readonly #cluster: TypedClientCluster;

  constructor(cluster: TypedClientCluster, labelSelector?: string) {
    this.#cluster = cluster;
    this.core = cluster.config.makeApiClient(CoreV1Api);
    const list = async () => {
      this.lists += 1;
      return await this.core.listNamespacedConfigMap({ namespace, ...(labelSelector ? { labelSelector } : {}) });
    };
    this.informer = makeInformer(cluster.config, path, list, labelSelector);
    for (const verb of ["add", "update", "delete"] as const) {
      this.informer.on(verb, ({ metadata, data }) =>
        this.notifications.push(`${verb} ${metadata?.name} ${data?.["colour"]}`),
      );
    }
    this.informer.on("connect", () => (this.connections += 1));
    this.informer.on("error", (error) => {
      // `stop()` also causes an AbortError, which is expected.
      if (!(error instanceof AbortError)) this.errors.push(error);
    });
  }

  async hasNotified(count: number): Promise<void> {
    await until(
      () => this.notifications.length >= count,
      `${count} notifications, after ${this.notifications.join(", ")}`,
    );
  }

  async create(name: string, colour: string, tier = "front"): Promise<void> {
    const body = { metadata: { name, labels: { tier } }, data: { colour } };
    await this.core.createNamespacedConfigMap({ namespace, body });
  }

  async paint(name: string, colour: string): Promise<void> {
    const body = [{ op: "replace", path: "/data/colour", value: colour }];
    await this.core.patchNamespacedConfigMap({ namespace, name, body });
  }

  async remove(name: string): Promise<void> {
    await this.core.deleteNamespacedConfigMap({ namespace, name });
  }

  get names(): string[] {
    return this.informer.list(namespace).map(({ metadata }) => metadata?.name ?? "");
  }

  /** Resolves when the server has started a watch, which adds a timer to the `idle` ones. */
  async isWatching(idle: number): Promise<void> {
    await until(() => this.#cluster.clock.pendingCount > idle, "the informer watches");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.informer.stop();
    await this.#cluster[Symbol.asyncDispose]();
  }
}

describe("the typed client's informer", () => {
  test("an informer reports existing objects and every change, and caches the current state", async () => {
    await using fixture = new LoggingInformer(await startTypedClientCluster());
    await fixture.create("a", "blue");
    await fixture.informer.start();
    await fixture.create("b", "red");
    await fixture.paint("a", "green");
    await fixture.remove("b");
    await fixture.hasNotified(4);
    expect(fixture.notifications).toEqual(["add a blue", "add b red", "update a green", "delete b red"]);
    expect(fixture.names).toEqual(["a"]);
    expect(fixture.informer.get("a", namespace)?.data).toEqual({ colour: "green" });
    expect([fixture.lists, fixture.connections, fixture.errors]).toEqual([1, 1, []]);
  });

  test("an informer with a label selector reports only matching objects", async () => {
    await using fixture = new LoggingInformer(await startTypedClientCluster(), "tier=front");
    await fixture.create("a", "blue");
    await fixture.create("b", "red", "back");
    await fixture.informer.start();
    await fixture.create("c", "red", "back");
    await fixture.create("d", "green");
    await fixture.hasNotified(2);
    expect(fixture.notifications).toEqual(["add a blue", "add d green"]);
  });

  test("an informer resumes after the server ends its watch, without a new list", async () => {
    const cluster = await startTypedClientCluster();
    await using fixture = new LoggingInformer(cluster);
    await fixture.create("a", "blue");
    await fixture.informer.start();
    await fixture.create("b", "red");
    await fixture.hasNotified(2);
    // The server ends a watch without timeoutSeconds after at most an hour.
    await cluster.clock.advance(60 * 60_000);
    await until(() => fixture.connections === 2, "the informer connects again");
    await fixture.create("c", "green");
    await fixture.hasNotified(3);
    expect(fixture.notifications).toEqual(["add a blue", "add b red", "add c green"]);
    expect([fixture.lists, fixture.errors]).toEqual([1, []]);
  });

  test("an informer lists again after 410 and reports the changes that it missed", async () => {
    const cluster = await startTypedClientCluster();
    await using fixture = new LoggingInformer(cluster);
    await fixture.create("a", "blue");
    await fixture.create("b", "red");
    await fixture.informer.start();
    await fixture.hasNotified(2);
    await fixture.informer.stop();
    await fixture.paint("a", "green");
    await fixture.remove("b");
    await fixture.create("c", "white");
    await expireHistory(cluster);
    await fixture.informer.start();
    await fixture.hasNotified(6);
    expect(fixture.notifications.slice(2)).toEqual([
      "delete b red",
      "update a green",
      "add c white",
      "add large undefined",
    ]);
    expect([fixture.lists, fixture.errors]).toEqual([2, []]);
    await fixture.paint("c", "black");
    await fixture.hasNotified(7);
    expect(fixture.notifications.at(-1)).toBe("update c black");
    expect(fixture.names).toEqual(["a", "c", "large"]);
  });

  test("a stopped informer reports nothing more, and the server ends its watch", async () => {
    const cluster = await startTypedClientCluster();
    const idle = cluster.clock.pendingCount;
    await using fixture = new LoggingInformer(cluster);
    await fixture.informer.start();
    await fixture.isWatching(idle);
    await fixture.informer.stop();
    await until(() => cluster.clock.pendingCount <= idle, "the watch is over");
    await fixture.create("a", "blue");
    expect([fixture.notifications, fixture.names]).toEqual([[], []]);
  });
});
