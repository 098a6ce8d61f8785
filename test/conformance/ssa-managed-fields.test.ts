import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyObject, startTime, updateEntry } from "../support/apply.ts";
import { autoscaler, autoscalersPath } from "../support/autoscalers.ts";
import { mapsPath } from "../support/config-maps.ts";
import { dataKeyFields, mapManifest, mapPath, wholeDataFields } from "../support/map-manifests.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, getObject, patch, put } from "../support/writes.ts";

describe("[SSA-12] the manager of a write that is not an apply", () => {
  const wish = { metadata: { name: "a" }, data: { x: "1" } };
  const create = async (client: WireClient, headers: Record<string, string>, query = ""): Promise<unknown> => {
    const made = await client.request(`${mapsPath}${query}`, { method: "POST", body: wish, headers });
    return made.json.metadata.managedFields[0].manager;
  };

  test.each([
    ["foo/1.2", "foo"],
    ["foo", "foo"],
    ["orchctl/v1.32.0 (linux/amd64) orch/abc", "orchctl"],
    ["Mozilla 5.0 (X11; Linux)/7", "Mozilla 5.0 (X11; Linux)"],
    ["t\tab\u00e9/1", "tab\u00e9"],
    ["x".repeat(200), "x".repeat(128)],
    ["/1.2", "unknown"],
  ])("the manager is the first part of the User-Agent: %s", async (userAgent, manager) => {
    await using running = await startTestServer();
    const header = Buffer.from(userAgent, "utf8").toString("latin1");
    expect(await create(running.client, { "user-agent": header })).toBe(manager);
  });

  test("the manager is `unknown` if the request has no User-Agent", async () => {
    await using running = await startTestServer();
    expect(await create(running.client, {})).toBe("unknown");
  });

  test("the manager is the parameter fieldManager, whatever the User-Agent is", async () => {
    await using running = await startTestServer();
    expect(await create(running.client, { "user-agent": "foo/1.2" }, "?fieldManager=robot")).toBe("robot");
    const headers = { "user-agent": "bar/7", "content-type": "application/merge-patch+json" };
    const changed = await running.client.request(mapPath, { method: "PATCH", headers, body: { data: { y: "1" } } });
    expect(changed.json.metadata.managedFields).toEqual([
      updateEntry("bar", dataKeyFields("y")),
      updateEntry("robot", wholeDataFields("x")),
    ]);
  });
});

test("[SSA-18] an apply and an update by managers of the same name have separate entries", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await applyObject(client, mapPath, "robot", mapManifest({ x: "1", y: "1" }));
  const changed = await put(client, `${mapPath}?fieldManager=robot`, { ...made, data: { x: "1", y: "2" } });
  expect(changed.json.metadata.managedFields).toEqual([
    applyEntry("robot", dataKeyFields("x")),
    updateEntry("robot", dataKeyFields("y")),
  ]);
  const conflict = await apply(client, mapPath, "robot", mapManifest({ x: "1", y: "3" }));
  expect([conflict.status, conflict.json.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "robot" using v1: .data.y',
  ]);
});

test("[SSA-19] the time of an entry changes only if its write changes the object", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  await applyObject(client, mapPath, "one", mapManifest({ x: "1" }));
  await clock.advance(60_000);
  const later = await patch(client, `${mapPath}?fieldManager=hand`, "merge", { data: { y: "1" } });
  expect(later.json.metadata.managedFields).toEqual([
    applyEntry("one", dataKeyFields("x")),
    updateEntry("hand", dataKeyFields("y"), { time: "2025-01-01T00:01:00Z" }),
  ]);
  await clock.advance(60_000);
  expect(await applyObject(client, mapPath, "one", mapManifest({ x: "1" }))).toEqual(later.json);
  const changed = await applyObject(client, mapPath, "one", mapManifest({ x: "2" }));
  expect(changed.metadata.managedFields[0].time).toBe("2025-01-01T00:02:00Z");
});

test("[SSA-20] the fields of an entry are nested objects in the form FieldsV1", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await createObject(client, `${mapsPath}?fieldManager=hand`, {
    metadata: { name: "a", labels: { "example.com/l": "1" }, finalizers: ["example.com/f"], annotations: {} },
    data: { key: "value", "with.dot": "" },
    binaryData: { b: "AA==" },
    immutable: false,
  });
  expect(made.metadata.managedFields).toEqual([
    {
      manager: "hand",
      operation: "Update",
      apiVersion: "v1",
      time: startTime,
      fieldsType: "FieldsV1",
      fieldsV1: {
        "f:binaryData": { ".": {}, "f:b": {} },
        "f:data": { ".": {}, "f:key": {}, "f:with.dot": {} },
        "f:immutable": {},
        "f:metadata": {
          "f:finalizers": { ".": {}, 'v:"example.com/f"': {} },
          "f:labels": { ".": {}, "f:example.com/l": {} },
        },
      },
    },
  ]);
});

test("the creator of an object owns its defaults, but an apply does not", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const labelled = { "f:metadata": { "f:labels": { ".": {}, "f:orch.io/metadata.name": {} } } };
  const shop = await createObject(client, "/api/v1/namespaces?fieldManager=maker", { metadata: { name: "shop" } });
  expect(shop.metadata.managedFields).toEqual([updateEntry("maker", labelled)]);
  const wish = { apiVersion: "v1", kind: "Namespace", metadata: { name: "yard", labels: { team: "a" } } };
  const yard = await applyObject(client, "/api/v1/namespaces/yard", "robot", wish);
  expect(yard.metadata.labels).toEqual({ team: "a", "orch.io/metadata.name": "yard" });
  expect(yard.metadata.managedFields).toEqual([
    applyEntry("robot", { "f:metadata": { "f:labels": { "f:team": {} } } }),
  ]);
  const pod = await createObject(client, "/api/v1/namespaces/default/pods?fieldManager=maker", {
    metadata: { name: "p" },
    spec: { serviceAccountName: "robot", containers: [{ name: "c", image: "c:1" }] },
  });
  expect(pod.metadata.managedFields[0].fieldsV1["f:spec"]).toEqual({
    "f:containers": {
      'k:{"name":"c"}': {
        ".": {},
        "f:image": {},
        "f:imagePullPolicy": {},
        "f:name": {},
        "f:resources": {},
        "f:terminationMessagePath": {},
        "f:terminationMessagePolicy": {},
      },
    },
    "f:dnsPolicy": {},
    "f:enableServiceLinks": {},
    "f:restartPolicy": {},
    "f:schedulerName": {},
    "f:securityContext": {},
    "f:serviceAccount": {},
    "f:serviceAccountName": {},
    "f:terminationGracePeriodSeconds": {},
  });
});

describe("the first apply of an object", () => {
  test("an object without managed fields gets none from an update", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, mapManifest({ x: "1" }));
    await patch(client, mapPath, "merge", { metadata: { managedFields: [{}] } });
    const changed = await patch(client, `${mapPath}?fieldManager=hand`, "merge", { data: { y: "1" } });
    expect(changed.json.metadata).not.toHaveProperty("managedFields");
  });

  test("the entry of an apply that changes nothing has no time, but it has one if the apply includes a status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const quotas = "/api/v1/namespaces/default/resourcequotas";
    const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: { hard: { pods: "10" } } };
    await createObject(client, quotas, quota);
    await applyObject(client, `${quotas}/q`, "one", quota);
    const { metadata, status } = await applyObject(client, `${quotas}/q`, "two", {
      ...quota,
      status: { hard: { pods: "1" } },
    });
    const own = { "f:spec": { "f:hard": { "f:pods": {} } } };
    expect(metadata.managedFields.slice(0, 2)).toEqual([
      { manager: "one", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: own },
      applyEntry("two", own),
    ]);
    expect(status).toEqual({});
  });

  test("the fields of an object without managed fields belong to before-first-apply", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await createObject(client, mapsPath, mapManifest({ x: "1", y: "1" }));
    await patch(client, mapPath, "merge", { metadata: { managedFields: [{}] } });
    await clock.advance(60_000);
    const conflict = await apply(client, mapPath, "one", mapManifest({ x: "2" }));
    expect([conflict.status, conflict.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x',
    ]);
    const taken = await applyObject(client, mapPath, "one", mapManifest({ x: "2" }), { force: true });
    expect(taken.metadata.managedFields).toEqual([
      applyEntry("one", dataKeyFields("x"), { time: "2025-01-01T00:01:00Z" }),
      updateEntry("before-first-apply", wholeDataFields("y"), { time: "2025-01-01T00:01:00Z" }),
    ]);
  });

  test("the fields of a created object belong to its creator at the first apply", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, `${mapsPath}?fieldManager=maker`, mapManifest({ x: "1" }));
    const both = await applyObject(client, mapPath, "one", mapManifest({ x: "1", y: "1" }));
    expect(both.metadata.managedFields).toEqual([
      applyEntry("one", dataKeyFields("x", "y")),
      updateEntry("maker", wholeDataFields("x")),
    ]);
  });
});

describe("the limit of ten managers that update", () => {
  test("the oldest entries are merged into ancient-changes if more than ten managers update", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await applyObject(client, mapPath, "one", mapManifest({ x: "1" }));
    for (let number = 0; number < 12; number++) {
      await clock.advance(1000);
      await patch(client, `${mapPath}?fieldManager=m${String(number).padStart(2, "0")}`, "merge", {
        data: { [`k${number}`]: "1" },
      });
    }
    const at = (second: number): { time: string } => ({ time: `2025-01-01T00:00:${String(second).padStart(2, "0")}Z` });
    expect((await getObject(client, mapPath)).metadata.managedFields).toEqual([
      applyEntry("one", dataKeyFields("x")),
      updateEntry("ancient-changes", dataKeyFields("k0", "k1", "k2"), at(3)),
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) =>
        updateEntry(`m${String(number).padStart(2, "0")}`, dataKeyFields(`k${number}`), at(number + 1)),
      ),
    ]);
  });

  test("the oldest entries are merged separately for each version", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await createObject(client, `${autoscalersPath("v2")}?fieldManager=maker`, autoscaler("v2", {}));
    for (let number = 0; number < 11; number++) {
      await clock.advance(1000);
      const version = number % 2 === 0 ? "v1" : "v2";
      const body = { metadata: { labels: { [`l${number}`]: "1" } } };
      await patch(client, `${autoscalersPath(version)}/h?fieldManager=m${number}`, "merge", body);
    }
    const { managedFields } = (await getObject(client, `${autoscalersPath("v2")}/h`)).metadata;
    const ancient = managedFields.filter(({ manager }: { manager: string }) => manager === "ancient-changes");
    expect(managedFields).toHaveLength(10);
    expect(ancient).toMatchObject(
      [
        { operation: "Update", apiVersion: "autoscaling/v1", time: "2025-01-01T00:00:03Z" },
        { operation: "Update", apiVersion: "autoscaling/v2", time: "2025-01-01T00:00:02Z" },
      ].sort((one, other) => (one.time < other.time ? -1 : 1)),
    );
  });

  test("entries of applies are never merged", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (let number = 0; number < 15; number++)
      await applyObject(client, mapPath, `m${number}`, mapManifest({ [`k${number}`]: "1" }));
    const { managedFields } = (await getObject(client, mapPath)).metadata;
    expect(managedFields).toHaveLength(15);
  });
});

test("a writer owns a field that it sent for a disabled feature, although the field is dropped", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const pods = "/api/v1/namespaces/default/pods";
  const container = { name: "c", image: "c:1", resources: { requests: { cpu: "1" } } };
  const resizePolicy = [{ resourceName: "cpu", restartPolicy: "NotRequired" }];
  const ownedBy = async (name: string, sent: object): Promise<object> => {
    const made = await createObject(client, pods, { metadata: { name }, spec: { containers: [sent] } });
    expect(made.spec.containers[0]).not.toHaveProperty("resizePolicy");
    return made.metadata.managedFields[0].fieldsV1["f:spec"]["f:containers"]['k:{"name":"c"}'];
  };
  expect(await ownedBy("sent", { ...container, resizePolicy })).toHaveProperty("f:resizePolicy", {});
  expect(await ownedBy("plain", container)).not.toHaveProperty("f:resizePolicy");
});

test("a patch that removes a defaulted field of a RoleBinding's role keeps the owner of the role", async () => {
  await using running = await startTestServer();
  const bindings = "/apis/rbac.authorization.orch.io/v1/namespaces/default/rolebindings";
  const roleRef = { kind: "Role", name: "r" };
  await createObject(running.client, bindings, { metadata: { name: "b" }, roleRef });
  const body = { metadata: { labels: { a: "b" } }, roleRef: { apiGroup: null } };
  const patched = await patch(running.client, `${bindings}/b?fieldManager=two`, "strategic", body);
  expect(patched.json.metadata.managedFields.map(({ fieldsV1 }: { fieldsV1: object }) => fieldsV1)).toEqual([
    { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
    { "f:roleRef": {} },
  ]);
});
