import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyMediaType, applyObject, conflictCauses, updateEntry } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, getObject, isGone, patch, put } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const labels = { app: "web" };

/** Returns the ConfigMap `a` with these fields, for an apply. */
function map(data?: Readonly<Record<string, string>>, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, ...(data ? { data } : {}) };
}

/** Returns a complete Deployment with one container. */
function deployment(spec: object = {}): object {
  const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } };
  const whole = { selector: { matchLabels: labels }, template, ...spec };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec: whole };
}

/** Returns a part of the Deployment, for an apply. */
function partOfDeployment(spec: object): object {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec };
}

const appsV1 = { apiVersion: "apps/v1" };

/** Returns the `fieldsV1` of a manager that owns these keys of `data`. */
function dataKeys(...keys: readonly string[]): object {
  return { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

describe("[SSA-01, QRY-08] an apply patch", () => {
  test("[NEG-05] an apply in YAML or JSON records its manager", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: '1'\n";
    const made = await apply(client, path, "robot", yaml);
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: {
        name: "a",
        namespace: "default",
        uid: made.json.metadata.uid,
        resourceVersion: made.json.metadata.resourceVersion,
        creationTimestamp: "2025-01-01T00:00:00Z",
        managedFields: [applyEntry("robot", dataKeys("x"))],
      },
      data: { x: "1" },
    });
    const again = await apply(client, path, "robot", JSON.stringify(map({ x: "2" })));
    expect(again.status).toBe(200);
    expect(again.json.data).toEqual({ x: "2" });
    expect(again.json.metadata.managedFields).toEqual([applyEntry("robot", dataKeys("x"))]);
    expect(await getObject(client, path)).toEqual(again.json);
  });

  test("an apply without a manager is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (const query of ["", "?fieldManager=", "?force=true"]) {
      const headers = { "content-type": applyMediaType };
      const refused = await client.request(`${path}${query}`, { method: "PATCH", headers, body: map() });
      expectFailure(refused, {
        code: 422,
        reason: "Invalid",
        message: 'PatchOptions.meta.orch.io "" is invalid: fieldManager: Required value: is required for apply patch',
        details: {
          group: "meta.orch.io",
          kind: "PatchOptions",
          causes: [
            {
              reason: "FieldValueRequired",
              message: "Required value: is required for apply patch",
              field: "fieldManager",
            },
          ],
        },
      });
    }
    expect(await isGone(client, path)).toBe(true);
  });

  test.each([
    ["m".repeat(129), "Too long: may not be more than 128 bytes", "FieldValueTooLong"],
    ["a%0Ab", 'Invalid value: "a\\nb": invalid character U+000A (at position 1)', "FieldValueInvalid"],
  ])("an apply whose manager is too long or not printable is rejected: %s", async (manager, message, reason) => {
    await using running = await startTestServer();
    const refused = await apply(running.client, path, manager, map());
    expect(refused.status).toBe(422);
    expect(refused.json.details.causes).toEqual([{ reason, message, field: "fieldManager" }]);
    expect((await apply(running.client, path, "m".repeat(128), map())).status).toBe(201);
  });

  test.each(["json", "merge", "strategic"] as const)(
    "a %s patch with force is rejected, because only applies may have it",
    async (type) => {
      await using running = await startTestServer();
      const { client } = running;
      await createObject(client, mapsPath, { metadata: { name: "a" } });
      const refused = await patch(client, `${path}?force=true`, type, type === "json" ? [] : {});
      expect(refused.status).toBe(422);
      expect(refused.json.details.causes).toEqual([
        {
          reason: "FieldValueForbidden",
          message: "Forbidden: may not be specified for non-apply patch",
          field: "force",
        },
      ]);
    },
  );
});

test("[QRY-08] every write may have a fieldManager, but only applies may have force", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, `${mapsPath}?fieldManager=post`, { metadata: { name: "a" }, data: { x: "1" } });
  await put(client, `${path}?fieldManager=put`, { metadata: { name: "a" }, data: { x: "1", y: "1" } });
  await patch(client, `${path}?fieldManager=patch`, "merge", { data: { z: "1" } });
  const both = await applyObject(client, path, "apply", map({ x: "1" }));
  expect(both.metadata.managedFields).toEqual([
    applyEntry("apply", dataKeys("x"), { time: undefined }),
    updateEntry("patch", dataKeys("z")),
    updateEntry("post", { "f:data": { ".": {}, "f:x": {} } }),
    updateEntry("put", dataKeys("y")),
  ]);
  for (const force of ["", "&force=false", "&force=0"]) {
    const headers = { "content-type": applyMediaType };
    const answer = await client.request(`${path}?fieldManager=apply${force}`, {
      method: "PATCH",
      headers,
      body: map({ x: "1", y: "2" }),
    });
    expect(answer.status).toBe(409);
  }
  for (const force of ["true", "1", "T"]) {
    const headers = { "content-type": applyMediaType };
    const answer = await client.request(`${path}?fieldManager=apply&force=${force}`, {
      method: "PATCH",
      headers,
      body: map({ x: "1", y: force }),
    });
    expect([answer.status, answer.json.data.y]).toEqual([200, force]);
  }
});

describe("[SSA-02] what is applied", () => {
  test("an apply without kind or apiVersion is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const { apiVersion, kind, ...rest } = map({ x: "1" }) as { apiVersion: string; kind: string };
    expectBadRequest(await apply(client, path, "m", { ...rest, apiVersion }), "invalid object type: /v1, Kind=");
    expectBadRequest(await apply(client, path, "m", { ...rest, kind }), "invalid object type: /, Kind=ConfigMap");
    expectBadRequest(
      await apply(client, path, "m", { ...rest, kind, apiVersion: "v2" }),
      "invalid object type: /v2, Kind=ConfigMap",
    );
    expectBadRequest(
      await apply(client, path, "m", { ...rest, kind: "Secret", apiVersion }),
      "invalid object type: /v1, Kind=Secret",
    );
    expectBadRequest(
      await apply(client, `${deployments}/d`, "m", { ...deployment(), apiVersion: "apps/v1beta1" }),
      "invalid object type: apps/v1beta1, Kind=Deployment",
    );
    expect(await isGone(client, path)).toBe(true);
  });

  test("an apply keeps the fields that it omits", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(
      client,
      `${deployments}?fieldManager=maker`,
      deployment({ replicas: 3, minReadySeconds: 5 }),
    );
    const changed = await applyObject(
      client,
      `${deployments}/d`,
      "robot",
      partOfDeployment({ revisionHistoryLimit: 2 }),
      {
        force: true,
      },
    );
    expect(changed.spec).toEqual({ ...made.spec, revisionHistoryLimit: 2 });
    expect(changed.metadata).toEqual({
      ...made.metadata,
      generation: 2,
      resourceVersion: changed.metadata.resourceVersion,
      managedFields: changed.metadata.managedFields,
    });
  });
});

test("[SSA-03] an apply with managedFields is rejected", async () => {
  await using running = await startTestServer();
  const { client } = running;
  for (const managedFields of [[], [{}], [applyEntry("m", dataKeys("x"))]]) {
    expectBadRequest(
      await apply(client, path, "m", map({ x: "1" }, { managedFields })),
      "metadata.managedFields must be nil",
    );
  }
  expect((await apply(client, path, "m", map({ x: "1" }, { managedFields: null }))).status).toBe(201);
});

test("[SSA-04] two managers that apply different fields own their own ones", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await applyObject(client, path, "one", map({ x: "1" }, { labels: { l: "1" } }));
  const both = await applyObject(client, path, "two", map({ y: "2" }, { annotations: { n: "2" } }));
  expect(both.data).toEqual({ x: "1", y: "2" });
  expect(both.metadata).toMatchObject({ labels: { l: "1" }, annotations: { n: "2" } });
  expect(both.metadata.managedFields).toEqual([
    applyEntry("one", { "f:data": { "f:x": {} }, "f:metadata": { "f:labels": { "f:l": {} } } }),
    applyEntry("two", { "f:data": { "f:y": {} }, "f:metadata": { "f:annotations": { "f:n": {} } } }),
  ]);
});

describe("[SSA-05, SSA-31] conflicts of an apply", () => {
  test("an apply with another value than the owner's conflicts and changes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, path, "one", map({ x: "1" }));
    expectFailure(await apply(client, path, "two", map({ x: "2", y: "2" })), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .data.x',
      details: { causes: conflictCauses('"one"', ".data.x") },
    });
    expect(await getObject(client, path)).toEqual(made);
  });

  test("a conflict lists every field with its owner", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const target = `${deployments}/d`;
    await applyObject(client, target, "one", deployment({ replicas: 1 }));
    await patch(client, `${target}?fieldManager=hand`, "merge", { spec: { minReadySeconds: 3 } });
    await patch(client, `${target}/status?fieldManager=loop`, "merge", {
      metadata: { labels: { l: "1" } },
      status: { replicas: 1 },
    });
    const template = { spec: { containers: [{ name: "web", image: "web:2" }] } };
    const wanted = { ...partOfDeployment({ replicas: 2, minReadySeconds: 4, template }), metadata: { name: "d" } };
    expectFailure(await apply(client, target, "two", wanted), {
      code: 409,
      reason: "Conflict",
      message: [
        'Apply failed with 3 conflicts: conflicts with "hand" using apps/v1:',
        "- .spec.minReadySeconds",
        'conflicts with "one":',
        "- .spec.replicas",
        '- .spec.template.spec.containers[name="web"].image',
      ].join("\n"),
      details: {
        causes: [
          ...conflictCauses('"hand" using apps/v1', ".spec.minReadySeconds"),
          ...conflictCauses('"one"', ".spec.replicas", '.spec.template.spec.containers[name="web"].image'),
        ],
      },
    });
  });

  test("a conflict names the subresource through which the owner wrote", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const target = `${deployments}/d`;
    await createObject(client, deployments, deployment());
    const status = { ...appsV1, kind: "Deployment", metadata: { name: "d" }, status: { replicas: 1 } };
    await put(client, `${target}/status?fieldManager=loop`, {
      ...(await getObject(client, target)),
      status: { replicas: 1 },
    });
    await applyObject(client, `${target}/status`, "robot", { ...status, status: { readyReplicas: 1 } });
    expectFailure(
      await apply(client, `${target}/status`, "two", { ...status, status: { replicas: 5, readyReplicas: 5 } }),
      {
        code: 409,
        reason: "Conflict",
        message: [
          'Apply failed with 2 conflicts: conflicts with "loop" with subresource "status" using apps/v1:',
          "- .status.replicas",
          'conflicts with "robot" with subresource "status":',
          "- .status.readyReplicas",
        ].join("\n"),
        details: {
          causes: [
            ...conflictCauses('"loop" with subresource "status" using apps/v1', ".status.replicas"),
            ...conflictCauses('"robot" with subresource "status"', ".status.readyReplicas"),
          ],
        },
      },
    );
  });
});

test("[SSA-06] an apply with force becomes the only owner of the field", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await applyObject(client, path, "one", map({ x: "1", y: "1" }));
  await applyObject(client, path, "two", map({ x: "1" }));
  await patch(client, `${path}?fieldManager=hand`, "merge", { data: { z: "1" } });
  const taken = await applyObject(client, path, "three", map({ x: "3", z: "3" }), { force: true });
  expect(taken.data).toEqual({ x: "3", y: "1", z: "3" });
  expect(taken.metadata.managedFields).toEqual([
    applyEntry("one", dataKeys("y")),
    applyEntry("three", dataKeys("x", "z")),
  ]);
});

describe("[SSA-07] PUT and other patches", () => {
  test("PUT and other patches become owners of the fields that they change, without conflicts", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, path, "one", map({ x: "1", y: "1", z: "1" }));
    const replaced = await put(client, `${path}?fieldManager=hand`, { ...made, data: { x: "2", y: "1", z: "1" } });
    expect(replaced.status).toBe(200);
    expect(replaced.json.metadata.managedFields).toEqual([
      applyEntry("one", dataKeys("y", "z")),
      updateEntry("hand", dataKeys("x")),
    ]);
    for (const [type, body] of [
      ["json", [{ op: "replace", path: "/data/y", value: "3" }]],
      ["merge", { data: { y: "4" } }],
      ["strategic", { data: { y: "5" } }],
    ] as const) {
      const patched = await patch(client, `${path}?fieldManager=${type}`, type, body);
      expect(patched.status).toBe(200);
      expect(patched.json.metadata.managedFields).toEqual([
        applyEntry("one", dataKeys("z")),
        updateEntry("hand", dataKeys("x")),
        updateEntry(type, dataKeys("y")),
      ]);
    }
  });

  test("PUT and other patches remove fields that other managers own", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, path, "one", map({ x: "1", y: "1" }));
    const patched = await patch(client, path, "merge", { data: { x: null } });
    expect(patched.json.data).toEqual({ y: "1" });
    expect(patched.json.metadata.managedFields).toEqual([applyEntry("one", dataKeys("y"))]);
  });
});

describe("[SSA-08] those who apply the same value", () => {
  test("managers that apply the same value share the field until one omits or changes it", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await applyObject(client, path, "one", map({ x: "1", y: "1" }));
    await clock.advance(60_000);
    const shared = await applyObject(client, path, "two", map({ x: "1" }));
    expect(shared.metadata.managedFields).toEqual([
      applyEntry("two", dataKeys("x"), { time: undefined }),
      applyEntry("one", dataKeys("x", "y")),
    ]);
    const conflict = await apply(client, path, "two", map({ x: "2" }));
    expect([conflict.status, conflict.json.details.causes]).toEqual([409, conflictCauses('"one"', ".data.x")]);
    const other = await apply(client, path, "one", map({ x: "2", y: "1" }));
    expect([other.status, other.json.details.causes]).toEqual([409, conflictCauses('"two"', ".data.x")]);
    const released = await applyObject(client, path, "one", map({ y: "1" }));
    expect(released.data).toEqual({ x: "1", y: "1" });
    expect(released.metadata.managedFields).toEqual([
      applyEntry("two", dataKeys("x"), { time: undefined }),
      applyEntry("one", dataKeys("y")),
    ]);
    expect((await applyObject(client, path, "two", map({ x: "2" }))).data).toEqual({ x: "2", y: "1" });
  });
});

describe("resolution of a conflict", () => {
  test("[SSA-09] an apply that omits the conflicting field keeps its value and gives up its ownership", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, path, "two", map({ x: "1", y: "2" }));
    await patch(client, `${path}?fieldManager=hand`, "merge", { data: { x: "5" } });
    expect((await apply(client, path, "two", map({ x: "1", y: "2" }))).status).toBe(409);
    const left = await applyObject(client, path, "two", map({ y: "2" }));
    expect(left.data).toEqual({ x: "5", y: "2" });
    expect(left.metadata.managedFields).toEqual([applyEntry("two", dataKeys("y")), updateEntry("hand", dataKeys("x"))]);
  });

  test("[SSA-10] an apply with the stored value of the conflicting field shares its ownership", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, path, "one", map({ x: "1" }));
    expect((await apply(client, path, "two", map({ x: "2" }))).status).toBe(409);
    const shared = await applyObject(client, path, "two", map({ x: "1" }));
    expect(shared.data).toEqual({ x: "1" });
    expect(shared.metadata.managedFields).toEqual([
      applyEntry("two", dataKeys("x"), { time: undefined }),
      applyEntry("one", dataKeys("x")),
    ]);
  });
});

describe("[SSA-11] fields that an applier omits from its next apply", () => {
  test("a field that its only owner omits from the next apply is removed", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, path, "one", map({ x: "1", y: "1", z: "1" }, { labels: { l: "1" } }));
    await applyObject(client, path, "two", map({ z: "1" }));
    const left = await applyObject(client, path, "one", map({ x: "1" }));
    expect(left.data).toEqual({ x: "1", z: "1" });
    expect(left.metadata).not.toHaveProperty("labels");
  });

  test("a field with a default gets its default if its only owner omits it", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const target = `${deployments}/d`;
    const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 3 } };
    const made = await applyObject(
      client,
      target,
      "one",
      deployment({ replicas: 4, revisionHistoryLimit: 2, strategy }),
    );
    expect(made.spec).toMatchObject({
      replicas: 4,
      strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: "25%" } },
    });
    const left = await applyObject(client, target, "one", deployment());
    expect(left.spec).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    });
  });

  test("a list item that its owner omits is removed, except for fields of other owners", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const target = `${deployments}/d`;
    const containers = (...all: readonly object[]): object => ({
      template: { metadata: { labels }, spec: { containers: all } },
    });
    const web = { name: "web", image: "web:1" };
    const side = { name: "side", image: "side:1", command: ["run"] };
    await applyObject(client, target, "one", deployment(containers(web, side)));
    await applyObject(
      client,
      target,
      "two",
      partOfDeployment({ template: { spec: { containers: [{ name: "side", image: "side:1" }] } } }),
    );
    const kept = await applyObject(client, target, "one", deployment(containers(web)));
    expect(kept.spec.template.spec.containers).toMatchObject([web, { name: "side", image: "side:1" }]);
    expect(kept.spec.template.spec.containers[1]).not.toHaveProperty("command");
    const { containers: left } = (await applyObject(client, target, "two", partOfDeployment({ minReadySeconds: 1 })))
      .spec.template.spec;
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject(web);
  });
});

describe("an apply of an object that does not exist", () => {
  test("an apply of a missing object creates it with its defaults", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await apply(client, `${deployments}/d`, "one", deployment());
    expect(made.status).toBe(201);
    expect(made.json.spec.replicas).toBe(1);
    expect(made.json.metadata).toMatchObject({ name: "d", namespace: "default", generation: 1 });
    expect(made.json.metadata.managedFields).toEqual([
      applyEntry(
        "one",
        {
          "f:spec": {
            "f:selector": {},
            "f:template": {
              "f:metadata": { "f:labels": { "f:app": {} } },
              "f:spec": { "f:containers": { 'k:{"name":"web"}': { ".": {}, "f:image": {}, "f:name": {} } } },
            },
          },
        },
        appsV1,
      ),
    ]);
    expect(await getObject(client, `${deployments}/d`)).toEqual(made.json);
  });

  test("an apply of a missing object must have a name, but one of an existing object need not", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const nameless = { apiVersion: "v1", kind: "ConfigMap", data: { x: "1" } };
    const undeterminable = "the name of the object (a based on URL) was undeterminable: name must be provided";
    expectBadRequest(await apply(client, path, "one", nameless), undeterminable);
    const generated = { ...nameless, metadata: { generateName: "a" } };
    expectBadRequest(await apply(client, path, "one", generated), undeterminable);
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    expect((await applyObject(client, path, "one", nameless)).data).toEqual({ x: "1" });
  });

  test("an apply to a subresource of a missing object gets 404", async () => {
    await using running = await startTestServer();
    const missing = await apply(running.client, `${deployments}/d/status`, "one", {
      ...deployment(),
      status: { replicas: 1 },
    });
    expect([missing.status, missing.json.message]).toEqual([404, 'deployments.apps "d" not found']);
  });

  test("an apply to the status of a missing admission policy creates it without a status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const policies = "/apis/admissionregistration.orch.io/v1/validatingadmissionpolicies";
    const policy = {
      apiVersion: "admissionregistration.orch.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "a" },
      status: { observedGeneration: 4 },
    };
    const incomplete = await apply(client, `${policies}/a/status`, "one", policy);
    expect([incomplete.status, incomplete.json.details.causes.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ["spec.matchConstraints", "spec.validations", "spec.auditAnnotations"],
    ]);
    const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }];
    const spec = { matchConstraints: { resourceRules: rules }, validations: [{ expression: "true" }] };
    expect((await put(client, `${policies}/a/status`, { ...policy, spec })).status).toBe(404);
    const made = await apply(client, `${policies}/a/status`, "one", { ...policy, spec });
    expect([made.status, made.json.status, made.json.spec.validations]).toEqual([201, {}, [{ expression: "true" }]]);
    expect(made.json.metadata.managedFields).toMatchObject([
      { manager: "one", subresource: "status", fieldsV1: { "f:status": { "f:observedGeneration": {} } } },
    ]);
  });

  test("an apply of a missing object in a dry run returns the object and creates nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const dry = await apply(client, path, "one", map({ x: "1" }), { query: "dryRun=All" });
    expect(dry.status).toBe(201);
    expect(dry.json).toMatchObject({
      metadata: { name: "a", managedFields: [applyEntry("one", dataKeys("x"))] },
      data: { x: "1" },
    });
    expect(await isGone(client, path)).toBe(true);
  });
});
