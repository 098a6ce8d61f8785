/** The typed client's informer of a custom type whose definition changes, disappears and returns. */
import {
  AbortError,
  CustomObjectsApi,
  type Informer,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
  type ObjectCache,
} from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { startTypedClientCluster, type TypedClientCluster } from "../support/typed-client.ts";
import { eventually, until } from "../support/until.ts";

interface Widget extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>;
}

const group = "shop.example.com";
const namespace = "default";
const plural = "widgets";
const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`;

interface VersionOptions {
  readonly isServed?: boolean;
  readonly isStorage?: boolean;
  readonly properties?: object;
  readonly required?: readonly string[];
}

function version(name: string, options: VersionOptions = {}): object {
  const { isServed: served = true, isStorage: storage = true, required = [] } = options;
  const { properties = { size: { type: "integer" } } } = options;
  const spec = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  return { name, served, storage, schema: { openAPIV3Schema: { type: "object", properties: { spec } } } };
}

async function define({ server }: TypedClientCluster, ...versions: readonly object[]): Promise<void> {
  const names = { plural, kind: "Widget" };
  const spec = { group, scope: "Namespaced", names, versions };
  await server.define({ metadata: { name: `${plural}.${group}` }, spec });
}

/** An informer of Widgets in one version, with a log of its notifications. */
class WidgetInformer implements AsyncDisposable {
  readonly notifications: string[] = [];
  readonly errors: unknown[] = [];
  connections = 0;
  lists = 0;
  readonly objects: CustomObjectsApi;
  readonly informer: Informer<Widget> & ObjectCache<Widget>;
  readonly #version: string;

  constructor({ config }: TypedClientCluster, version = "v1") {
    this.#version = version;
    this.objects = config.makeApiClient(CustomObjectsApi);
    const list = async (): Promise<KubernetesListObject<Widget>> => {
      this.lists += 1;
      const found: unknown = await this.objects.listNamespacedCustomObject({ group, version, namespace, plural });
      return found as KubernetesListObject<Widget>;
    };
    this.informer = makeInformer(config, `/apis/${group}/${version}/namespaces/${namespace}/${plural}`, list);
    for (const verb of ["add", "update", "delete"] as const) {
      this.informer.on(verb, ({ apiVersion, metadata, spec }) => {
        this.notifications.push(`${verb} ${apiVersion} ${metadata?.name} ${JSON.stringify(spec)}`);
      });
    }
    this.informer.on("connect", () => (this.connections += 1));
    this.informer.on("error", (error) => {
      // `stop()` also causes an AbortError, which is expected.
      if (!(error instanceof AbortError)) this.errors.push(error);
    });
  }

  async create(name: string, spec: object): Promise<void> {
    const version = this.#version;
    const body = { apiVersion: `${group}/${version}`, kind: "Widget", metadata: { name }, spec };
    await this.objects.createNamespacedCustomObject({ group, version, namespace, plural, body });
  }

  async resize(name: string, size: number): Promise<void> {
    const body = [{ op: "add", path: "/spec/size", value: size }];
    const version = this.#version;
    await this.objects.patchNamespacedCustomObject({ group, version, namespace, plural, name, body });
  }

  /** Resolves with the notifications since the last call, when there are this many. */
  async take(count: number): Promise<string[]> {
    await until(
      () => this.notifications.length >= count,
      `${count} notifications, after ${this.notifications.join(", ")}`,
    );
    return this.notifications.splice(0);
  }

  async hasConnected(count: number): Promise<void> {
    await until(() => this.connections >= count, `${count} connections, after ${this.connections}`);
  }

  async hasFailed(): Promise<unknown> {
    await until(() => this.errors.length > 0, "the informer reports an error");
    return this.errors[0];
  }

  get names(): string[] {
    return this.informer.list(namespace).map(({ metadata }) => metadata?.name ?? "");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.informer.stop();
  }
}

test("an informer resumes after a schema change, and sees objects with the new default", async () => {
  await using cluster = await startTypedClientCluster();
  await define(cluster, version("v1"));
  await using widgets = new WidgetInformer(cluster);
  await widgets.create("a", { size: 1 });
  await widgets.informer.start();
  await widgets.hasConnected(1);
  const color = { type: "string", default: "red" };
  await define(cluster, version("v1", { properties: { size: { type: "integer", maximum: 9 }, color } }));
  await widgets.hasConnected(2);
  await widgets.create("b", { size: 2 });
  await widgets.resize("a", 3);
  await expect(widgets.create("c", { size: 10 })).rejects.toMatchObject({ code: 422 });
  expect(await widgets.take(3)).toEqual([
    'add shop.example.com/v1 a {"size":1}',
    'add shop.example.com/v1 b {"color":"red","size":2}',
    'update shop.example.com/v1 a {"color":"red","size":3}',
  ]);
  expect(widgets.names).toEqual(["a", "b"]);
  expect([widgets.lists, widgets.errors]).toEqual([1, []]);
});

test("an informer follows its version while another one becomes that of the storage, until it is no longer served", async () => {
  await using cluster = await startTypedClientCluster();
  await define(cluster, version("v1"));
  await using old = new WidgetInformer(cluster, "v1");
  await old.create("a", { size: 1 });
  await old.informer.start();
  await old.hasConnected(1);
  await define(cluster, version("v1", { isStorage: false }), version("v2"));
  await old.hasConnected(2);
  await using present = new WidgetInformer(cluster, "v2");
  await present.informer.start();
  await present.create("b", { size: 2 });
  await old.resize("a", 3);
  expect(await old.take(3)).toEqual([
    'add shop.example.com/v1 a {"size":1}',
    'add shop.example.com/v1 b {"size":2}',
    'update shop.example.com/v1 a {"size":3}',
  ]);
  expect(await present.take(3)).toEqual([
    'add shop.example.com/v2 a {"size":1}',
    'add shop.example.com/v2 b {"size":2}',
    'update shop.example.com/v2 a {"size":3}',
  ]);
  expect([old.lists, old.errors, present.lists, present.errors]).toEqual([1, [], 1, []]);

  await define(cluster, version("v1", { isServed: false, isStorage: false }), version("v2"));
  expect(await old.hasFailed()).toMatchObject({ statusCode: 404 });
  await present.create("c", { size: 4 });
  expect(await present.take(1)).toEqual(['add shop.example.com/v2 c {"size":4}']);
  expect(present.names).toEqual(["a", "b", "c"]);
  expect(present.errors).toEqual([]);
});

test("an informer reports the deletion of the definition's objects, and can start again with a new definition", async () => {
  await using cluster = await startTypedClientCluster();
  await define(cluster, version("v1"));
  await using widgets = new WidgetInformer(cluster);
  await widgets.create("a", { size: 1 });
  await widgets.informer.start();
  await widgets.hasConnected(1);
  await cluster.client.request(definitionPath, { method: "DELETE" });
  await eventually(async () => {
    await cluster.clock.advance(1000);
    return (await cluster.client.request(definitionPath)).status === 404;
  }, "the definition is gone");
  expect(await widgets.take(2)).toEqual([
    'add shop.example.com/v1 a {"size":1}',
    'delete shop.example.com/v1 a {"size":1}',
  ]);
  expect(await widgets.hasFailed()).toMatchObject({ statusCode: 404 });
  expect(widgets.names).toEqual([]);

  await define(cluster, version("v1", { properties: { size: { type: "integer", default: 7 } } }));
  await widgets.informer.start();
  await widgets.create("b", {});
  expect(await widgets.take(1)).toEqual(['add shop.example.com/v1 b {"size":7}']);
  expect(widgets.names).toEqual(["b"]);
});
