import { describe, expect, test } from "vitest";
import { applied, applier, apply, startTime, updater } from "../support/apply.ts";
import { maps } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { created, type PatchType, patch, put, stored } from "../support/writes.ts";

const path = `${maps}/a`;
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const scalers = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
const labels = { app: "web" };
const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};

/** An autoscaler of one to three Pods, in a version, with what `spec` says besides. */
function scaler(version: string, spec: object): object {
  return {
    apiVersion: `autoscaling/${version}`,
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "h" },
    spec: { scaleTargetRef, maxReplicas: 3, ...spec },
  };
}

function map(data: Readonly<Record<string, string>>, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data };
}

function dataKeys(...keys: readonly string[]): object {
  return { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

/** What somebody owns who made all of `data`. */
function allData(...keys: readonly string[]): object {
  return { "f:data": { ".": {}, ...Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) } };
}

describe("[SSA-12] whoever writes without applying", () => {
  const wish = { metadata: { name: "a" }, data: { x: "1" } };
  const create = async (client: WireClient, headers: Record<string, string>, query = ""): Promise<unknown> => {
    const made = await client.request(`${maps}${query}`, { method: "POST", body: wish, headers });
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
  ])("is named as the client names itself: %s", async (userAgent, manager) => {
    await using running = await startTestServer();
    const header = Buffer.from(userAgent, "utf8").toString("latin1");
    expect(await create(running.client, { "user-agent": header })).toBe(manager);
  });

  test("is unknown when the client does not name itself", async () => {
    await using running = await startTestServer();
    expect(await create(running.client, {})).toBe("unknown");
  });

  test("is named by the parameter, whatever the client is called", async () => {
    await using running = await startTestServer();
    expect(await create(running.client, { "user-agent": "foo/1.2" }, "?fieldManager=robot")).toBe("robot");
    const headers = { "user-agent": "bar/7", "content-type": "application/merge-patch+json" };
    const changed = await running.client.request(path, { method: "PATCH", headers, body: { data: { y: "1" } } });
    expect(changed.json.metadata.managedFields).toEqual([
      updater("bar", dataKeys("y")),
      updater("robot", allData("x")),
    ]);
  });
});

describe("writing the list of owners", () => {
  const entries = [applier("one", dataKeys("x")), updater("hand", dataKeys("y"))];
  const prepared = async (client: WireClient): Promise<ReturnType<typeof stored>> => {
    await applied(client, path, "one", map({ x: "1" }));
    await patch(client, `${path}?fieldManager=hand`, "merge", { data: { y: "1" } });
    const made = await stored(client, path);
    expect(made.metadata.managedFields).toEqual(entries);
    return made;
  };
  /** Sets the list in one of the ways that there are, and whatever else. */
  const writers: Readonly<Record<string, (client: WireClient, list: unknown, x?: string) => Promise<WireResponse>>> = {
    put: async (client, managedFields, x = "1") => {
      const { metadata, ...object } = await stored(client, path);
      const body = { ...object, metadata: { ...metadata, managedFields }, data: { ...object.data, x } };
      return put(client, `${path}?fieldManager=resetter`, body);
    },
    merge: (client, managedFields, x = "1") =>
      patch(client, `${path}?fieldManager=resetter`, "merge", { metadata: { managedFields }, data: { x } }),
    json: (client, value, x = "1") =>
      patch(client, `${path}?fieldManager=resetter`, "json", [
        { op: "replace", path: "/metadata/managedFields", value },
        { op: "replace", path: "/data/x", value: x },
      ]),
    strategic: (client, managedFields, x = "1") =>
      patch(client, `${path}?fieldManager=resetter`, "strategic", { metadata: { managedFields }, data: { x } }),
  };

  test.each(Object.keys(writers))("[SSA-15] by %s: a single empty entry empties it", async (way) => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const answer = await writers[way]?.(client, [{}]);
    expect(answer?.status).toBe(200);
    expect(answer?.json.metadata).not.toHaveProperty("managedFields");
    expect(await stored(client, path)).toEqual(answer?.json);
  });

  test.each(Object.keys(writers))("by %s: an empty list removes all managers, as in the reference", async (way) => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const answer = await writers[way]?.(client, []);
    expect(answer?.status).toBe(200);
    expect(answer?.json.metadata).not.toHaveProperty("managedFields");
  });

  test.each(Object.keys(writers))("[SSA-17] by %s: a reset comes before what else is changed", async (way) => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const answer = await writers[way]?.(client, [{}], "2");
    expect(answer?.status).toBe(200);
    expect(answer?.json.data).toEqual({ x: "2", y: "1" });
    expect(answer?.json.metadata.managedFields).toEqual([updater("resetter", dataKeys("x"))]);
  });

  test("takes what is sent, where it can be read", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const mine = [applier("else", dataKeys("x", "y"))];
    const changed = await writers["merge"]?.(client, mine);
    expect(changed?.json.metadata.managedFields).toEqual(mine);
    const lost = await apply(client, path, "one", map({ x: "2" }));
    expect([lost.status, lost.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "else": .data.x',
    ]);
  });

  test.each([
    ["an operation that is none", { operation: "Patch" }],
    ["no operation", { operation: "" }],
    ["no version", { apiVersion: "" }],
    ["another type of fields", { fieldsType: "FieldsV2" }],
    ["no type of fields", { fieldsType: "" }],
    ["a step that is none", { fieldsV1: { data: {} } }],
    ["keys that are no JSON", { fieldsV1: { "k:{": {} } }],
    ["a position that is none", { fieldsV1: { "i:x": {} } }],
    ["a text below a step", { fieldsV1: { "f:data": "all" } }],
  ])("drops what is sent with %s, and keeps what there was", async (_, wrong) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await prepared(client);
    const answer = await writers["merge"]?.(client, [{ ...applier("else", dataKeys("x")), ...wrong }]);
    expect([answer?.status, answer?.json]).toEqual([200, made]);
  });

  test("forgets those of versions that are not served", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await prepared(client);
    const gone = updater("old", dataKeys("x"), { apiVersion: "v0" });
    const answer = await writers["merge"]?.(client, [gone, applier("one", dataKeys("x"))]);
    expect(answer?.json.metadata.managedFields).toEqual([applier("one", dataKeys("x"))]);
  });

  test.each([
    ["Too long: may not be more than 128 bytes", "manager", { manager: "m".repeat(129) }, "FieldValueTooLong"],
    [
      'Invalid value: "a\\nb": invalid character U+000A (at position 1)',
      "manager",
      { manager: "a\nb" },
      "FieldValueInvalid",
    ],
    ["Too long: may not be more than 256 bytes", "subresource", { subresource: "s".repeat(257) }, "FieldValueTooLong"],
  ])("refuses what the rules of the list refuse: %s", async (message, field, wrong, reason) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await prepared(client);
    const answer = await writers["merge"]?.(client, [...entries, { ...applier("else", dataKeys("x")), ...wrong }]);
    expect(answer?.status).toBe(422);
    expect(answer?.json.reason).toBe("Invalid");
    const [cause] = answer?.json.details.causes ?? [];
    expect(cause.field).toMatch(new RegExp(`^metadata\\.managedFields\\[[012]\\]\\.${field}$`));
    // The reference repeats each of these causes four times.
    expect(answer?.json.details.causes).toEqual(
      Array.from({ length: 4 }, () => ({ reason, message, field: cause.field })),
    );
    expect(await stored(client, path)).toEqual(made);
    const isFine = { ...applier("m".repeat(128), dataKeys("x")), subresource: "s".repeat(256) };
    expect((await writers["merge"]?.(client, [isFine]))?.status).toBe(200);
  });

  test("is no matter of subresources", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await created(client, `${deployments}?fieldManager=maker`, deployment);
    const target = `${deployments}/d/status`;
    const reset = await patch(client, `${target}?fieldManager=loop`, "merge", { metadata: { managedFields: [{}] } });
    expect([reset.status, reset.json]).toEqual([200, made]);
  });
});

test("[SSA-18] one who applies, and one of the same name who updates, are two", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await applied(client, path, "robot", map({ x: "1", y: "1" }));
  const changed = await put(client, `${path}?fieldManager=robot`, { ...made, data: { x: "1", y: "2" } });
  expect(changed.json.metadata.managedFields).toEqual([
    applier("robot", dataKeys("x")),
    updater("robot", dataKeys("y")),
  ]);
  const conflict = await apply(client, path, "robot", map({ x: "1", y: "3" }));
  expect([conflict.status, conflict.json.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "robot" using v1: .data.y',
  ]);
});

describe("[SSA-19] an entry says in which version its fields are, and when they were written", () => {
  test("of autoscaling, for each version its own", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await client.request(`${scalers("v1")}?fieldManager=hand`, {
      body: scaler("v1", { targetCPUUtilizationPercentage: 50 }),
    });
    expect(made.status).toBe(201);
    const ofV1 = {
      "f:spec": {
        "f:maxReplicas": {},
        "f:minReplicas": {},
        "f:scaleTargetRef": {},
        "f:targetCPUUtilizationPercentage": {},
      },
    };
    expect(made.json.metadata.managedFields).toEqual([updater("hand", ofV1, { apiVersion: "autoscaling/v1" })]);
    await clock.advance(90_000);
    const raised = await patch(client, `${scalers("v2")}/h?fieldManager=hand`, "merge", { spec: { maxReplicas: 5 } });
    const { "f:maxReplicas": _, ...left } = ofV1["f:spec"];
    const entries = [
      updater("hand", { "f:spec": left }, { apiVersion: "autoscaling/v1" }),
      updater(
        "hand",
        { "f:spec": { "f:maxReplicas": {} } },
        { apiVersion: "autoscaling/v2", time: "2025-01-01T00:01:30Z" },
      ),
    ];
    expect(raised.json.metadata.managedFields).toEqual(entries);
    expect((await stored(client, `${scalers("v1")}/h`)).metadata.managedFields).toEqual(entries);
  });

  test("and what somebody owns in one version conflicts in another", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const cpu = (averageUtilization: number): object => ({
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } }],
    });
    await applied(client, `${scalers("v1")}/h`, "one", scaler("v1", { targetCPUUtilizationPercentage: 50 }));
    const conflict = await apply(client, `${scalers("v2")}/h`, "two", scaler("v2", cpu(70)));
    expect([conflict.status, conflict.json.details.causes]).toEqual([
      409,
      [
        {
          reason: "FieldManagerConflict",
          message: 'conflict with "one"',
          field: ".spec.targetCPUUtilizationPercentage",
        },
      ],
    ]);
    const moved = await applied(client, `${scalers("v2")}/h`, "one", scaler("v2", cpu(70)));
    expect(moved.metadata.managedFields).toEqual([
      applier(
        "one",
        {
          "f:spec": {
            "f:maxReplicas": {},
            "f:metrics": {},
            "f:scaleTargetRef": { "f:apiVersion": {}, "f:kind": {}, "f:name": {} },
          },
        },
        { apiVersion: "autoscaling/v2" },
      ),
    ]);
    const read = await stored(client, `${scalers("v1")}/h`);
    expect(read.spec.targetCPUUtilizationPercentage).toBe(70);
  });

  test("an apply of no metrics meets no conflict if the manager has applied in a version that fills in the live ones", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const target = `${scalers("v2")}/h`;
    const unwanted = scaler("v2", { metrics: [], minReplicas: 2 });
    await created(client, `${scalers("v2")}?fieldManager=one`, scaler("v2", {}));
    const causesOf = async (): Promise<readonly { field: string }[]> =>
      (await apply(client, target, "two", unwanted)).json.details.causes;
    expect(await causesOf()).toMatchObject([{ field: ".spec.metrics" }, { field: ".spec.minReplicas" }]);
    await applied(client, `${scalers("v1")}/h`, "two", scaler("v1", {}));
    expect(await causesOf()).toMatchObject([{ field: ".spec.minReplicas" }]);
  });

  test("an apply removes a field that the manager applied in another version, and the field gets its default", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const applyIn = async (version: string, spec: object): Promise<{ minReplicas: number; metrics: object[] }> => {
      await applied(client, `${scalers(version)}/h`, "one", scaler(version, spec));
      return (await stored(client, `${scalers("v2")}/h`)).spec;
    };
    await applyIn("v1", { minReplicas: 2, targetCPUUtilizationPercentage: 60 });
    const left = await applyIn("v2", {});
    expect(left.minReplicas).toBe(1);
    // As in the reference, metrics stay: the conversion of an autoscaler without any fills in the default, so they are present.
    expect(left.metrics).toMatchObject([{ resource: { target: { averageUtilization: 60 } } }]);
    await applyIn("v2", { minReplicas: 2 });
    expect((await applyIn("v1", {})).minReplicas).toBe(1);
  });

  test("a write through one group of Events drops the entries of the other group, as in the reference", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const core = "/api/v1/namespaces/default/events";
    const events = "/apis/events.orch.io/v1/namespaces/default/events";
    await created(client, `${core}?fieldManager=old`, {
      metadata: { name: "e" },
      involvedObject: { namespace: "default", kind: "Pod", name: "p" },
      message: "hello",
      reason: "Said",
      type: "Normal",
    });
    const changed = await patch(client, `${events}/e?fieldManager=new`, "merge", { metadata: { labels: { l: "1" } } });
    expect(changed.status).toBe(200);
    expect(changed.json.metadata.managedFields).toEqual([
      updater("new", { "f:metadata": { "f:labels": { ".": {}, "f:l": {} } } }, { apiVersion: "events.orch.io/v1" }),
    ]);
  });

  test("a manager that owns the whole spec can apply it through another version", async () => {
    await using running = await startTestServer({ flags: ["--runtime-config=api/all=true"] });
    const slice = (nodeName: string, size: unknown): object => ({
      kind: "ResourceSlice",
      metadata: { name: "s" },
      spec: {
        driver: "d.example.com",
        nodeName,
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        devices: [{ name: "a", basic: { capacity: { size } } }],
      },
    });
    const send = async (version: string, body: object) => {
      const apiVersion = `resource.orch.io/${version}`;
      const slices = `/apis/${apiVersion}/resourceslices/s`;
      return await apply(running.client, slices, "one", { apiVersion, ...body });
    };
    expect((await send("v1beta1", slice("n", { value: "1Gi" }))).status).toBe(201);
    expect((await send("v1alpha3", slice("o", "1Gi"))).json.message).toContain("spec.nodeName: Invalid value");
    const { status, json } = await send("v1alpha3", slice("n", "2Gi"));
    expect([status, json.spec.devices[0].basic.capacity]).toEqual([200, { size: "2Gi" }]);
  });

  test("and the time moves only with what is written", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await applied(client, path, "one", map({ x: "1" }));
    await clock.advance(60_000);
    const later = await patch(client, `${path}?fieldManager=hand`, "merge", { data: { y: "1" } });
    expect(later.json.metadata.managedFields).toEqual([
      applier("one", dataKeys("x")),
      updater("hand", dataKeys("y"), { time: "2025-01-01T00:01:00Z" }),
    ]);
    await clock.advance(60_000);
    expect(await applied(client, path, "one", map({ x: "1" }))).toEqual(later.json);
    const changed = await applied(client, path, "one", map({ x: "2" }));
    expect(changed.metadata.managedFields[0].time).toBe("2025-01-01T00:02:00Z");
  });
});

test("[SSA-20] the fields of an entry are nested objects of the form FieldsV1", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await created(client, `${maps}?fieldManager=hand`, {
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

test("who makes an object owns its defaults, too; who applies it does not", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const labelled = { "f:metadata": { "f:labels": { ".": {}, "f:orch.io/metadata.name": {} } } };
  const shop = await created(client, "/api/v1/namespaces?fieldManager=maker", { metadata: { name: "shop" } });
  expect(shop.metadata.managedFields).toEqual([updater("maker", labelled)]);
  const wish = { apiVersion: "v1", kind: "Namespace", metadata: { name: "yard", labels: { team: "a" } } };
  const yard = await applied(client, "/api/v1/namespaces/yard", "robot", wish);
  expect(yard.metadata.labels).toEqual({ team: "a", "orch.io/metadata.name": "yard" });
  expect(yard.metadata.managedFields).toEqual([applier("robot", { "f:metadata": { "f:labels": { "f:team": {} } } })]);
  const pod = await created(client, "/api/v1/namespaces/default/pods?fieldManager=maker", {
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

describe("before anybody has applied", () => {
  test("an object of which nobody is known to own anything stays so", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await created(client, maps, map({ x: "1" }));
    await patch(client, path, "merge", { metadata: { managedFields: [{}] } });
    const changed = await patch(client, `${path}?fieldManager=hand`, "merge", { data: { y: "1" } });
    expect(changed.json.metadata).not.toHaveProperty("managedFields");
  });

  test("an apply that changes nothing has no time, and one that names a status has one", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const quotas = "/api/v1/namespaces/default/resourcequotas";
    const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: { hard: { pods: "10" } } };
    await created(client, quotas, quota);
    await applied(client, `${quotas}/q`, "one", quota);
    const { metadata, status } = await applied(client, `${quotas}/q`, "two", {
      ...quota,
      status: { hard: { pods: "1" } },
    });
    const own = { "f:spec": { "f:hard": { "f:pods": {} } } };
    expect(metadata.managedFields.slice(0, 2)).toEqual([
      { manager: "one", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: own },
      applier("two", own),
    ]);
    expect(status).toEqual({});
  });

  test("what was there belongs to before-first-apply", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await created(client, maps, map({ x: "1", y: "1" }));
    await patch(client, path, "merge", { metadata: { managedFields: [{}] } });
    await clock.advance(60_000);
    const conflict = await apply(client, path, "one", map({ x: "2" }));
    expect([conflict.status, conflict.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x',
    ]);
    const taken = await applied(client, path, "one", map({ x: "2" }), { force: true });
    expect(taken.metadata.managedFields).toEqual([
      applier("one", dataKeys("x"), { time: "2025-01-01T00:01:00Z" }),
      updater("before-first-apply", allData("y"), { time: "2025-01-01T00:01:00Z" }),
    ]);
  });

  test("an object that is created belongs to who creates it", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await created(client, `${maps}?fieldManager=maker`, map({ x: "1" }));
    const both = await applied(client, path, "one", map({ x: "1", y: "1" }));
    expect(both.metadata.managedFields).toEqual([applier("one", dataKeys("x", "y")), updater("maker", allData("x"))]);
  });
});

describe("of those who update, more than ten", () => {
  test("the oldest are merged into one, ancient-changes", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await applied(client, path, "one", map({ x: "1" }));
    for (let number = 0; number < 12; number++) {
      await clock.advance(1000);
      await patch(client, `${path}?fieldManager=m${String(number).padStart(2, "0")}`, "merge", {
        data: { [`k${number}`]: "1" },
      });
    }
    const at = (second: number): { time: string } => ({ time: `2025-01-01T00:00:${String(second).padStart(2, "0")}Z` });
    expect((await stored(client, path)).metadata.managedFields).toEqual([
      applier("one", dataKeys("x")),
      updater("ancient-changes", dataKeys("k0", "k1", "k2"), at(3)),
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) =>
        updater(`m${String(number).padStart(2, "0")}`, dataKeys(`k${number}`), at(number + 1)),
      ),
    ]);
  });

  test("are merged by version", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await created(client, `${scalers("v2")}?fieldManager=maker`, scaler("v2", {}));
    for (let number = 0; number < 11; number++) {
      await clock.advance(1000);
      const version = number % 2 === 0 ? "v1" : "v2";
      const body = { metadata: { labels: { [`l${number}`]: "1" } } };
      await patch(client, `${scalers(version)}/h?fieldManager=m${number}`, "merge", body);
    }
    const { managedFields } = (await stored(client, `${scalers("v2")}/h`)).metadata;
    const ancient = managedFields.filter(({ manager }: { manager: string }) => manager === "ancient-changes");
    expect(managedFields).toHaveLength(10);
    expect(ancient).toMatchObject(
      [
        { operation: "Update", apiVersion: "autoscaling/v1", time: "2025-01-01T00:00:03Z" },
        { operation: "Update", apiVersion: "autoscaling/v2", time: "2025-01-01T00:00:02Z" },
      ].sort((one, other) => (one.time < other.time ? -1 : 1)),
    );
  });

  test("never are those who apply", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (let number = 0; number < 15; number++) await applied(client, path, `m${number}`, map({ [`k${number}`]: "1" }));
    const { managedFields } = (await stored(client, path)).metadata;
    expect(managedFields).toHaveLength(15);
  });
});

describe("a write that would change nothing but the time of an entry", () => {
  const template = (cpu: string): object => ({
    metadata: { labels },
    spec: { containers: [{ name: "c", image: "c:1", resources: { requests: { cpu } } }] },
  });
  const wish = (cpu: string, metadata: object = {}): object => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d", ...metadata },
    spec: { selector: { matchLabels: labels }, template: template(cpu) },
  });
  const target = `${deployments}/d`;

  test("of what is stored in another spelling is none, however often", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await applied(client, target, "one", wish("1000m"));
    expect(made.spec.template.spec.containers[0].resources.requests.cpu).toBe("1");
    for (let round = 0; round < 3; round++) {
      await clock.advance(60_000);
      expect(await applied(client, target, "one", wish("1000m"))).toEqual(made);
      expect(await stored(client, target)).toEqual(made);
    }
    const changed = await applied(client, target, "one", wish("1000m", { labels: { l: "1" } }));
    expect(changed.metadata.generation).toBe(1);
    expect(changed.metadata.managedFields[0].time).toBe("2025-01-01T00:03:00Z");
  });

  test("is none when it moves an entry's time by hand", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applied(client, path, "one", map({ x: "1" }));
    const managedFields = [{ ...made.metadata.managedFields[0], time: "2020-01-01T00:00:00Z" }];
    expect((await patch(client, path, "merge", { metadata: { managedFields } })).json).toEqual(made);
  });

  test.each<PatchType>(["json", "merge", "strategic"])("is none, whatever writes it: a %s patch", async (type) => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await created(client, `${deployments}?fieldManager=one`, wish("1"));
    const made = await stored(client, target);
    await clock.advance(60_000);
    const at = "/spec/template/spec/containers/0/resources/requests/cpu";
    const again =
      type === "json" ? [{ op: "replace", path: at, value: "1000m" }] : { spec: { template: template("1000m") } };
    expect((await patch(client, `${target}?fieldManager=one`, type, again)).json).toEqual(made);
  });

  test("is none, whoever has written since", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await created(client, `${deployments}?fieldManager=one`, wish("1"));
    await clock.advance(60_000);
    const status = { status: { replicas: 1 } };
    expect((await patch(client, `${target}/status?fieldManager=two`, "merge", status)).status).toBe(200);
    const before = await stored(client, target);
    await clock.advance(60_000);
    const again = { spec: { template: template("1000m") } };
    expect((await patch(client, `${target}?fieldManager=one`, "merge", again)).json).toEqual(before);
  });
});

test("a writer owns a field that it sent for a disabled feature, although the field is dropped", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const pods = "/api/v1/namespaces/default/pods";
  const container = { name: "c", image: "c:1", resources: { requests: { cpu: "1" } } };
  const resizePolicy = [{ resourceName: "cpu", restartPolicy: "NotRequired" }];
  const ownedBy = async (name: string, sent: object): Promise<object> => {
    const made = await created(client, pods, { metadata: { name }, spec: { containers: [sent] } });
    expect(made.spec.containers[0]).not.toHaveProperty("resizePolicy");
    return made.metadata.managedFields[0].fieldsV1["f:spec"]["f:containers"]['k:{"name":"c"}'];
  };
  expect(await ownedBy("sent", { ...container, resizePolicy })).toHaveProperty("f:resizePolicy", {});
  expect(await ownedBy("plain", container)).not.toHaveProperty("f:resizePolicy");
});

test("a patch of a default to nothing leaves a RoleBinding's role to its owner", async () => {
  await using running = await startTestServer();
  const bindings = "/apis/rbac.authorization.orch.io/v1/namespaces/default/rolebindings";
  const roleRef = { kind: "Role", name: "r" };
  await created(running.client, bindings, { metadata: { name: "b" }, roleRef });
  const body = { metadata: { labels: { a: "b" } }, roleRef: { apiGroup: null } };
  const patched = await patch(running.client, `${bindings}/b?fieldManager=two`, "strategic", body);
  expect(patched.json.metadata.managedFields.map(({ fieldsV1 }: { fieldsV1: object }) => fieldsV1)).toEqual([
    { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
    { "f:roleRef": {} },
  ]);
});

test("the managers of a Scale can be patched, and messages show them", async () => {
  await using running = await startTestServer();
  await created(running.client, deployments, { ...deployment, spec: { ...deployment.spec, replicas: 1 } });
  const refused = await patch(running.client, `${deployments}/d/scale`, "merge", { spec: { replicas: [] } });
  expect(refused.json.details.causes[0].message).toContain('\\"managedFields\\":[{\\"manager\\":\\"unknown\\"');
  const operations = [{ op: "test", path: "/metadata/managedFields/0/manager", value: "unknown" }];
  expect((await patch(running.client, `${deployments}/d/scale`, "json", operations)).status).toBe(200);
});

test("applies that change nothing in a Scale give its replicas an entry of their own, as in the reference", async () => {
  await using running = await startTestServer();
  await created(running.client, deployments, { ...deployment, spec: { ...deployment.spec, replicas: 1 } });
  const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "d" } };
  const versions: string[] = [];
  const owners: object[] = [];
  for (let count = 0; count < 3; count++) {
    versions.push((await applied(running.client, `${deployments}/d/scale`, "two", body)).metadata.resourceVersion);
    const { managedFields } = (await stored(running.client, `${deployments}/d`)).metadata;
    owners.push((managedFields as readonly object[])[0] ?? {});
  }
  const replicas = { operation: "Update", fieldsV1: { "f:spec": { "f:replicas": {} } } };
  expect(owners).toMatchObject([
    { ...replicas, manager: "unknown" },
    { ...replicas, manager: "before-first-apply", subresource: "scale" },
    { ...replicas, manager: "before-first-apply", subresource: "scale" },
  ]);
  expect(versions[2]).toBe(versions[1]);
});

test("the metadata of a Scale is checked, although a write to a Scale does not change it", async () => {
  await using running = await startTestServer();
  await created(running.client, deployments, deployment);
  const body = { metadata: { labels: { "-": "x" }, finalizers: ["a"] }, spec: { replicas: -1 } };
  const refused = await patch(running.client, `${deployments}/d/scale`, "merge", body);
  expect(refused.json.code).toBe(422);
  expect(refused.json.details.causes.map(({ field }: { field: string }) => field)).toEqual([
    "metadata.labels",
    "metadata.finalizers[0]",
    "spec.replicas",
  ]);
});
