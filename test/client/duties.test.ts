/** Tests of what the API requires of clients: respecting versions, and recovering from expired ones. */
import { describe, expect, test } from "vitest";
import { type ConfigMap, configMap } from "../../src/api/index.ts";
import type { RunningServer } from "../../src/app/server.ts";
import { compareText } from "../../src/base/compare-text.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { type Api, Client, InexactListError, Informer, type ObjectList } from "../../src/client/index.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { StoreClock } from "../support/test-store.ts";
import { changedTransport, withoutQueryParameter } from "../support/transports.ts";
import { until } from "../support/until.ts";

async function serverWith(...names: string[]): Promise<RunningServer<ManualClock>> {
  const server = await startStoredServer({ clock: new StoreClock() });
  for (const name of names) await mapsOf(server.client).create({ metadata: { name } });
  return server;
}

function mapsOf(client: Client): Api<ConfigMap> {
  return client.api(configMap, "default");
}

function namesIn({ items }: ObjectList<ConfigMap>): (string | undefined)[] {
  return items.map(({ metadata }) => metadata.name);
}

describe("a list", () => {
  test("[LIST-13] listAll() completes a list whose continue token expires between chunks", async () => {
    await using server = await serverWith("a", "b", "c");
    let requests = 0;
    const transport = changedTransport(server.client.transport, {
      async request(request) {
        // The continue token expires between the first and the second chunk.
        if (++requests === 2) {
          await mapsOf(server.client).create({ metadata: { name: "d" } });
          await server.clock.advance(10 * 60_000);
        }
        return request;
      },
    });
    const maps = mapsOf(new Client({ transport }));
    const list = await maps.listAll({ limit: 1 });
    expect(namesIn(list)).toEqual(["a", "b", "c", "d"]);
    expect(list.continue).toBeUndefined();
    expect(requests).toBe(3);
    expect(list.resourceVersion).toBe((await maps.list()).resourceVersion);
  });

  test("listAll() reads the selected objects in chunks of one state", async () => {
    await using server = await serverWith("a", "b", "c", "d", "e");
    const targets: string[] = [];
    const transport = changedTransport(server.client.transport, {
      request: (request) => {
        targets.push(request.target);
        return request;
      },
    });
    const maps = mapsOf(new Client({ transport }));
    const { resourceVersion } = await maps.list();
    const list = await maps.listAll({ limit: 2, fieldSelector: "metadata.name!=b" });
    expect(namesIn(list)).toEqual(["a", "c", "d", "e"]);
    expect(list.resourceVersion).toBe(resourceVersion);
    expect(targets.slice(1).map((target) => /limit=2/.test(target) && /fieldSelector=/.test(target))).toEqual([
      true,
      true,
    ]);
    expect(namesIn(await maps.listAll())).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("listAll() throws errors other than expiry, and a 410 to the first request", async () => {
    await using server = await serverWith("a", "b");
    server.faults.add({ verb: "list", resource: "configmaps", times: 1, error: 403 });
    await expect(mapsOf(server.client).listAll()).rejects.toMatchObject({ code: 403 });
    server.faults.add({ verb: "list", resource: "configmaps", times: 1, error: 410 });
    await expect(mapsOf(server.client).listAll()).rejects.toMatchObject({ code: 410 });
  });

  test("[RV-36] listAll() with NotOlderThan and a limit recovers from one 410", async () => {
    await using server = await serverWith("a", "b", "c");
    const maps = mapsOf(server.client);
    const { resourceVersion } = await maps.list();
    await maps.create({ metadata: { name: "d" } });
    server.faults.add({ verb: "list", resource: "configmaps", times: 1, error: 410 });
    const options = { limit: 2, resourceVersion, resourceVersionMatch: "NotOlderThan" };
    expect(namesIn(await maps.listAll(options))).toEqual(["a", "b", "c", "d"]);
  });

  test("[RV-37, QRY-03] list() of an exact version returns that version even if the server ignores the parameter", async () => {
    await using server = await serverWith("a", "b", "c");
    const transport = changedTransport(server.client.transport, {
      request: (request) => withoutQueryParameter("resourceVersionMatch", request),
    });
    const maps = mapsOf(new Client({ transport }));
    const { resourceVersion } = await maps.list();
    await maps.create({ metadata: { name: "d" } });
    // Without the parameter and a limit, the server returns the latest state, which contains d.
    const { json } = await server.request(`/api/v1/namespaces/default/configmaps?resourceVersion=${resourceVersion}`);
    expect((await json<{ readonly items: readonly object[] }>()).items).toHaveLength(4);
    const list = await maps.list({ resourceVersion, resourceVersionMatch: "Exact" });
    expect(namesIn(list)).toEqual(["a", "b", "c"]);
    expect(list.resourceVersion).toBe(resourceVersion);
  });

  test("[RV-37] list() of an exact version throws if the server never returns that version", async () => {
    await using server = await serverWith("a", "b");
    const transport = changedTransport(server.client.transport, {
      request: (request) =>
        withoutQueryParameter("resourceVersion", withoutQueryParameter("resourceVersionMatch", request)),
    });
    const maps = mapsOf(new Client({ transport }));
    const { resourceVersion } = await maps.list();
    const { resourceVersion: later } = await mapsOf(server.client).list();
    await maps.create({ metadata: { name: "c" } });
    const exactly = { resourceVersion, resourceVersionMatch: "Exact" };
    const latest = String(Number(later) + 1);
    for (const options of [exactly, { ...exactly, limit: 5 }]) {
      await expect(maps.list(options)).rejects.toThrow(
        new InexactListError(
          `the server has listed version "${latest}", and was asked for exactly "${resourceVersion}"`,
        ),
      );
    }
  });

  test("list() and listAll() of an expired exact version throw 410", async () => {
    await using server = await serverWith("a");
    const maps = mapsOf(server.client);
    const { resourceVersion } = await maps.list();
    await maps.create({ metadata: { name: "b" } });
    await server.clock.advance(10 * 60_000);
    const exactly = { resourceVersion, resourceVersionMatch: "Exact" };
    await expect(maps.list(exactly)).rejects.toMatchObject({ code: 410 });
    await expect(maps.listAll(exactly)).rejects.toMatchObject({ code: 410 });
  });
});

/** Returns a client that sees resourceVersions as opaque words without an order. */
function disguised(client: Client): Client {
  const backwards = (text: string): string => Array.from(text).toReversed().join("");
  const disguise = (version: string): string => `v${backwards(version)}x`;
  const reveal = (word: string): string => backwards(word.slice(1, -1));
  const transport = changedTransport(client.transport, {
    request: (request) => ({
      ...request,
      target: request.target.replace(/(resourceVersion=)(v\w+x)/, (_, name, word) => name + reveal(word)),
      body:
        request.body &&
        String(request.body).replace(/("resourceVersion":")(v\w+x)/g, (_, name, word) => name + reveal(word)),
    }),
    line: (line) => line.replace(/("resourceVersion":")(\d+)/g, (_, name, version) => name + disguise(version)),
  });
  return new Client({ transport });
}

describe("an informer", () => {
  interface Followed extends AsyncDisposable {
    readonly informer: Informer<ConfigMap>;
    readonly handled: readonly string[];
    /** The objects in its lister as `name=x`, in order. */
    state(): string[];
  }

  async function follow(maps: Api<ConfigMap>, clock: ManualClock): Promise<Followed> {
    const handled: string[] = [];
    const informer = new Informer(maps, { clock });
    informer.addHandler({
      added: ({ metadata, data }) => handled.push(`added ${metadata.name}=${data?.["x"] ?? ""}`),
      updated: ({ metadata, data }) => handled.push(`updated ${metadata.name}=${data?.["x"] ?? ""}`),
      deleted: ({ metadata }) => handled.push(`deleted ${metadata.name}`),
    });
    const stop = new AbortController();
    const running = informer.run(stop.signal);
    await informer.synced;
    return {
      informer,
      handled,
      state: () => informer.lister.list().map(({ metadata, data }) => `${metadata.name}=${data?.["x"] ?? ""}`),
      async [Symbol.asyncDispose]() {
        stop.abort();
        await running;
      },
    };
  }

  test("[WATCH-09] an informer whose watch is dropped repeatedly reports each change exactly once", async () => {
    await using server = await serverWith("a");
    const maps = mapsOf(server.client);
    await using followed = await follow(maps, server.clock);
    const expected = ["added a="];
    for (let round = 0; round < 5; round++) {
      server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
      await maps.patch("a", "merge", { data: { x: `${round}` } });
      await maps.create({ metadata: { name: `b${round}` } });
      await maps.delete(`b${round}`);
      expected.push(`updated a=${round}`, `added b${round}=`, `deleted b${round}`);
      await until(() => followed.informer.state === "watching", "it watches");
      await server.clock.advance(60_000);
      await until(() => followed.handled.length >= expected.length, `round ${round} is seen`);
    }
    expect(followed.handled).toEqual(expected);
  });

  test("[WATCH-13] an informer lists again after a 410, and its lister is correct afterwards", async () => {
    await using server = await serverWith("gone", "changed", "kept");
    const maps = mapsOf(server.client);
    await using followed = await follow(maps, server.clock);
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, error: 410 });
    await maps.delete("gone");
    await maps.patch("changed", "merge", { data: { x: "1" } });
    await maps.create({ metadata: { name: "new" } });
    // The informer waits before each retry, after the dropped watch and after the 410.
    const listIsRight = (): boolean => followed.state().join() === "changed=1,kept=,new=";
    for (let moves = 0; moves < 1000 && !listIsRight(); moves++) {
      await server.clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(listIsRight()).toBe(true);
    await maps.patch("kept", "merge", { data: { x: "2" } });
    await until(() => followed.state().join() === "changed=1,kept=2,new=", "the watch goes on");
    expect(followed.handled.toSorted(compareText)).toEqual([
      "added changed=",
      "added gone=",
      "added kept=",
      "added new=",
      "deleted gone",
      "updated changed=1",
      "updated kept=2",
    ]);
  });

  test("[RV-01] a client treats resourceVersions as opaque and returns them unchanged", async () => {
    await using server = await serverWith("a", "b");
    const maps = mapsOf(disguised(server.client));
    await using followed = await follow(maps, server.clock);
    const [both, a] = [await maps.list(), await maps.get("a")];
    expect(a.metadata.resourceVersion).toMatch(/^v\d+x$/);
    await maps.update({ ...a, data: { x: "1" } });
    await expect(maps.update({ ...a, data: { x: "2" } })).rejects.toMatchObject({ code: 409 });
    await until(() => followed.state().join() === "a=1,b=", "the change is seen");
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    await maps.delete("b");
    await until(() => followed.informer.state === "watching", "it watches");
    await server.clock.advance(60_000);
    await until(() => followed.state().join() === "a=1", "the deletion is seen");
    const { resourceVersion } = both;
    expect(namesIn(await maps.list({ resourceVersion, resourceVersionMatch: "Exact" }))).toEqual(["a", "b"]);
  });
});
