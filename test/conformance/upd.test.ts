import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";
import {
  createObject,
  getObject,
  type PatchType,
  patch,
  patchTypes,
  put,
  withoutManagedFields,
} from "../support/writes.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";
const path = `${mapsPath}/a`;
const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "image" }] } };

const staleMessage =
  'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again';

function expectStale(answer: WireResponse): void {
  expect(answer.status).toBe(409);
  expect(answer.json).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: staleMessage,
    reason: "Conflict",
    details: { name: "a", kind: "configmaps" },
    code: 409,
  });
}

describe("[UPD-01] PUT replaces the whole object", () => {
  test("a PUT removes the fields that it omits", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, {
      metadata: { name: "a", labels, annotations: { note: "x" } },
      data: { one: "1", two: "2" },
      binaryData: { three: "Mw==" },
    });
    const { resourceVersion, uid } = made.metadata;
    const replaced = await put(client, path, { metadata: { name: "a", resourceVersion }, data: { two: "22" } });
    expect(replaced.status).toBe(200);
    expect(withoutManagedFields(replaced.json)).toEqual({
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: {
        name: "a",
        namespace: "default",
        uid,
        resourceVersion: replaced.json.metadata.resourceVersion,
        creationTimestamp: "2025-01-01T00:00:00Z",
      },
      data: { two: "22" },
    });
    expect(await getObject(client, path)).toEqual(replaced.json);
  });

  test("a PUT sets omitted fields to their defaults, and keeps fields that only the server sets", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const spec = { selector: { matchLabels: labels }, template };
    const made = await createObject(client, deployments, {
      metadata: { name: "d", labels },
      spec: { ...spec, replicas: 3, paused: true, minReadySeconds: 7, strategy: { type: "Recreate" } },
    });
    await patch(client, `${deployments}/d/status`, "merge", { status: { replicas: 3, observedGeneration: 1 } });
    await clock.advance(60_000);
    const body = { metadata: { name: "d", generation: 40, creationTimestamp: null }, spec, status: { replicas: 9 } };
    const replaced = await put(client, `${deployments}/d`, body);
    expect(replaced.status).toBe(200);
    const { metadata, ...rest } = replaced.json;
    expect(metadata).toMatchObject({
      uid: made.metadata.uid,
      generation: 2,
      creationTimestamp: "2025-01-01T00:00:00Z",
    });
    expect(metadata).not.toHaveProperty("labels");
    expect(rest.spec).toMatchObject({
      replicas: 1,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
    });
    expect(rest.spec).not.toHaveProperty("paused");
    expect(rest.spec).not.toHaveProperty("minReadySeconds");
    expect(rest.status).toEqual({ replicas: 3, observedGeneration: 1 });
    expect(await getObject(client, `${deployments}/d`)).toEqual(replaced.json);
  });

  test("a PUT without changes does not change the resourceVersion and causes no event", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a", labels }, data: { b: "2", a: "1" } });
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${made.metadata.resourceVersion}`);
    await clock.advance(60_000);
    expect((await put(client, path, made)).json).toEqual(made);
    const reordered = { data: { a: "1", b: "2" }, metadata: { labels, name: "a" }, binaryData: {} };
    expect((await put(client, path, reordered)).json).toEqual(made);
    expect(await getObject(client, path)).toEqual(made);
    const changed = await put(client, path, { ...made, data: { a: "1" } });
    expect((await events.next())?.object).toEqual(changed.json);
  });
});

describe("[UPD-02] a PUT with a resourceVersion", () => {
  test("the second of two PUTs with the same resourceVersion gets 409 and changes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const base = await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "1" } });
    const first = await put(client, path, { ...base, data: { x: "first" } });
    expect(first.status).toBe(200);
    expectStale(await put(client, path, { ...base, data: { x: "second" } }));
    expect(await getObject(client, path)).toEqual(first.json);
    expectStale(await put(client, path, { ...base, data: first.json.data }));
  });

  test("one of many concurrent PUTs with the same resourceVersion succeeds", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const base = await createObject(client, mapsPath, { metadata: { name: "a" } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, writer) => put(client, path, { ...base, data: { writer: String(writer) } })),
    );
    const [landed, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(await getObject(client, path)).toEqual(landed?.json);
  });

  test("a PUT with a future resourceVersion gets 409", async () => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const resourceVersion = String(Number(made.metadata.resourceVersion) + 1);
    expectStale(await put(running.client, path, { metadata: { name: "a", resourceVersion } }));
  });

  test("an update compares versions as numbers, so zeros before them do not count", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" } });
    const spelled = { name: "a", resourceVersion: `00${made.metadata.resourceVersion}` };
    const replaced = await put(client, path, { metadata: spelled, data: { x: "1" } });
    expect(replaced.status, replaced.text).toBe(200);
    expectStale(await put(client, path, { metadata: spelled, data: { x: "2" } }));
    expectStale(await patch(client, path, "merge", { metadata: spelled, data: { x: "2" } }));
    // Zero is no version, so these writes do not depend on the stored one.
    const none = { name: "a", resourceVersion: "00" };
    for (const x of ["3", "4"]) {
      const unconditional = await put(client, path, { metadata: none, data: { x } });
      expect([unconditional.status, unconditional.json.data]).toEqual([200, { x }]);
    }
    const patched = await patch(client, path, "merge", { metadata: none, data: { x: "5" } });
    expect([patched.status, patched.json.data]).toEqual([200, { x: "5" }]);
    const lease = await createObject(client, leases, { metadata: { name: "l" } });
    const refused = await put(client, `${leases}/l`, { metadata: { name: "l", resourceVersion: "00" } });
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'leases.coordination.orch.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    ]);
    expect(await getObject(client, `${leases}/l`)).toEqual(lease);
  });

  test("a PUT without a resourceVersion is accepted for some kinds", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, { metadata: { name: "a" }, data: { x: "1" } });
    const replaced = await put(running.client, path, { metadata: { name: "a" }, data: { y: "2" } });
    expect(replaced.status).toBe(200);
    expect((await getObject(running.client, path)).data).toEqual({ y: "2" });
  });

  test("a PUT without a resourceVersion is rejected for other kinds", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, leases, { metadata: { name: "l" }, spec: { holderIdentity: "me" } });
    const refused = await put(client, `${leases}/l`, { metadata: { name: "l" }, spec: { holderIdentity: "you" } });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      reason: "Invalid",
      message:
        'leases.coordination.orch.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
      details: { name: "l", group: "coordination.orch.io", kind: "leases" },
    });
    expect(await getObject(client, `${leases}/l`)).toEqual(made);
  });
});

test("[UPD-03] fields that a client does not know are lost if its PUT omits them", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, mapsPath, {
    metadata: { name: "a" },
    data: { known: "1" },
    binaryData: { unknown: "Mw==" },
  });
  const { metadata, data } = await getObject(client, path);
  const written = await put(client, path, { metadata, data: { ...data, added: "2" } });
  expect(written.status).toBe(200);
  const now = await getObject(client, path);
  expect(now.data).toEqual({ known: "1", added: "2" });
  expect(now).not.toHaveProperty("binaryData");
});

describe("[UPD-04] writes with a resourceVersion are conditional", () => {
  const writes: readonly [PatchType, (version: string) => unknown][] = [
    ["merge", (resourceVersion) => ({ metadata: { resourceVersion }, data: { x: "2" } })],
    ["strategic", (resourceVersion) => ({ metadata: { resourceVersion }, data: { x: "2" } })],
    [
      "json",
      (resourceVersion) => [
        { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
        { op: "add", path: "/data/x", value: "2" },
      ],
    ],
  ];
  test.each(writes)("a %s patch with an old resourceVersion gets 409", async (type, bodyAt) => {
    await using running = await startTestServer();
    const { client } = running;
    const first = await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "0" } });
    const second = (await patch(client, path, "merge", { data: { x: "1" } })).json;
    expectStale(await patch(client, path, type, bodyAt(first.metadata.resourceVersion)));
    expect(await getObject(client, path)).toEqual(second);
    const landed = await patch(client, path, type, bodyAt(second.metadata.resourceVersion));
    expect(landed.status).toBe(200);
    expect((await getObject(client, path)).data).toEqual({ x: "2" });
  });

  test("concurrent writers that retry after conflicts lose no update, whichever write they use", async () => {
    await using running = await startTestServer();
    await withSeed(async (random) => {
      await createObject(running.client, mapsPath, { metadata: { name: "a" }, data: { count: "0" } });
      const types = Object.keys(patchTypes) as PatchType[];
      const writers = Array.from({ length: 6 }, async () => {
        await using client = running.connect();
        for (let round = 0; round < 8; round++) await countUp(client, ["put", ...types][random.below(4)] ?? "put");
      });
      await Promise.all(writers);
      expect((await getObject(running.client, path)).data).toEqual({ count: "48" });
    });
  });

  test("concurrent patches without a resourceVersion lose no update", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    const answers = await Promise.all(
      keys.map((key, index) => {
        const type: PatchType = index % 2 === 0 ? "merge" : "strategic";
        return patch(client, path, type, { data: { [key]: "1" } });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.metadata.resourceVersion)).size).toBe(40);
    expect((await getObject(client, path)).data).toEqual(Object.fromEntries(keys.map((key) => [key, "1"])));
  });
});

/** Increments the counter with optimistic locking. Repeats after a conflict. */
async function countUp(client: WireClient, way: string): Promise<void> {
  for (;;) {
    const { kind, apiVersion, metadata, data } = await getObject(client, path);
    const count = String(Number(data.count) + 1);
    const { resourceVersion } = metadata;
    const answer = await writeCount(client, way, { kind, apiVersion, metadata, resourceVersion, count });
    if (answer.status === 200) return;
    expectStale(answer);
  }
}

interface CountWrite {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: object;
  readonly resourceVersion: string;
  readonly count: string;
}

function writeCount(client: WireClient, way: string, next: CountWrite): Promise<WireResponse> {
  const { resourceVersion, count, ...rest } = next;
  if (way === "put") return put(client, path, { ...rest, data: { count } });
  if (way !== "json") return patch(client, path, way as PatchType, { metadata: { resourceVersion }, data: { count } });
  return patch(client, path, "json", [
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "replace", path: "/data/count", value: count },
  ]);
}

describe("rejected PUTs, which change nothing", () => {
  test.each<[string, object, number, string]>([
    [
      "for another name than the path's",
      { metadata: { name: "b" } },
      400,
      "the name of the object (b) does not match the name on the URL (a)",
    ],
    [
      "without a name",
      { data: { x: "2" } },
      400,
      "the name of the object (a based on URL) was undeterminable: name must be provided",
    ],
    [
      "for another namespace than the path's",
      { metadata: { name: "a", namespace: "orch-public" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "with another apiVersion",
      { apiVersion: "v2", kind: "ConfigMap", metadata: { name: "a" } },
      400,
      'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      "with a value of the wrong type",
      { metadata: { name: "a" }, data: { x: 2 } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      "with a value that violates a rule",
      { metadata: { name: "a" }, data: { "no key": "2" } },
      422,
      `ConfigMap "a" is invalid: data[no key]: Invalid value: "no key": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
    ],
  ])("a PUT %s is rejected", async (_why, body, status, message) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" }, data: { x: "1" } });
    const refused = await put(running.client, path, body);
    expect(refused.status).toBe(status);
    expect(refused.json.message).toBe(message);
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test("a PUT with another object's uid is rejected", async () => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" } });
    const refused = await put(running.client, path, { metadata: { name: "a", uid: "another" }, data: { x: "1" } });
    expect(refused.status).toBe(409);
    expect(refused.json.message).toBe(
      `Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: another, UID in object meta: ${made.metadata.uid}`,
    );
    expect(await getObject(running.client, path)).toEqual(made);
  });
});

describe("a PUT of an object that does not exist", () => {
  test("a PUT of a missing object creates it for the kinds that allow it, and gets 404 for the others", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const lease = { metadata: { name: "l", resourceVersion: "1" }, spec: { holderIdentity: "me" } };
    const made = await put(client, `${leases}/l`, lease);
    expect(made.status).toBe(201);
    expect(await getObject(client, `${leases}/l`)).toEqual(made.json);
    expect(made.json.spec).toEqual({ holderIdentity: "me" });
    const tooLarge = { metadata: { name: "m", resourceVersion: "18446744073709551616" } };
    expect((await put(client, `${leases}/m`, tooLarge)).status).toBe(409);
    const missing = await put(client, path, { metadata: { name: "a" } });
    expect(missing.status).toBe(404);
    expect(missing.json).toMatchObject({ reason: "NotFound", message: 'configmaps "a" not found' });
    expect((await client.request(path)).status).toBe(404);
  });

  test("concurrent PUTs of a missing object create it once", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        put(client, `${leases}/l`, { metadata: { name: "l" }, spec: { holderIdentity: `me${index}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // The later requests find an existing object. Updates of this kind require its resourceVersion.
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
  });
});
