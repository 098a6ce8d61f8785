import { describe, expect, test } from "vitest";
import { type Random, systemRandom } from "../../src/base/random.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";

/** Returns a valid Deployment with the given metadata. */
function deployment(name: string, metadata: object = {}): object {
  const labels = { app: name };
  const containers = [{ name: "c", image: "image" }];
  const template = { metadata: { labels }, spec: { containers } };
  return { metadata: { name, ...metadata }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
}

function pod(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: "c", image: "image" }], ...spec } };
}

async function create(running: TestServer, target: string, body: object): Promise<WireResponse["json"]> {
  const answer = await running.client.request(target, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

async function mergePatch(running: TestServer, target: string, body: object): Promise<WireResponse> {
  const headers = { "content-type": "application/merge-patch+json" };
  return await running.client.request(target, { method: "PATCH", headers, body });
}

test("[OBJ-01] paths use the plural name, objects have kind and version, and collections list their objects, as in discovery", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const listed: { name: string; kind: string }[] = (await client.request("/api/v1")).json.resources;
  const byName = new Map(listed.map(({ name, kind }) => [name, kind]));
  expect(byName.get("pods")).toBe("Pod");
  expect(byName.get("pods/status")).toBe("Pod");
  await create(running, "/api/v1/namespaces/default/pods", pod("x"));

  const collection = (await client.request("/api/v1/namespaces/default/pods")).json;
  expect(collection).toMatchObject({ kind: "PodList", apiVersion: "v1" });
  expect(collection.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(["x"]);
  for (const path of ["pods/x", "pods/x/status"]) {
    const object = (await client.request(`/api/v1/namespaces/default/${path}`)).json;
    expect(object).toMatchObject({ kind: "Pod", apiVersion: "v1", metadata: { name: "x", namespace: "default" } });
  }
  // Kinds and singular names are not resource paths.
  for (const path of ["Pod", "pod", "Pods"]) {
    const answer = await client.request(`/api/v1/namespaces/default/${path}`);
    expect(answer.status).toBe(404);
    expect(answer.json.message).toBe("the server could not find the requested resource");
  }
});

test("[OBJ-04] every resource is namespaced or cluster-scoped, and has only the paths of its scope", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const scopes = new Map<string, boolean>();
  for (const root of ["/api/v1", "/apis/apps/v1", "/apis/batch/v1", "/apis/coordination.orch.io/v1"]) {
    const resources: { name: string; namespaced: boolean; verbs: string[] }[] = (await client.request(root)).json
      .resources;
    for (const { name, namespaced, verbs } of resources) {
      if (name.includes("/") || !verbs.includes("list")) continue;
      scopes.set(name, namespaced);
      expect((await client.request(`${root}/${name}`)).status).toBe(200);
      const inNamespace = await client.request(`${root}/namespaces/default/${name}`);
      expect({ name, status: inNamespace.status }).toEqual({ name, status: namespaced ? 200 : 404 });
      const named = await client.request(`${root}/${name}/nobody`);
      expect(named.status).toBe(404);
      // The errors for an unknown path and for a missing object differ.
      const unknownPath = "the server could not find the requested resource";
      if (namespaced) expect(named.json.message).toBe(unknownPath);
      else expect(named.json.message).toMatch(/"nobody" not found$/);
    }
  }
  expect(scopes.get("namespaces")).toBe(false);
  expect(scopes.get("nodes")).toBe(false);
  for (const name of ["pods", "configmaps", "secrets", "deployments", "leases"]) expect(scopes.get(name)).toBe(true);
  expect((await client.request("/api/v1/namespaces/default/namespaces/default")).status).toBe(404);
});

test("[OBJ-07] a name is unique per kind and namespace, and a second create with it changes nothing", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const first = await create(running, maps, { metadata: { name: "same" }, data: { by: "first" } });

  const again = await client.request(maps, { body: { metadata: { name: "same" }, data: { by: "second" } } });
  expect(again.status).toBe(409);
  expect(again.json).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: 'configmaps "same" already exists',
    reason: "AlreadyExists",
    details: { name: "same", kind: "configmaps" },
    code: 409,
  });
  expect((await client.request(`${maps}/same`)).json).toEqual(first);

  await create(running, "/api/v1/namespaces/orch-system/configmaps", { metadata: { name: "same" } });
  await create(running, "/api/v1/namespaces/default/secrets", { metadata: { name: "same" } });
  expect((await client.request(`${maps}/same`)).json).toEqual(first);
});

test("[OBJ-08] a new object can have the name of a deleted one, with another uid", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const before = await create(running, maps, { metadata: { name: "phoenix" }, data: { life: "1" } });
  expect((await client.request(`${maps}/phoenix`, { method: "DELETE" })).status).toBe(200);
  const after = await create(running, maps, { metadata: { name: "phoenix" } });
  expect(after.metadata.uid).not.toBe(before.metadata.uid);
  expect((await client.request(`${maps}/phoenix`)).json).not.toHaveProperty("data");
});

test.each([
  { plural: "nodes", body: { metadata: { name: "one" } } },
  { plural: "namespaces", body: { metadata: { name: "one" } } },
])("[OBJ-09] the name of one of the $plural is unique in the cluster", async ({ plural, body }) => {
  await using running = await startTestServer();
  const made = await create(running, `/api/v1/${plural}`, body);
  const again = await running.client.request(`/api/v1/${plural}`, { body });
  expect(again.status).toBe(409);
  expect(again.json).toMatchObject({ reason: "AlreadyExists", message: `${plural} "one" already exists` });
  expect((await running.client.request(`/api/v1/${plural}/one`)).json.metadata).toEqual(made.metadata);
});

describe("generated names", () => {
  test("[OBJ-11] ten creates with the same generateName get ten different names with that prefix", async () => {
    await using running = await startTestServer();
    const names = new Set<string>();
    for (let index = 0; index < 10; index++) {
      const { metadata } = await create(running, maps, { metadata: { generateName: "worker-" } });
      expect(metadata.name).toMatch(/^worker-.+/);
      expect(metadata.generateName).toBe("worker-");
      names.add(metadata.name);
      expect((await running.client.request(`${maps}/${metadata.name}`)).status).toBe(200);
    }
    expect(names.size).toBe(10);
  });

  test("[OBJ-11, OBJ-23] a create with a name and a generateName uses the name", async () => {
    await using running = await startTestServer();
    const { metadata } = await create(running, maps, { metadata: { name: "mine", generateName: "worker-" } });
    expect(metadata).toMatchObject({ name: "mine", generateName: "worker-" });
    const neither = await running.client.request(maps, { body: { metadata: {} } });
    expect(neither.status).toBe(422);
    expect(neither.json.message).toBe(
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    );
  });

  test("[OBJ-23] a generated name has the prefix, cut to 58 characters, and five characters without vowels", async () => {
    await using running = await startTestServer();
    const short = await create(running, maps, { metadata: { generateName: "a-" } });
    expect(short.metadata.name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);

    const prefix = "p".repeat(60);
    const long = await create(running, maps, { metadata: { generateName: prefix } });
    expect(long.metadata.name).toMatch(/^p{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(long.metadata.generateName).toBe(prefix);
  });

  test("[OBJ-23] a create generates another name if the first one is taken", async () => {
    const random = scriptedRandom();
    await using running = await startTestServer({ random });
    random.draw(0, 0, 0, 0, 0);
    expect((await create(running, maps, { metadata: { generateName: "a-" } })).metadata.name).toBe("a-bbbbb");
    random.draw(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1);
    expect((await create(running, maps, { metadata: { generateName: "a-" } })).metadata.name).toBe("a-ccccc");
  });

  test("[OBJ-23] a create gets 409 AlreadyExists and changes nothing if eight generated names are taken", async () => {
    const random = scriptedRandom();
    await using running = await startTestServer({ random });
    random.draw(0, 0, 0, 0, 0);
    const first = await create(running, maps, { metadata: { generateName: "a-" }, data: { by: "first" } });
    // All eight attempts yield the same name. A ninth would find a free one.
    random.draw(...Array.from({ length: 8 * 5 }, () => 0), 1, 1, 1, 1, 1);
    const refused = await running.client.request(maps, { body: { metadata: { generateName: "a-" } } });
    expect(refused.status).toBe(409);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.json).toMatchObject({
      reason: "AlreadyExists",
      message: 'configmaps "a-bbbbb" already exists, the server was not able to generate a unique name for the object',
      details: { name: "a-bbbbb", kind: "configmaps", retryAfterSeconds: 1 },
    });
    expect((await running.client.request(maps)).json.items).toHaveLength(1);
    expect((await running.client.request(`${maps}/a-bbbbb`)).json).toEqual(first);
  });
});

/** Returns a source of random numbers that first returns those of the last `draw` call. */
function scriptedRandom(): Random & { draw(...numbers: number[]): void } {
  const script: number[] = [];
  return {
    uuid: () => systemRandom.uuid(),
    below: (limit) => script.shift() ?? systemRandom.below(limit),
    draw: (...numbers) => script.splice(0, script.length, ...numbers),
  };
}

test("[OBJ-12] metadata.namespace is the namespace of the path, and a body with another one is rejected", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await create(running, maps, { metadata: { name: "a" } });
  expect(made.metadata.namespace).toBe("default");
  expect((await client.request(`${maps}/a`)).json.metadata.namespace).toBe("default");
  await create(running, maps, { metadata: { name: "b", namespace: "default" } });

  const elsewhere = { metadata: { name: "c", namespace: "orch-system" } };
  const refused = await client.request(maps, { body: elsewhere });
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({
    reason: "BadRequest",
    message: "the namespace of the provided object does not match the namespace sent on the request",
  });
  expect((await client.request(`${maps}/c`)).status).toBe(404);
  const moved = await client.request(`${maps}/a`, {
    method: "PUT",
    body: { metadata: { ...elsewhere.metadata, name: "a" } },
  });
  expect(moved.status).toBe(400);
  const node = await create(running, "/api/v1/nodes", { metadata: { name: "n" } });
  expect(node.metadata).not.toHaveProperty("namespace");
});

test("[OBJ-13] the server chooses a unique uid for every new object and ignores the client's", async () => {
  await using running = await startTestServer();
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const sent = "00000000-0000-4000-8000-000000000000";
  const uids = new Set<string>([sent]);
  for (let index = 0; index < 10; index++) {
    const body = { metadata: { name: "equal", uid: sent }, data: { x: "1" } };
    const namespace = await create(running, "/api/v1/namespaces", { metadata: { name: `n${index}` } });
    const made = await create(running, `/api/v1/namespaces/n${index}/configmaps`, body);
    for (const { metadata } of [namespace, made]) {
      expect(metadata.uid).toMatch(uuid);
      uids.add(metadata.uid);
    }
  }
  expect(uids.size).toBe(21);
});

test("[OBJ-13] the uid of an object never changes", async () => {
  await using running = await startTestServer();
  const made = await create(running, maps, { metadata: { name: "a" } });
  const changed = await mergePatch(running, `${maps}/a`, { data: { x: "1" } });
  expect(changed.json.metadata.uid).toBe(made.metadata.uid);
  const forged = await mergePatch(running, `${maps}/a`, { metadata: { uid: "00000000-0000-4000-8000-000000000000" } });
  expect(forged.status).toBeGreaterThanOrEqual(400);
  expect((await running.client.request(`${maps}/a`)).json.metadata.uid).toBe(made.metadata.uid);
});

test("[OBJ-14] resourceVersion changes with each change of the object and only then", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const versionOf = async (name: string): Promise<unknown> =>
    (await client.request(`${maps}/${name}`)).json.metadata.resourceVersion;
  const made = await create(running, maps, { metadata: { name: "a" } });
  await create(running, maps, { metadata: { name: "b" } });
  expect(await versionOf("a")).toBe(made.metadata.resourceVersion);
  expect(made.metadata.resourceVersion).toEqual(expect.any(String));

  const changed = await mergePatch(running, `${maps}/a`, { data: { x: "1" } });
  expect(changed.json.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
  expect(await versionOf("a")).toBe(changed.json.metadata.resourceVersion);

  await mergePatch(running, `${maps}/b`, { data: { x: "1" } });
  await client.request(`${maps}/b`, { method: "DELETE" });
  expect(await versionOf("a")).toBe(changed.json.metadata.resourceVersion);

  const same = await mergePatch(running, `${maps}/a`, { data: { x: "1" } });
  expect(same.json.metadata.resourceVersion).toBe(changed.json.metadata.resourceVersion);
});

test("[OBJ-14] a create with a resourceVersion is rejected", async () => {
  await using running = await startTestServer();
  const refused = await running.client.request(maps, { body: { metadata: { name: "a", resourceVersion: "5" } } });
  expect(refused.status).toBe(500);
  expect(refused.json.message).toBe("resourceVersion should not be set on objects to be created");
  expect((await running.client.request(`${maps}/a`)).status).toBe(404);
  await create(running, maps, { metadata: { name: "a", resourceVersion: "0" } });
  // The reference ignores texts that are not versions.
  await create(running, maps, { metadata: { name: "b", resourceVersion: "18446744073709551616" } });
  await create(running, maps, { metadata: { name: "c", resourceVersion: "x" } });
});

test("[OBJ-15] creationTimestamp is the server's time at creation and never changes", async () => {
  await using running = await startTestServer();
  const forged = "2001-02-03T04:05:06Z";
  await running.clock.advance(65_000);
  const made = await create(running, maps, { metadata: { name: "a", creationTimestamp: forged } });
  expect(made.metadata.creationTimestamp).toBe("2025-01-01T00:01:05Z");
  await running.clock.advance(60_000);
  const patched = await mergePatch(running, `${maps}/a`, { metadata: { creationTimestamp: forged }, data: { x: "1" } });
  expect(patched.status).toBe(200);
  expect(patched.json.metadata.creationTimestamp).toBe("2025-01-01T00:01:05Z");
});

test("[OBJ-16] deletionTimestamp is absent until the first deletion, and is the time of that request", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  const made = await create(running, maps, { metadata: { name: "a", finalizers: ["example.com/wait"] } });
  expect(made.metadata).not.toHaveProperty("deletionTimestamp");
  const forged = "2001-02-03T04:05:06Z";
  const other = await create(running, maps, { metadata: { name: "b", deletionTimestamp: forged } });
  expect(other.metadata).not.toHaveProperty("deletionTimestamp");
  expect((await mergePatch(running, `${maps}/a`, { metadata: { deletionTimestamp: forged } })).status).toBe(422);

  await clock.advance(5000);
  const deleted = await client.request(`${maps}/a`, { method: "DELETE" });
  expect(deleted.json.metadata.deletionTimestamp).toBe("2025-01-01T00:00:05Z");
  await clock.advance(5000);
  await client.request(`${maps}/a`, { method: "DELETE" });
  await mergePatch(running, `${maps}/a`, { metadata: { deletionTimestamp: null } });
  expect((await client.request(`${maps}/a`)).json.metadata.deletionTimestamp).toBe("2025-01-01T00:00:05Z");
});

test("[OBJ-17] finalizers can be reordered, and can be removed in any order", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const [one, two, three] = ["example.com/one", "example.com/two", "example.com/three"];
  const setFinalizers = (finalizers: unknown): Promise<WireResponse> =>
    mergePatch(running, `${maps}/a`, { metadata: { finalizers } });
  await create(running, maps, { metadata: { name: "a", finalizers: [one, two, three] } });
  expect((await setFinalizers([three, one, two])).json.metadata.finalizers).toEqual([three, one, two]);

  await client.request(`${maps}/a`, { method: "DELETE" });
  expect((await setFinalizers([two, three, one])).json.metadata.finalizers).toEqual([two, three, one]);
  expect((await setFinalizers([two, one])).json.metadata.finalizers).toEqual([two, one]);
  expect((await setFinalizers([one])).json.metadata.finalizers).toEqual([one]);
  expect((await client.request(`${maps}/a`)).status).toBe(200);
  expect((await setFinalizers([])).status).toBe(200);
  expect((await client.request(`${maps}/a`)).status).toBe(404);
});

test("[OBJ-19] labels and annotations are stored as sent, and values that are not text are rejected", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const labels = { app: "a", "example.com/tier": "", "with.dots_and-dashes": "Value.1" };
  const annotations = { "example.com/note": 'any text: ünïcödé, "quotes",\n lines, {"json": true}', empty: "" };
  await create(running, maps, { metadata: { name: "a", labels, annotations } });
  const { metadata } = (await client.request(`${maps}/a`)).json;
  expect(metadata.labels).toEqual(labels);
  expect(metadata.annotations).toEqual(annotations);

  const values = { number: 1, bool: true, array: ["x"], object: { x: "y" } };
  for (const [type, value] of Object.entries(values)) {
    for (const field of ["labels", "annotations"]) {
      const refused = await client.request(maps, { body: { metadata: { name: "b", [field]: { key: value } } } });
      expect(refused.status).toBe(400);
      expect(refused.json.reason).toBe("BadRequest");
      expect(refused.json.message).toBe(
        `ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal ${type} into Go struct field ObjectMeta.metadata.${field} of type string`,
      );
    }
  }
  const badLabel = await client.request(maps, { body: { metadata: { name: "b", labels: { "no spaces": "x" } } } });
  expect(badLabel.status).toBe(422);
  expect(badLabel.json.details.causes[0]).toMatchObject({ reason: "FieldValueInvalid", field: "metadata.labels" });
});

describe("[OBJ-21] remaining metadata", () => {
  test("generation is 1 at creation and increments only with changes of the spec", async () => {
    await using running = await startTestServer();
    const made = await create(running, deployments, deployment("d", { generation: 7 }));
    expect(made.metadata.generation).toBe(1);
    const target = `${deployments}/d`;
    const generationAfter = async (body: object, path = target): Promise<unknown> =>
      (await mergePatch(running, path, body)).json.metadata.generation;
    expect(await generationAfter({ metadata: { labels: { x: "y" } } })).toBe(1);
    expect(await generationAfter({ spec: { replicas: 3 } })).toBe(2);
    expect(await generationAfter({ spec: { replicas: 3 } })).toBe(2);
    expect(await generationAfter({ metadata: { generation: 40, labels: { x: "z" } } })).toBe(2);
    expect(await generationAfter({ status: { replicas: 3 } }, `${target}/status`)).toBe(2);
    expect(await generationAfter({ spec: { template: { metadata: { labels: { more: "y" } } } } })).toBe(3);
  });

  test("deletionGracePeriodSeconds is set together with deletionTimestamp, and clients cannot write it", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const pods = "/api/v1/namespaces/default/pods";
    const made = await create(running, pods, pod("p", { nodeName: "n" }));
    expect(made.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
    const early = await mergePatch(running, `${pods}/p`, { metadata: { deletionGracePeriodSeconds: 3 } });
    expect(early.status).toBe(422);
    const cause = {
      reason: "FieldValueInvalid",
      message: "Invalid value: 3: field is immutable",
      field: "metadata.deletionGracePeriodSeconds",
    };
    // The reference checks the metadata of a Pod twice.
    expect(early.json.details.causes).toEqual([cause, cause]);

    await running.clock.advance(1000);
    const deleted = await client.request(`${pods}/p`, { method: "DELETE", body: { gracePeriodSeconds: 20 } });
    expect(deleted.status).toBe(200);
    const { metadata } = (await client.request(`${pods}/p`)).json;
    expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 20, deletionTimestamp: "2025-01-01T00:00:21Z" });
    const late = await mergePatch(running, `${pods}/p`, { metadata: { deletionGracePeriodSeconds: 3 } });
    expect(late.status).toBe(422);
    await mergePatch(running, `${pods}/p`, { metadata: { deletionGracePeriodSeconds: null } });
    expect((await client.request(`${pods}/p`)).json.metadata.deletionGracePeriodSeconds).toBe(20);
  });

  test("selfLink is always empty, even if a client sends it", async () => {
    await using running = await startTestServer();
    const made = await create(running, maps, { metadata: { name: "a", selfLink: "/somewhere" } });
    expect(made.metadata).not.toHaveProperty("selfLink");
    await mergePatch(running, `${maps}/a`, { metadata: { selfLink: "/somewhere" } });
    expect((await running.client.request(`${maps}/a`)).json.metadata).not.toHaveProperty("selfLink");
    expect((await running.client.request(maps)).json.metadata).not.toHaveProperty("selfLink");
  });
});

describe("[OBJ-22] owner references", () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "7d9f1e52-2f0c-4a55-9d0b-0c9a5a4f3b11" };

  test("owner references are stored with all their fields", async () => {
    await using running = await startTestServer();
    const ownerReferences = [
      { ...owner, controller: true, blockOwnerDeletion: true },
      { ...owner, name: "second", uid: "second-uid", controller: false },
      { ...owner, name: "third", uid: "third-uid" },
    ];
    await create(running, maps, { metadata: { name: "a", ownerReferences } });
    expect((await running.client.request(`${maps}/a`)).json.metadata.ownerReferences).toEqual(ownerReferences);
  });

  test("an object with two controlling owner references is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const ownerReferences = [
      { ...owner, controller: true },
      { ...owner, name: "second", uid: "second-uid", controller: true },
    ];
    const refused = await client.request(maps, { body: { metadata: { name: "a", ownerReferences } } });
    expect(refused.status).toBe(422);
    expect(refused.json.reason).toBe("Invalid");
    expect(refused.json.details.causes).toHaveLength(1);
    expect(refused.json.details.causes[0]).toMatchObject({
      reason: "FieldValueInvalid",
      field: "metadata.ownerReferences",
    });
    expect(refused.json.message).toContain(
      'Only one reference can have Controller set to true. Found "true" in references for ConfigMap/owner and ConfigMap/second',
    );
    expect((await client.request(`${maps}/a`)).status).toBe(404);

    await create(running, maps, { metadata: { name: "a", ownerReferences: ownerReferences.slice(0, 1) } });
    expect((await mergePatch(running, `${maps}/a`, { metadata: { ownerReferences } })).status).toBe(422);
  });

  test.each(["apiVersion", "kind", "name", "uid"] as const)(
    "an owner reference without %s is rejected",
    async (field) => {
      await using running = await startTestServer();
      const ownerReferences = [{ ...owner, [field]: "" }];
      const refused = await running.client.request(maps, { body: { metadata: { name: "a", ownerReferences } } });
      expect(refused.status).toBe(422);
      expect(refused.json.details.causes).toEqual([
        {
          reason: "FieldValueInvalid",
          message: `Invalid value: "": ${field === "apiVersion" ? "version" : field} must not be empty`,
          field: `metadata.ownerReferences.${field}`,
        },
      ]);
    },
  );
});
