import { describe, expect, test } from "vitest";
import {
  allMapsPath,
  changeMap,
  createMap,
  createNamespace,
  deleteMap,
  listVersion,
  mapsPath,
  namesOf,
} from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";

const token = (list: WireResponse): string => list.json.metadata.continue ?? "";
const next = (list: WireResponse, limit = 2): string =>
  `${mapsPath}?limit=${limit}&continue=${encodeURIComponent(token(list))}`;

async function startWithMaps(...names: string[]) {
  const running = await startTestServer();
  for (const name of names) await createMap(running.client, name);
  return running;
}

test.each([
  ["/api/v1/namespaces/default/pods", "PodList", "v1"],
  ["/api/v1/namespaces/default/services", "ServiceList", "v1"],
  ["/api/v1/nodes", "NodeList", "v1"],
  ["/apis/apps/v1/namespaces/default/deployments", "DeploymentList", "apps/v1"],
  ["/apis/coordination.orch.io/v1/leases", "LeaseList", "coordination.orch.io/v1"],
])("[LIST-01] %s is a %s of %s", async (path, kind, apiVersion) => {
  await using running = await startTestServer();
  expect((await running.client.request(path)).json).toMatchObject({ kind, apiVersion });
});

test("[LIST-01] every item of a collection has the kind of the collection", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createMap(client, "a");
  const list = await client.request(allMapsPath);
  expect(list.json).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
  for (const item of list.json.items) expect([item.kind, item.apiVersion]).toEqual([undefined, undefined]);
  const watched = await client.watch(`${allMapsPath}?watch=1`);
  expect((await watched.next())?.object).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
  watched.close();
});

test("[LIST-02] the resourceVersion of a list is that of the store at the time of the list", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const before = await client.request(mapsPath);
  const created = await createMap(client, "a");
  const after = await client.request(mapsPath);
  expect(before.json.metadata.resourceVersion).toMatch(/^[1-9]\d*$/);
  expect(after.json.metadata.resourceVersion).not.toBe(before.json.metadata.resourceVersion);
  expect(after.json.metadata.resourceVersion).toBe(created.json.metadata.resourceVersion);
  // The version is that of the whole store, so a write of another kind changes it too.
  await client.request("/api/v1/namespaces/default/secrets", { body: { metadata: { name: "s" } } });
  expect((await client.request(mapsPath)).json.metadata.resourceVersion).not.toBe(after.json.metadata.resourceVersion);
});

test("[LIST-03, LIST-05] a complete list has neither a continue token nor a count of remaining items", async () => {
  await using running = await startWithMaps("a", "b");
  const { client } = running;
  for (const query of ["", "?limit=2", "?limit=3", "?limit=0"]) {
    const { metadata, items } = (await client.request(mapsPath + query)).json;
    expect(items).toHaveLength(2);
    expect(Object.keys(metadata)).toEqual(["resourceVersion"]);
  }
});

test("[LIST-03] a list with an invalid continue token is rejected", async () => {
  await using running = await startWithMaps("a", "b");
  const { client } = running;
  for (const forged of ["x", "!!!", Buffer.from("{}").toString("base64url")]) {
    const answer = await client.request(`${mapsPath}?limit=1&continue=${encodeURIComponent(forged)}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ kind: "Status", reason: "BadRequest", code: 400 });
    expect(answer.json.message).toMatch(/^invalid continue token: continue key is not valid: /);
  }
});

describe("a list of five objects in chunks of two", () => {
  test("[LIST-04, LIST-08, LIST-09] a chunked list has all items once, counts the remaining ones and ends without a token", async () => {
    await using running = await startWithMaps("a", "b", "c", "d", "e");
    const { client } = running;
    const first = await client.request(`${mapsPath}?limit=2`);
    expect([namesOf(first), first.json.metadata.remainingItemCount]).toEqual([["a", "b"], 3]);
    expect(token(first)).not.toBe("");
    const second = await client.request(next(first));
    expect([namesOf(second), second.json.metadata.remainingItemCount]).toEqual([["c", "d"], 1]);
    expect(token(second)).not.toBe("");
    const third = await client.request(next(second));
    expect(namesOf(third)).toEqual(["e"]);
    expect(Object.keys(third.json.metadata)).toEqual(["resourceVersion"]);
  });

  test("[LIST-08] a list whose limit is at least the number of items returns all at once", async () => {
    await using running = await startWithMaps("a", "b", "c", "d", "e");
    const { client } = running;
    for (const limit of [5, 6, 1_000_000]) {
      const list = await client.request(`${mapsPath}?limit=${limit}`);
      expect([namesOf(list).length, token(list)]).toEqual([5, ""]);
    }
  });

  test("[LIST-09] a continued list without a limit returns all remaining items", async () => {
    await using running = await startWithMaps("a", "b", "c", "d", "e");
    const { client } = running;
    const first = await client.request(`${mapsPath}?limit=2`);
    const rest = await client.request(`${mapsPath}?continue=${encodeURIComponent(token(first))}`);
    expect([namesOf(rest), token(rest)]).toEqual([["c", "d", "e"], ""]);
  });

  test("[LIST-10, LIST-11] all chunks of a list have the same version and contain no later writes", async () => {
    await using running = await startWithMaps("a", "b", "c", "d", "e");
    const { client } = running;
    const first = await client.request(`${mapsPath}?limit=2`);
    await createMap(client, "bb");
    await deleteMap(client, "d");
    await changeMap(client, "c", { x: "changed" });
    const second = await client.request(next(first));
    await deleteMap(client, "e");
    const third = await client.request(next(second));
    expect([namesOf(first), namesOf(second), namesOf(third)]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(second.json.items[0].data).toBeUndefined();
    const versions = [first, second, third].map(({ json }) => json.metadata.resourceVersion);
    expect(new Set(versions)).toEqual(new Set([first.json.metadata.resourceVersion]));

    const again = await client.request(mapsPath);
    expect(namesOf(again)).toEqual(["a", "b", "bb", "c"]);
    expect(again.json.items[3].data).toEqual({ x: "changed" });
    expect(again.json.metadata.resourceVersion).not.toBe(first.json.metadata.resourceVersion);
  });
});

test("[LIST-05] the chunks of a list with a selector have no count of remaining items", async () => {
  await using running = await startTestServer();
  const { client } = running;
  for (const name of ["a", "b", "c", "d"]) await createMap(client, name, { labels: { keep: String(name !== "b") } });
  for (const selector of ["labelSelector=keep%3Dtrue", "fieldSelector=metadata.name!%3Db"]) {
    const first = await client.request(`${mapsPath}?limit=1&${selector}`);
    expect(namesOf(first)).toEqual(["a"]);
    const second = await client.request(`${next(first, 1)}&${selector}`);
    expect(namesOf(second)).toEqual(["c"]);
    const third = await client.request(`${next(second, 1)}&${selector}`);
    expect(namesOf(third)).toEqual(["d"]);
    expect(token(third)).toBe("");
    for (const { json } of [first, second, third]) expect(json.metadata).not.toHaveProperty("remainingItemCount");
  }
});

test("[LIST-09] chunks of a list continue across namespaces, in the order of namespace and name", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createNamespace(client, "zoo");
  for (const namespace of ["zoo", "default"]) {
    for (const name of ["b", "a"]) await createMap(client, name, { namespace });
  }
  const keys: string[] = [];
  let target: string | undefined = `${allMapsPath}?limit=1`;
  while (target !== undefined) {
    const chunk: WireResponse = await client.request(target);
    for (const { metadata } of chunk.json.items) keys.push(`${metadata.namespace}/${metadata.name}`);
    target = token(chunk) === "" ? undefined : `${allMapsPath}?limit=1&continue=${encodeURIComponent(token(chunk))}`;
  }
  expect(keys).toEqual(["default/a", "default/b", "zoo/a", "zoo/b"]);
});

test("[LIST-06] a list of an empty collection has an empty array", async () => {
  await using running = await startTestServer();
  const answer = await running.client.request(mapsPath);
  expect(answer.json.items).toEqual([]);
  const { resourceVersion } = answer.json.metadata;
  expect(answer.text).toBe(
    `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"${resourceVersion}"},"items":[]}\n`,
  );
});

test("[LIST-07] no collection has the kind List, and clients cannot create one", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const groups: { versions: { groupVersion: string }[] }[] = (await client.request("/apis")).json.groups;
  const roots = ["/api/v1", ...groups.flatMap(({ versions }) => versions.map((one) => `/apis/${one.groupVersion}`))];
  let collections = 0;
  for (const root of roots) {
    const { resources } = (await client.request(root)).json;
    for (const { name, kind, verbs } of resources) {
      expect(kind).not.toBe("List");
      if (!verbs.includes("list")) continue;
      expect((await client.request(`${root}/${name}`)).json.kind).toBe(`${kind}List`);
      collections++;
    }
  }
  expect(collections).toBeGreaterThan(10);

  const posted = await client.request(mapsPath, {
    body: { kind: "List", apiVersion: "v1", items: [{ kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } }] },
  });
  expect(posted.status).toBe(400);
  expect(namesOf(await client.request(mapsPath))).toEqual([]);
});

test("[LIST-12] a token that is five minutes old gets 410 with a token that continues in the current state", async () => {
  await using running = await startWithMaps("a", "b", "c", "d", "e");
  const { client, clock } = running;
  const first = await client.request(`${mapsPath}?limit=2`);
  await clock.advance(4 * 60_000);
  expect((await client.request(next(first))).status).toBe(200);

  await createMap(client, "cc");
  await deleteMap(client, "d");
  await clock.advance(6 * 60_000);
  const late = await client.request(next(first));
  expect(late.status).toBe(410);
  expect(late.json).toMatchObject({ kind: "Status", status: "Failure", reason: "Expired", code: 410 });
  expect(late.json.message).toMatch(
    /^The provided continue parameter is too old to display a consistent list result\. /,
  );

  const rest = await client.request(next(late, 10));
  expect(rest.status).toBe(200);
  expect(namesOf(rest)).toEqual(["c", "cc", "e"]);
  expect(rest.json.metadata.resourceVersion).toBe(await listVersion(client));
});

test("[LIST-12] the chunks after a 410 all have the same new version", async () => {
  await using running = await startWithMaps("a", "b", "c", "d", "e");
  const { client, clock } = running;
  const first = await client.request(`${mapsPath}?limit=1`);
  await createMap(client, "z");
  await clock.advance(10 * 60_000);
  const again = await client.request(next(await client.request(next(first, 1)), 1));
  expect(namesOf(again)).toEqual(["b"]);
  await deleteMap(client, "c");
  const then = await client.request(next(again, 9));
  expect(namesOf(then)).toEqual(["c", "d", "e", "z"]);
  expect(then.json.metadata.resourceVersion).toBe(again.json.metadata.resourceVersion);
});

test("[LIST-12] tokens do not expire if history is unlimited", async () => {
  await using running = await startTestServer({ flags: ["--etcd-compaction-interval=0s"] });
  const { client, clock } = running;
  for (const name of ["a", "b", "c"]) await createMap(client, name);
  const first = await client.request(`${mapsPath}?limit=1`);
  await deleteMap(client, "b");
  await clock.advance(60 * 60_000);
  expect(namesOf(await client.request(next(first)))).toEqual(["b", "c"]);
});

test("[LIST-13] a client gets all objects after a 410 with a new list, with or without a limit", async () => {
  await using running = await startWithMaps("a", "b", "c");
  const { client, clock } = running;
  const first = await client.request(`${mapsPath}?limit=1`);
  await createMap(client, "d");
  await clock.advance(10 * 60_000);
  expect((await client.request(next(first))).status).toBe(410);
  const restarted = await client.request(`${mapsPath}?limit=3`);
  const rest = await client.request(next(restarted, 3));
  expect([...namesOf(restarted), ...namesOf(rest)]).toEqual(["a", "b", "c", "d"]);
  expect(namesOf(await client.request(mapsPath))).toEqual(["a", "b", "c", "d"]);
});

test("[LIST-14] one item and the remaining count give the size of the collection", async () => {
  await using running = await startWithMaps("a", "b", "c", "d", "e", "f", "g");
  const { client } = running;
  const { items, metadata } = (await client.request(`${mapsPath}?limit=1`)).json;
  expect(items.length + metadata.remainingItemCount).toBe(7);
});

test.each(["orch", "kubernetes"] as const)(
  "tokens have the reference's form in the %s vocabulary",
  async (vocabulary) => {
    await using running = await startTestServer({ vocabulary });
    const { client } = running;
    for (const name of ["a", "b"]) await createMap(client, name);
    const first = await client.request(`${mapsPath}?limit=1`);
    const group = { orch: "meta.orch.io", kubernetes: "meta.k8s.io" }[vocabulary];
    expect(JSON.parse(Buffer.from(token(first), "base64url").toString())).toEqual({
      v: `${group}/v1`,
      rv: Number(first.json.metadata.resourceVersion),
      start: "/a\0",
    });
  },
);

test("a list with resourceVersion=0 ignores its limit, as in the reference", async () => {
  await using running = await startTestServer();
  const { client } = running;
  for (const name of ["a", "b", "c"]) await createMap(client, name);
  for (const match of ["", "&resourceVersionMatch=NotOlderThan"]) {
    const { json } = await client.request(`${mapsPath}?limit=1&resourceVersion=0${match}`);
    expect([json.items.length, json.metadata.continue, json.metadata.remainingItemCount]).toEqual([
      3,
      undefined,
      undefined,
    ]);
  }
});
