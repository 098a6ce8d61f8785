/** The informer of this package on a custom type whose definition changes, disappears and returns. */
import { expect, test } from "vitest";
import { customResourceDefinition } from "../../src/api/index.ts";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { hasCode, Informer } from "../../src/client/index.ts";
import type { ApiObject } from "../../src/meta/object-meta.ts";
import { eventually, until } from "../support/until.ts";

interface Widget extends ApiObject {
  spec: { size?: number; color?: string };
}

const group = "shop.example.com";
const names = { plural: "widgets", kind: "Widget" };
const size = { type: "integer" };

interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly properties?: object;
}

async function define(server: RunningServer, ...versions: readonly Version[]): Promise<void> {
  const served = versions.map(({ properties = { size }, ...version }) => {
    const spec = { type: "object", properties };
    const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
    return { served: true, storage: true, ...version, schema };
  });
  const spec = { group, scope: "Cluster", names, versions: served };
  await server.define({ metadata: { name: `widgets.${group}` }, spec });
}

/** An informer of Widgets in one version, with a log of what it reports. */
class WidgetInformer implements Disposable {
  readonly reports: string[] = [];
  readonly errors: unknown[] = [];
  readonly api;
  readonly informer: Informer<Widget>;
  readonly #end = new AbortController();

  constructor(server: RunningServer, version = "v1") {
    this.api = server.client.resource<Widget>({ group, version, kind: "Widget", plural: "widgets", namespaced: false });
    this.informer = new Informer(this.api, { onError: (error) => this.errors.push(error) });
    const report = (what: string, { apiVersion, metadata, spec }: Widget): void => {
      this.reports.push(`${what} ${apiVersion.slice(group.length + 1)} ${metadata.name} ${JSON.stringify(spec)}`);
    };
    this.informer.addHandler({
      added: (object) => report("added", object),
      updated: (object) => report("updated", object),
      deleted: (object) => report("deleted", object),
    });
    void this.informer.run(this.#end.signal);
  }

  async create(name: string, spec: Widget["spec"]): Promise<void> {
    await this.api.create({ metadata: { name }, spec });
  }

  /** Resolves with the reports since the last call, when there are this many. */
  async take(count: number): Promise<string[]> {
    await until(() => this.reports.length >= count, `${count} reports, after ${this.reports.join(", ")}`);
    return this.reports.splice(0);
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}

test("an informer continues after a schema change, and sees objects with the new default", async () => {
  await using server = await startServer();
  await define(server, { name: "v1" });
  using widgets = new WidgetInformer(server);
  await widgets.informer.synced;
  await widgets.create("a", { size: 1 });
  expect(await widgets.take(1)).toEqual(['added v1 a {"size":1}']);
  await define(server, {
    name: "v1",
    properties: { size: { ...size, maximum: 9 }, color: { type: "string", default: "red" } },
  });
  await widgets.create("b", { size: 2 });
  await widgets.api.patch("a", "merge", { spec: { size: 3 } });
  await expect(widgets.create("c", { size: 10 })).rejects.toMatchObject({ code: 422 });
  expect(await widgets.take(2)).toEqual([
    'added v1 b {"color":"red","size":2}',
    'updated v1 a {"color":"red","size":3}',
  ]);
  expect(widgets.informer.lister.list().map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
});

test("informers of two versions see the same objects, and only that of a version that is still served continues", async () => {
  await using server = await startServer();
  await define(server, { name: "v1" });
  using old = new WidgetInformer(server);
  await old.informer.synced;
  await old.create("a", { size: 1 });
  await define(server, { name: "v1", storage: false }, { name: "v2" });
  using present = new WidgetInformer(server, "v2");
  await present.informer.synced;
  await present.create("b", { size: 2 });
  await old.api.patch("a", "merge", { spec: { size: 3 } });
  expect((await old.take(3)).at(-1)).toBe('updated v1 a {"size":3}');
  expect((await present.take(3)).at(-1)).toBe('updated v2 a {"size":3}');

  await define(server, { name: "v1", storage: false, served: false }, { name: "v2" });
  await until(() => old.errors.some((error) => hasCode(error, 404)), "the informer of v1 has an error");
  await present.create("c", { size: 4 });
  expect(await present.take(1)).toEqual(['added v2 c {"size":4}']);
  expect(old.reports).toEqual([]);
});

test("an informer reports the deletion of the definition's objects, and continues with a new definition", async () => {
  await using server = await startServer();
  await define(server, { name: "v1" });
  using widgets = new WidgetInformer(server);
  await widgets.informer.synced;
  await widgets.create("a", { size: 1 });
  const definitions = server.client.api(customResourceDefinition);
  await definitions.delete(`widgets.${group}`);
  expect((await widgets.take(2)).at(-1)).toBe('deleted v1 a {"size":1}');
  await until(() => widgets.errors.some((error) => hasCode(error, 404)), "the type is gone");
  await eventually(async () => (await definitions.list()).items.length === 0, "the definition is gone");
  await define(server, { name: "v1", properties: { size: { ...size, default: 7 } } });
  await widgets.create("b", {});
  expect(await widgets.take(1)).toEqual(['added v1 b {"size":7}']);
});
