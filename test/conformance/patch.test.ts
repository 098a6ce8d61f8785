import { describe, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";
import { createObject, getObject, type PatchType, patch, patchTypes } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const pods = "/api/v1/namespaces/default/pods";
const services = "/api/v1/namespaces/default/services";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const labels = { app: "web" };

const everyType = Object.keys(patchTypes) as PatchType[];

/** Returns patches of each type that set `data.x`. */
const setting = (value: string): Readonly<Record<PatchType, unknown>> => ({
  json: [{ op: "add", path: "/data/x", value }],
  merge: { data: { x: value } },
  strategic: { data: { x: value } },
});

describe("[PATCH-01] a JSON patch with a test", () => {
  const counted = (from: string, to: string): unknown => [
    { op: "add", path: "/metadata/labels", value: { touched: "yes" } },
    { op: "test", path: "/data/count", value: from },
    { op: "replace", path: "/data/count", value: to },
  ];

  test("a JSON patch is applied if its test succeeds", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" }, data: { count: "7" } });
    const answer = await patch(client, path, "json", counted("7", "8"));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ metadata: { labels: { touched: "yes" } }, data: { count: "8" } });
    expect(await getObject(client, path)).toEqual(answer.json);
  });

  test("a JSON patch is not applied if its test fails", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" }, data: { count: "7" } });
    const refused = await patch(client, path, "json", counted("6", "8"));
    expect(refused.status).toBe(422);
    expect(refused.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "the server rejected our request due to an error in our request",
      reason: "Invalid",
      details: {},
      code: 422,
    });
    expect(await getObject(client, path)).toEqual(made);
  });

  test("concurrent JSON patches with a test count without lost updates", async () => {
    await using running = await startTestServer();
    await createObject(running.client, mapsPath, { metadata: { name: "a" }, data: { count: "0" } });
    const rounds = 10;
    const counter = async (): Promise<void> => {
      await using client = running.connect();
      for (let landed = 0; landed < rounds; ) {
        const { count } = (await getObject(client, path)).data;
        const answer = await patch(client, path, "json", counted(count, String(Number(count) + 1)));
        if (answer.status === 200) landed++;
        else expect(answer.status).toBe(422);
      }
    };
    await Promise.all([counter(), counter(), counter(), counter()]);
    expect((await getObject(running.client, path)).data).toEqual({ count: "40" });
  });
});

describe("[PATCH-02] a merge patch", () => {
  test("a merge patch keeps absent fields, removes fields set to null and replaces lists", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const containers = [
      { name: "one", image: "image:1", args: ["a", "b"] },
      { name: "two", image: "image:1" },
    ];
    const made = await createObject(client, deployments, {
      metadata: { name: "d", labels: { keep: "1", drop: "2" }, annotations: { note: "x" } },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    const scaled = await patch(client, `${deployments}/d`, "merge", { spec: { replicas: 5 } });
    expect(scaled.status).toBe(200);
    const { resourceVersion } = scaled.json.metadata;
    expect(scaled.json).toEqual({
      ...made,
      metadata: { ...made.metadata, generation: 2, resourceVersion },
      spec: { ...made.spec, replicas: 5 },
    });
    const trimmed = await patch(client, `${deployments}/d`, "merge", {
      metadata: { labels: { drop: null, add: "3" }, annotations: null },
      spec: { template: { spec: { containers: [{ name: "three", image: "image:2" }] } } },
    });
    expect(trimmed.json.metadata.labels).toEqual({ keep: "1", add: "3" });
    expect(trimmed.json.metadata).not.toHaveProperty("annotations");
    expect(trimmed.json.spec.replicas).toBe(5);
    expect(trimmed.json.spec.template.spec.containers).toMatchObject([{ name: "three", image: "image:2" }]);
    expect(trimmed.json.spec.template.spec.containers[0]).not.toHaveProperty("args");
    expect(await getObject(client, `${deployments}/d`)).toEqual(trimmed.json);
  });

  test("a merge patch that removes a field restores its default", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, deployments, {
      metadata: { name: "d" },
      spec: {
        replicas: 3,
        revisionHistoryLimit: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "image" }] } },
      },
    });
    const answer = await patch(client, `${deployments}/d`, "merge", {
      spec: { replicas: null, revisionHistoryLimit: null },
    });
    expect(answer.json.spec).toMatchObject({ replicas: 1, revisionHistoryLimit: 10 });
  });
});

describe("[PATCH-03] every PATCH is authorized as patch", () => {
  test.each(everyType)(
    "a patch of the type %s needs the permission patch for the object and its subresources",
    async (type) => {
      using authority = await ClientAuthority.create();
      await using running = await startTestServer({ flags: authority.flags });
      const { url, caCertificate: ca } = running.server;
      const made = await createObject(running.client, pods, {
        metadata: { name: "p" },
        spec: { containers: [{ name: "c", image: "image" }] },
      });
      await using jane = new WireClient({ url, ca, ...(await authority.issue({ name: "jane" })) });
      for (const [suffix, resource] of [
        ["", "pods"],
        ["/status", "pods/status"],
      ]) {
        const refused = await patch(jane, `${pods}/p${suffix}`, type, type === "json" ? [] : {});
        expect(refused.status).toBe(403);
        expect(refused.json).toMatchObject({
          reason: "Forbidden",
          message: `pods "p" is forbidden: User "jane" cannot patch resource "${resource}" in API group "" in the namespace "default"`,
        });
      }
      expect(await getObject(running.client, `${pods}/p`)).toEqual(made);
    },
  );
});

describe("patches of each type", () => {
  test.each(everyType)("a %s patch without an effect does not change the resourceVersion", async (type) => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" }, data: { x: "1" } });
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${made.metadata.resourceVersion}`);
    await clock.advance(60_000);
    for (const body of [setting("1")[type], type === "json" ? [] : {}]) {
      const answer = await patch(client, path, type, body);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual(made);
    }
    expect(await getObject(client, path)).toEqual(made);
    const changed = await patch(client, path, type, setting("2")[type]);
    expect(changed.json.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
    expect((await events.next())?.object).toEqual(changed.json);
  });

  test.each(everyType)("a %s patch of a missing object gets 404 and creates nothing", async (type) => {
    await using running = await startTestServer();
    const missing = await patch(running.client, path, type, setting("1")[type]);
    expect(missing.status).toBe(404);
    expect(missing.json).toMatchObject({ reason: "NotFound", message: 'configmaps "a" not found' });
    expect((await running.client.request(path)).status).toBe(404);
  });

  test.each(everyType)("a %s patch in a dry run returns the result and stores nothing", async (type) => {
    await using running = await startTestServer();
    const made = await createObject(running.client, mapsPath, { metadata: { name: "a" }, data: { x: "1" } });
    const dry = await patch(running.client, `${path}?dryRun=All`, type, setting("2")[type]);
    expect(dry.status).toBe(200);
    expect(dry.json).toEqual({ ...made, data: { x: "2" } });
    expect(await getObject(running.client, path)).toEqual(made);
  });

  test.each(everyType)("a %s patch cannot change fields that only the server sets", async (type) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, mapsPath, { metadata: { name: "a" } });
    const change = async (field: string, value: unknown): Promise<number> => {
      const body =
        type === "json" ? [{ op: "add", path: `/metadata/${field}`, value }] : { metadata: { [field]: value } };
      return (await patch(client, path, type, body)).status;
    };
    expect(await change("creationTimestamp", "2020-01-01T00:00:00Z")).toBe(200);
    expect(await change("generation", 7)).toBe(200);
    expect(await change("selfLink", "/here")).toBe(200);
    expect(await getObject(client, path)).toEqual(made);
    expect(await change("uid", "another")).toBe(422);
    expect(await change("deletionTimestamp", "2025-06-01T00:00:00Z")).toBe(422);
    expect(await change("name", "b")).toBe(400);
    expect(await change("namespace", "orch-public")).toBe(400);
    expect(await getObject(client, path)).toEqual(made);
  });
});

test("generation increments with patches that change the spec, whatever their type, and with no others", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const target = `${deployments}/d`;
  await createObject(client, deployments, {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "image" }] } },
    },
  });
  const generationAfter = async (type: PatchType, body: unknown, at = target): Promise<number> =>
    (await patch(client, at, type, body)).json.metadata.generation;
  expect(await generationAfter("merge", { metadata: { labels: { a: "1" } } })).toBe(1);
  expect(await generationAfter("merge", { status: { replicas: 1 } }, `${target}/status`)).toBe(1);
  expect(await generationAfter("merge", { spec: { replicas: 2 } })).toBe(2);
  expect(await generationAfter("json", [{ op: "replace", path: "/spec/replicas", value: 2 }])).toBe(2);
  expect(await generationAfter("json", [{ op: "replace", path: "/spec/replicas", value: 3 }])).toBe(3);
  const image = { spec: { template: { spec: { containers: [{ name: "c", image: "image:2" }] } } } };
  expect(await generationAfter("strategic", image)).toBe(4);
  expect(await generationAfter("strategic", image)).toBe(4);
});

describe("merge keys in strategic merge patches", () => {
  const pod = {
    metadata: { name: "p" },
    spec: {
      containers: [
        { name: "one", image: "image:1", env: [{ name: "A", value: "1" }] },
        { name: "two", image: "image:1" },
      ],
      tolerations: [{ key: "a", operator: "Exists" }],
    },
  };

  test("a strategic merge patch merges, deletes and reorders containers by name", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const template = { metadata: { labels }, spec: pod.spec };
    await createObject(client, deployments, {
      metadata: { name: "d" },
      spec: { selector: { matchLabels: labels }, template },
    });
    const inTemplate = async (spec: object): Promise<{ name: string; image: string; env?: unknown }[]> => {
      const answer = await patch(client, `${deployments}/d`, "strategic", { spec: { template: { spec } } });
      expect(answer.status, answer.text).toBe(200);
      expect(await getObject(client, `${deployments}/d`)).toEqual(answer.json);
      return answer.json.spec.template.spec.containers;
    };
    const env = [{ name: "B", value: "2" }];
    expect(await inTemplate({ containers: [{ name: "one", image: "image:2", env }] })).toMatchObject([
      { name: "one", image: "image:2", env: [{ name: "B" }, { name: "A" }] },
      { name: "two", image: "image:1" },
    ]);
    const order = [{ name: "two" }, { name: "one" }];
    expect(await inTemplate({ "$setElementOrder/containers": order })).toMatchObject([
      { name: "two", image: "image:1" },
      { name: "one", image: "image:2" },
    ]);
    const left = await inTemplate({ containers: [{ name: "two", $patch: "delete" }] });
    expect(left.map(({ name }) => name)).toEqual(["one"]);
    const replaced = await inTemplate({ containers: [{ $patch: "replace" }, { name: "new", image: "image:3" }] });
    expect(replaced.map(({ name }) => name)).toEqual(["new"]);
  });

  test("a strategic merge patch merges the ports of a Service by number, and finalizers by value", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const ports = [
      { name: "web", port: 80 },
      { name: "more", port: 81 },
    ];
    await createObject(client, services, { metadata: { name: "s", finalizers: ["example.com/a"] }, spec: { ports } });
    const answer = await patch(client, `${services}/s`, "strategic", {
      metadata: { finalizers: ["example.com/b", "example.com/a"] },
      spec: { ports: [{ port: 81, name: "renamed" }] },
    });
    expect(answer.status, answer.text).toBe(200);
    const named = answer.json.spec.ports.map(({ name, port }: { name: string; port: number }) => `${name} ${port}`);
    expect([...named].sort((left, right) => (left < right ? -1 : 1))).toEqual(["renamed 81", "web 80"]);
    expect(new Set(answer.json.metadata.finalizers)).toEqual(new Set(["example.com/a", "example.com/b"]));
    const removed = await patch(client, `${services}/s`, "strategic", {
      metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] },
    });
    expect(removed.json.metadata.finalizers).toEqual(["example.com/b"]);
  });

  test("a strategic merge patch replaces lists without a merge key", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, pods, pod);
    const tolerations = [...pod.spec.tolerations, { key: "b", operator: "Exists" }];
    const answer = await patch(client, `${pods}/p`, "strategic", { spec: { tolerations } });
    expect(answer.json.spec.tolerations).toEqual(tolerations);
  });

  test("a strategic merge patch removes the members of a union that its retainKeys directive omits", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, deployments, {
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "image" }] } },
      },
    });
    const kept = await patch(client, `${deployments}/d`, "strategic", { spec: { strategy: { type: "Recreate" } } });
    expect(kept.status).toBe(422);
    expect(kept.json.details.causes).toMatchObject([
      { reason: "FieldValueForbidden", field: "spec.strategy.rollingUpdate" },
    ]);
    const dropped = await patch(client, `${deployments}/d`, "strategic", {
      spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } },
    });
    expect(dropped.json.spec.strategy).toEqual({ type: "Recreate" });
  });
});
