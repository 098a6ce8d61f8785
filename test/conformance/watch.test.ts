import { describe, expect, test } from "vitest";
import { type Random, seededRandom } from "../../src/base/random.ts";
import { changeMap, createMap, createNamespace, deleteMap, listVersion, mapsPath } from "../support/config-maps.ts";
import type { JsonLines } from "../support/json-lines.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import type { WatchEventDocument, WireClient } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";

type Events = JsonLines<WatchEventDocument>;

const summaryOf = ({ type, object }: WatchEventDocument): string => `${type} ${object.metadata.name ?? ""}`.trim();
const takeSummaries = async (events: Events, count: number): Promise<string[]> =>
  (await events.take(count)).map(summaryOf);
const relabel = async (client: WireClient, name: string, labels: Record<string, string | null>): Promise<string> => {
  const headers = { "content-type": "application/merge-patch+json" };
  const body = { metadata: { labels } };
  const answer = await client.request(`${mapsPath}/${name}`, { method: "PATCH", headers, body });
  expect(answer.status).toBe(200);
  return answer.json.metadata.resourceVersion;
};
/** The annotations of the bookmark that ends the initial events of ConfigMaps, as the reference writes them. */
function endOfInitialEvents(vocabulary: "orch" | "kubernetes"): Readonly<Record<string, string>> {
  const [machinery, domain] = vocabulary === "orch" ? ["orch.io", "orch.io"] : ["k8s.io", "kubernetes.io"];
  return {
    [`${machinery}/initial-events-end`]: "true",
    // Base64 of `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":null}` and a newline.
    [`${domain}/initial-events-list-blueprint`]:
      "eyJraW5kIjoiQ29uZmlnTWFwTGlzdCIsImFwaVZlcnNpb24iOiJ2MSIsIm1ldGFkYXRhIjp7fSwiaXRlbXMiOm51bGx9Cg==",
  };
}

const initialEventsTarget = `${mapsPath}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`;

/** Creates, changes and deletes random objects, and records the expected events. */
class RandomWriter {
  readonly history: string[] = [];
  readonly #present = new Set<string>();
  readonly #client: WireClient;
  readonly #random: Random;

  constructor(client: WireClient, random: Random) {
    this.#client = client;
    this.#random = random;
  }

  async writeSome(count: number): Promise<void> {
    for (let index = 0; index < count; index++) await this.#writeOne(`m${this.#random.below(4)}`);
  }

  async #writeOne(name: string): Promise<void> {
    if (!this.#present.has(name)) {
      await createMap(this.#client, name);
      this.#present.add(name);
      this.history.push(`ADDED ${name}`);
    } else if (this.#random.below(3) === 0) {
      await deleteMap(this.#client, name);
      this.#present.delete(name);
      this.history.push(`DELETED ${name}`);
    } else {
      await changeMap(this.#client, name, { n: String(this.history.length) });
      this.history.push(`MODIFIED ${name}`);
    }
  }
}

/** These tests apply to both transports. */
describe.each(["h1", "h2"] as const)("over %s", (protocol) => {
  test("[WATCH-01, WATCH-02] a watch is a stream of JSON documents, one per event, chunked on HTTP/1.1", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    await createMap(client, "a", { data: { text: "two\nlines" } });
    const stream = await client.open(`${mapsPath}?watch=1&timeoutSeconds=60`);
    expect([stream.status, stream.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(stream.headers["transfer-encoding"]).toBe(protocol === "h1" ? "chunked" : undefined);
    expect(stream.headers).not.toHaveProperty("content-length");
    await createMap(client, "b");
    await running.clock.advance(60_000);
    const lines = String(await stream.readAll()).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(["type", "object"]);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      type: "ADDED",
      object: { kind: "ConfigMap", apiVersion: "v1", data: { text: "two\nlines" } },
    });
  });

  test("[WATCH-03] a watch sends existing and new objects as ADDED", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    const before = await createMap(client, "a", { data: { x: "1" } });
    await using events = await client.watch(`${mapsPath}?watch=1`);
    const after = await createMap(client, "b", { data: { y: "2" } });
    expect(await events.take(2)).toEqual([
      { type: "ADDED", object: before.json },
      { type: "ADDED", object: after.json },
    ]);
  });

  test("[WATCH-04, WATCH-14] a watch sends a change as MODIFIED, and a deletion as DELETED with the last state", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    await createMap(client, "a", { data: { x: "1" } });
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${await listVersion(client)}`);
    await changeMap(client, "a", { y: "2" });
    const { json: last } = await client.request(`${mapsPath}/a`);
    await deleteMap(client, "a");
    const deletion = await listVersion(client);
    expect(await events.take(2)).toEqual([
      { type: "MODIFIED", object: last },
      { type: "DELETED", object: { ...last, metadata: { ...last.metadata, resourceVersion: deletion } } },
    ]);
    expect(deletion).not.toBe(last.metadata.resourceVersion);
  });

  test("[WATCH-06, WATCH-07, WATCH-17] the initial events end with a marked BOOKMARK, and later events follow", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    for (const name of ["a", "b"]) await createMap(client, name);
    const version = await listVersion(client);
    await using events = await client.watch(`${initialEventsTarget}&allowWatchBookmarks=true`);
    await createMap(client, "c");
    const [first, second, bookmark, later] = await events.take(4);
    expect([first, second, later].map((event) => event && summaryOf(event))).toEqual(["ADDED a", "ADDED b", "ADDED c"]);
    expect(bookmark).toEqual({
      type: "BOOKMARK",
      object: {
        kind: "ConfigMap",
        apiVersion: "v1",
        metadata: { resourceVersion: version, annotations: endOfInitialEvents("orch") },
      },
    });
  });

  test("[WATCH-09] a client whose connection breaks resumes from the last version it received and misses nothing", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    let version = await listVersion(client);
    const written: string[] = [];
    const seen: string[] = [];
    const read = async (events: Events, count: number): Promise<void> => {
      for (const { object } of await events.take(count)) {
        seen.push(object.metadata.name);
        version = object.metadata.resourceVersion;
      }
    };
    await withSeed(async (random) => {
      for (let cut = 0; cut < 12; cut++) {
        await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${version}`);
        for (let count = random.below(4); count >= 0; count--) {
          written.push(`m${written.length}`);
          await createMap(client, `m${written.length - 1}`);
        }
        await read(events, random.below(written.length - seen.length + 1));
      }
      await using rest = await client.watch(`${mapsPath}?watch=1&resourceVersion=${version}`);
      await read(rest, written.length - seen.length);
      expect(seen).toEqual(written);
    });
  });

  test("[WATCH-11] a watch from any recent version replays all later changes, even during writes", async () => {
    await using running = await startTestServer({ protocol });
    const { client, clock } = running;
    const start = Number(await listVersion(client));
    await withSeed(async (random) => {
      const writer = new RandomWriter(client, random);
      await writer.writeSome(30);
      await clock.advance(60_000);
      const watches: { from: number; events: Events }[] = [];
      for (let from = 0; from <= 30; from++) {
        watches.push({ from, events: await client.watch(`${mapsPath}?watch=1&resourceVersion=${start + from}`) });
        await writer.writeSome(random.below(2));
      }
      for (const { from, events } of watches) {
        const expected = writer.history.slice(from);
        expect(await takeSummaries(events, expected.length), `from ${from}`).toEqual(expected);
        events.close();
      }
    });
  });

  test("[WATCH-15] a watch with a selector sends ADDED when an object starts to match and DELETED when it stops", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    await createMap(client, "a", { labels: { app: "x" } });
    await createMap(client, "b");
    const { json: matching } = await client.request(`${mapsPath}/a`);
    await using events = await client.watch(`${mapsPath}?watch=1&labelSelector=app%3Dx`);
    await relabel(client, "b", { app: "x" });
    await relabel(client, "b", { app: "x", more: "y" });
    const leaving = await relabel(client, "a", { app: "z" });
    await changeMap(client, "a", { unseen: "1" });
    await deleteMap(client, "b");
    const seen = await events.take(5);
    expect(seen.map(summaryOf)).toEqual(["ADDED a", "ADDED b", "MODIFIED b", "DELETED a", "DELETED b"]);
    // The object is shown as it last matched, with the version of the write that ended the match.
    expect(seen[3]?.object).toEqual({ ...matching, metadata: { ...matching.metadata, resourceVersion: leaving } });
  });

  test("[WATCH-12] a watch from a version older than the history gets an ERROR 410 and ends", async () => {
    await using running = await startTestServer({ protocol });
    const { client, clock } = running;
    const version = await listVersion(client, "/api/v1/namespaces");
    for (const name of ["a", "b"]) await createMap(client, name);
    await clock.advance(10 * 60_000);
    await using events = await client.watch(`/api/v1/secrets?watch=1&resourceVersion=${version}`);
    expect(await events.next()).toEqual({
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: `too old resource version: ${version} (${Number(version) + 2})`,
        reason: "Expired",
        code: 410,
      },
    });
    expect(await events.next()).toBeUndefined();
  });
});

test.each(["orch", "kubernetes"] as const)(
  "[WATCH-17] the bookmark after the initial events has the annotation of the %s vocabulary",
  async (vocabulary) => {
    await using running = await startTestServer({ vocabulary });
    await using events = await running.client.watch(`${initialEventsTarget}&allowWatchBookmarks=true`);
    expect((await events.next())?.object.metadata.annotations).toEqual(endOfInitialEvents(vocabulary));
  },
);

describe("bookmarks", () => {
  test("[WATCH-05, WATCH-10] watches that allow bookmarks get one about every minute, with only a version", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const from = `${mapsPath}?watch=1&resourceVersion=${await listVersion(client)}&timeoutSeconds=1000`;
    await using allowed = await client.watch(`${from}&allowWatchBookmarks=true`);
    await using forbidden = await client.watch(from);
    await using unasked = await client.watch(`${from}&allowWatchBookmarks=false`);
    await createMap(client, "a");
    const { object } = (await allowed.next()) ?? {};
    await clock.advance(44_000);
    expect(allowed.pending).toEqual([]);
    await clock.advance(17_000);
    expect(await allowed.next()).toEqual({
      type: "BOOKMARK",
      object: {
        kind: "ConfigMap",
        apiVersion: "v1",
        metadata: { resourceVersion: object.metadata.resourceVersion },
      },
    });
    // Writes of other kinds raise the version of bookmarks, so a client that watches a quiet collection does not fall
    // behind.
    await createNamespace(client, "elsewhere");
    await clock.advance(61_000);
    const moved = (await allowed.next())?.object.metadata.resourceVersion;
    expect(Number(moved)).toBeGreaterThan(Number(object.metadata.resourceVersion));
    for (const other of [forbidden, unasked]) {
      expect((await other.next())?.type).toBe("ADDED");
      expect(other.pending).toEqual([]);
    }
  });

  test("[WATCH-05] a watch that resumes from a bookmark misses and repeats nothing", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const from = await listVersion(client);
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${from}&allowWatchBookmarks=true`);
    for (const name of ["a", "b", "c"]) await createMap(client, name);
    await clock.advance(60_000);
    const seen = await events.take(4);
    expect(seen.map(summaryOf)).toEqual(["ADDED a", "ADDED b", "ADDED c", "BOOKMARK"]);
    await createMap(client, "d");
    await using resumed = await client.watch(
      `${mapsPath}?watch=1&resourceVersion=${seen[3]?.object.metadata.resourceVersion}`,
    );
    expect(await takeSummaries(resumed, 1)).toEqual(["ADDED d"]);
  });

  test("the last bookmark of a watch arrives two seconds before its timeout", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const version = await listVersion(client);
    await using events = await client.watch(
      `${mapsPath}?watch=1&resourceVersion=${version}&allowWatchBookmarks=true&timeoutSeconds=20`,
    );
    await createMap(client, "a");
    await clock.advance(17_999);
    expect((await events.next())?.type).toBe("ADDED");
    expect(events.pending).toEqual([]);
    await clock.advance(1);
    expect(await events.next()).toMatchObject({
      type: "BOOKMARK",
      object: { metadata: { resourceVersion: await listVersion(client) } },
    });
    await clock.advance(2000);
    expect(await events.next()).toBeUndefined();
  });
});

describe("sendInitialEvents", () => {
  test("[WATCH-06] sendInitialEvents without resourceVersionMatch is rejected", async () => {
    await using running = await startTestServer();
    const answer = await running.client.request(`${mapsPath}?watch=1&sendInitialEvents=true`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      reason: "Invalid",
      details: { causes: [{ field: "resourceVersionMatch", reason: "FieldValueForbidden" }] },
    });
  });

  test("[WATCH-07] sendInitialEvents without bookmarks does not mark the end of the initial events", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a");
    await using events = await client.watch(initialEventsTarget);
    await createMap(client, "b");
    expect(await takeSummaries(events, 2)).toEqual(["ADDED a", "ADDED b"]);
  });

  test("[WATCH-07] sendInitialEvents marks the end even if the collection is empty or nothing matches", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await using empty = await client.watch(`${initialEventsTarget}&allowWatchBookmarks=true`);
    expect((await empty.next())?.type).toBe("BOOKMARK");
    await createMap(client, "a");
    await using selected = await client.watch(`${initialEventsTarget}&allowWatchBookmarks=true&labelSelector=app`);
    expect((await selected.next())?.type).toBe("BOOKMARK");
  });

  test("[WATCH-08] sendInitialEvents without a resourceVersion includes all earlier writes", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (let round = 0; round < 10; round++) {
      const { metadata } = (await createMap(client, `m${round}`)).json;
      await using events = await client.watch(`${initialEventsTarget}&allowWatchBookmarks=true&resourceVersion=`);
      const seen = await events.take(round + 2);
      expect(seen.map(({ type }) => type)).toEqual([...Array.from({ length: round + 1 }, () => "ADDED"), "BOOKMARK"]);
      expect(seen[round]?.object.metadata).toEqual(metadata);
      expect(Number(seen.at(-1)?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(
        Number(metadata.resourceVersion),
      );
    }
  });

  test("[WATCH-08] sendInitialEvents with a resourceVersion sends the bookmark once the state is as new", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const soon = String(Number(await listVersion(client)) + 2);
    const idle = clock.pendingCount;
    const asking = client.watch(`${initialEventsTarget}&allowWatchBookmarks=true&resourceVersion=${soon}`);
    await until(() => clock.pendingCount > idle, "the server waits");
    for (const name of ["a", "b"]) await createMap(client, name);
    await using events = await asking;
    const seen = await events.take(3);
    expect(seen.map(summaryOf)).toEqual(["ADDED a", "ADDED b", "BOOKMARK"]);
    expect(Number(seen[2]?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(soon));
  });

  test.each(["", "&resourceVersion=0"])(
    "a watch that starts with the state by default (%s) gets the final bookmark if it allows bookmarks",
    async (version) => {
      await using running = await startTestServer();
      const { client } = running;
      await createMap(client, "a");
      await using events = await client.watch(`${mapsPath}?watch=1&allowWatchBookmarks=true${version}`);
      const [first, end] = await events.take(2);
      expect(first && summaryOf(first)).toBe("ADDED a");
      expect(end?.object.metadata.annotations).toEqual(endOfInitialEvents("orch"));
    },
  );

  test.each([
    [
      "the form PartialObjectMetadata",
      "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
      "eyJraW5kIjoiUGFydGlhbE9iamVjdE1ldGFkYXRhTGlzdCIsImFwaVZlcnNpb24iOiJtZXRhLms4cy5pby92MSIsIm1ldGFkYXRhIjp7fSwiaXRlbXMiOm51bGx9Cg==",
    ],
    ["protobuf", "application/vnd.kubernetes.protobuf", "azhzAAoTCgJ2MRINQ29uZmlnTWFwTGlzdBIICgYKABIAGgAaACIA"],
  ])("the list blueprint of a watch in %s has the format of the watch", async (_form, accept, blueprint) => {
    await using running = await startTestServer({ vocabulary: "kubernetes" });
    const target = `${initialEventsTarget}&allowWatchBookmarks=true&timeoutSeconds=1`;
    const stream = await running.client.open(target, { headers: { accept } });
    await running.clock.advance(1000);
    expect(String(await stream.readAll())).toContain(blueprint);
  });

  test.each(["", "&resourceVersion=0", "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"])(
    "a watch of Tables (%s) with initial events is rejected if it allows bookmarks, because Tables have no blueprint",
    async (query) => {
      await using running = await startTestServer({ vocabulary: "kubernetes" });
      const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
      const { status, json } = await running.client.request(`${mapsPath}?watch=1&allowWatchBookmarks=true${query}`, {
        headers,
      });
      expect([status, json.message]).toEqual([
        406,
        "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
      ]);
    },
  );

  test("a watch whose client accepts Tables or objects sends objects if a bookmark marks the end of the initial events", async () => {
    await using running = await startTestServer({ vocabulary: "kubernetes" });
    await createMap(running.client, "a");
    const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
    await using events = await running.client.watch(`${initialEventsTarget}&allowWatchBookmarks=true`, { headers });
    expect((await events.take(2)).map(({ type, object }) => [type, object.kind])).toEqual([
      ["ADDED", "ConfigMap"],
      ["BOOKMARK", "ConfigMap"],
    ]);
    await using tables = await running.client.watch(
      `${mapsPath}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
      { headers },
    );
    expect((await tables.take(1)).map(({ type, object }) => [type, object.kind])).toEqual([["ADDED", "Table"]]);
  });

  test("a watch with initial events and a continue token is rejected", async () => {
    await using running = await startTestServer();
    const { status, json } = await running.client.request(`${mapsPath}?watch=1&continue=a`);
    expect([status, json.details.causes[0].message]).toEqual([
      400,
      "Forbidden: resourceVersionMatch is forbidden when continue is provided",
    ]);
  });

  test("a watch with a negative timeoutSeconds ends at once", async () => {
    await using running = await startTestServer();
    await createMap(running.client, "a");
    const { status, text } = await running.client.request(`${mapsPath}?watch=1&timeoutSeconds=-1`);
    expect([status, text]).toEqual([200, ""]);
  });

  test("[WATCH-06] sendInitialEvents=false sends only changes", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a");
    await using events = await client.watch(
      `${mapsPath}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
    );
    await createMap(client, "b");
    expect(await takeSummaries(events, 1)).toEqual(["ADDED b"]);
  });
});

describe("a watch from a version that is too old", () => {
  test("[WATCH-13] a client that lists and watches again after a 410 gets all objects", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const secrets = "/api/v1/namespaces/default/secrets";
    const old = await listVersion(client);
    for (const name of ["a", "b"]) await createMap(client, name);
    await clock.advance(10 * 60_000);
    await using expired = await client.watch(`${secrets}?watch=1&resourceVersion=${old}`);
    expect(await expired.next()).toMatchObject({ type: "ERROR", object: { code: 410 } });
    await client.request(secrets, { body: { metadata: { name: "s" } } });
    const { items, metadata } = (await client.request(secrets)).json;
    await using events = await client.watch(`${secrets}?watch=1&resourceVersion=${metadata.resourceVersion}`);
    await client.request(secrets, { body: { metadata: { name: "t" } } });
    expect(items).toHaveLength(1);
    expect(await takeSummaries(events, 1)).toEqual(["ADDED t"]);
  });

  test("[WATCH-16] a watch that falls behind the history gets an ERROR 410 and ends", async () => {
    // HTTP/2 limits what is in transit. The kernel's buffers of a TCP connection may hold the whole history.
    await using running = await startTestServer({ protocol: "h2" });
    const { client, clock } = running;
    const version = await listVersion(client);
    // These events exceed the cache's history of one collection, so a slow client needs the store's history.
    const large = "x".repeat(900_000);
    await createMap(client, "a", { data: { large } });
    for (let index = 0; index < 30; index++) await changeMap(client, "a", { index: String(index) });
    const slow = await client.open(`${mapsPath}?watch=1&resourceVersion=${version}`);
    await createMap(client, "b");
    await clock.advance(10 * 60_000);
    const lines = String(await slow.readAll())
      .trimEnd()
      .split("\n");
    const last: WatchEventDocument = JSON.parse(lines.at(-1) ?? "");
    expect(lines.length).toBeLessThan(30);
    expect(last).toMatchObject({
      type: "ERROR",
      object: { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 },
    });
    expect(last.object.message).toBe("The resourceVersion for the provided watch is too old.");
    for (const [index, line] of lines.slice(0, -1).entries()) {
      expect(line.startsWith(index === 0 ? '{"type":"ADDED"' : '{"type":"MODIFIED"')).toBe(true);
    }
  });
});

test("[WATCH-15] create, change, start of deletion and removal are sent as ADDED, MODIFIED, MODIFIED and DELETED", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await using events = await client.watch(`${mapsPath}?watch=1`);
  const finalizers = ["example.org/wait"];
  await client.request(mapsPath, { body: { metadata: { name: "a", finalizers } } });
  await changeMap(client, "a", { x: "1" });
  await client.request(`${mapsPath}/a`, { method: "DELETE" });
  await client.request(`${mapsPath}/a`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { finalizers: null } },
  });
  const seen = await events.take(4);
  expect(seen.map(summaryOf)).toEqual(["ADDED a", "MODIFIED a", "MODIFIED a", "DELETED a"]);
  expect(seen.map(({ object }) => object.metadata.deletionTimestamp !== undefined)).toEqual([false, false, true, true]);
});

describe("the scope of a watch", () => {
  test("a watch covers one namespace, all namespaces or one object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createNamespace(client, "other");
    await using one = await client.watch(`${mapsPath}?watch=1`);
    await using all = await client.watch("/api/v1/configmaps?watch=1");
    await using named = await client.watch("/api/v1/watch/namespaces/default/configmaps/b");
    await createMap(client, "a");
    await createMap(client, "b", { namespace: "other" });
    await createMap(client, "b");
    const keys = async (events: Events, count: number): Promise<string[]> =>
      (await events.take(count)).map(({ object }) => `${object.metadata.namespace}/${object.metadata.name}`);
    expect(await keys(one, 2)).toEqual(["default/a", "default/b"]);
    expect(await keys(all, 3)).toEqual(["default/a", "other/b", "default/b"]);
    expect(await keys(named, 1)).toEqual(["default/b"]);
  });

  test.each(["watch", "watch=", "watch=1", "watch=true", "watch=True"])("?%s is a watch", async (query) => {
    await using running = await startTestServer();
    await createMap(running.client, "a");
    await using events = await running.client.watch(`${mapsPath}?${query}`);
    expect(await takeSummaries(events, 1)).toEqual(["ADDED a"]);
  });

  test.each(["watch=0", "watch=false"])("?%s is a list", async (query) => {
    await using running = await startTestServer();
    expect((await running.client.request(`${mapsPath}?${query}`)).json.kind).toBe("ConfigMapList");
  });
});

describe.each(["h1", "h2"] as const)("clients that read slowly, over %s", (protocol) => {
  const large = "x".repeat(900_000);

  test("a watch whose client stops reading ends when the cache's history is used up, and other watches continue", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    const stuck = running.connect();
    await createMap(client, "a", { data: { large } });
    const from = `${mapsPath}?watch=1&resourceVersion=${await listVersion(client)}`;
    const stopped = await stuck.open(from);
    await using reading = await client.watch(from);
    for (let index = 1; index <= 40; index++) {
      await changeMap(client, "a", { index: String(index) });
      expect((await reading.next())?.object.data.index).toBe(String(index));
    }
    // A part of the data arrives, and then the stream is aborted.
    let bytes = 0;
    const readOn = async (): Promise<void> => {
      for await (const chunk of stopped.body) bytes += chunk.length;
    };
    await expect(readOn()).rejects.toThrow();
    expect(bytes).toBeLessThan(30 * large.length);
    await stuck[Symbol.asyncDispose]();
  });

  test("a client that resumes reading gets all events that were written meanwhile", async () => {
    await using running = await startTestServer({ protocol });
    const { client } = running;
    await createMap(client, "a", { data: { large } });
    const slow = await client.open(
      `${mapsPath}?watch=1&timeoutSeconds=60&resourceVersion=${await listVersion(client)}`,
    );
    for (let index = 1; index <= 8; index++) await changeMap(client, "a", { index: String(index) });
    const chunks: Buffer[] = [];
    let ended = false;
    const reading = (async () => {
      for await (const chunk of slow.body) chunks.push(chunk);
      ended = true;
    })();
    await until(() => chunks.reduce((sum, { length }) => sum + length, 0) > 8 * large.length, "all of it arrives");
    expect(ended).toBe(false);
    await running.clock.advance(60_000);
    await reading;
    const events: WatchEventDocument[] = String(Buffer.concat(chunks))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ object }) => object.data.index)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  });

  test("a watch whose client never reads is closed after its timeout", async () => {
    await using running = await startTestServer({ protocol });
    const { client, clock } = running;
    const stuck = running.connect();
    for (let index = 0; index < 20; index++) await createMap(client, `m${index}`, { data: { large } });
    const stopped = await stuck.open(`${mapsPath}?watch=1&timeoutSeconds=60`);
    // During these requests the server writes as much as the connection accepts.
    for (let count = 0; count < 50; count++) await client.request("/version");
    await clock.advance(60_000 + 10_000);
    const readOn = async (): Promise<void> => {
      for await (const chunk of stopped.body) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readOn()).rejects.toThrow();
    await stuck[Symbol.asyncDispose]();
  });

  test("a client that stalls during the initial events does not delay the server's stop", async () => {
    const running = await startTestServer({ protocol });
    const { client } = running;
    const stuck = running.connect();
    for (let index = 0; index < 20; index++) await createMap(client, `m${index}`, { data: { large } });
    const stopped = await stuck.open(`${mapsPath}?watch=1`);
    expect(stopped.status).toBe(200);
    await running[Symbol.asyncDispose]();
    await stuck[Symbol.asyncDispose]();
  });
});

test("watches without a timeout last 30 to 60 minutes, each for a different time", async () => {
  await using running = await startTestServer({ random: seededRandom(1) });
  const { client, clock } = running;
  const watches = await Promise.all(Array.from({ length: 8 }, () => client.watch(`${mapsPath}?watch=1`)));
  await clock.advance(30 * 60_000 - 1);
  expect(watches.map(({ hasEnded }) => hasEnded)).toEqual(watches.map(() => false));
  const endedAt = new Set<number>();
  for (let minute = 30; minute <= 60; minute++) {
    await clock.advance(60_000);
    await client.request("/version");
    if (watches.some(({ hasEnded }) => hasEnded)) endedAt.add(watches.filter(({ hasEnded }) => hasEnded).length);
  }
  for (const events of watches) expect(await events.next()).toBeUndefined();
  expect(endedAt.size).toBeGreaterThan(2);
});

test("watches end without an error when the server stops", async () => {
  const running = await startTestServer();
  const events = await running.client.watch(`${mapsPath}?watch=1`);
  await createMap(running.client, "a");
  const stopping = running.server.close();
  expect((await events.takeAll()).map(summaryOf)).toEqual(["ADDED a"]);
  await stopping;
  await running[Symbol.asyncDispose]();
});

test.each([
  ["with a field that no selector supports", "fieldSelector=none%3Da", /^"none" is not a known field selector: only /],
  ["with a malformed version", "resourceVersion=x", /strconv\.ParseUint: parsing "x": invalid syntax$/],
])("a watch %s is rejected for that reason, and not for its unsupported media type", async (_what, query, message) => {
  await using running = await startTestServer();
  const headers = { accept: "application/json;q=0.1,application/yaml" };
  const { status, text } = await running.client.request(`${mapsPath}?watch=1&${query}`, { headers });
  expect([status, text]).toEqual([400, expect.stringMatching(/^apiVersion: v1\ncode: 400\n/)]);
  const { json } = await running.client.request(`${mapsPath}?watch=1&${query}`);
  expect(json.message).toMatch(message);
});

test("a watch of one object reports a field without selector support before a different name", async () => {
  await using running = await startTestServer();
  const path = mapsPath.replace("/api/v1/", "/api/v1/watch/");
  const { status, json } = await running.client.request(`${path}/a?fieldSelector=none%3Da`);
  expect([status, json.message]).toEqual([
    400,
    '"none" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ]);
});

test("a watch as PartialObjectMetadataList ends at the first event without sending it", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes" });
  await createMap(running.client, "a");
  const headers = { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" };
  const { status, text } = await running.client.request(`${mapsPath}?watch=1`, { headers });
  expect([status, text]).toEqual([200, ""]);
});
