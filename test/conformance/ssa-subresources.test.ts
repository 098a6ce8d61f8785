import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyObject, conflictCauses, updateEntry } from "../support/apply.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, getObject, patch, put } from "../support/writes.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const target = `${deployments}/d`;
const pods = "/api/v1/namespaces/default/pods";
const labels = { app: "web" };
const appsV1 = { apiVersion: "apps/v1" };
const scaling = { apiVersion: "autoscaling/v1" };
const ofStatus = { ...appsV1, subresource: "status" };
/** Updates through `scale` record no time. */
const ofScale = { ...appsV1, subresource: "scale", time: undefined };

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

function deployment(fields: object): object {
  return { ...appsV1, kind: "Deployment", metadata: { name: "d" }, ...fields };
}

const whole = {
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
};

function scale(replicas: number): object {
  return { ...scaling, kind: "Scale", metadata: { name: "d" }, spec: { replicas } };
}

const replicas = { "f:spec": { "f:replicas": {} } };

/** Creates a Deployment with a single managedFields entry: the manager `one` owns its replicas. */
async function createWithReplicasOwner(client: WireClient): Promise<Json> {
  await createObject(client, deployments, { metadata: { name: "d" }, spec: whole });
  await patch(client, target, "merge", { metadata: { managedFields: [{}] } });
  const entries = [applyEntry("one", replicas, appsV1)];
  return (await patch(client, target, "merge", { metadata: { managedFields: entries } })).json;
}

describe("[SSA-32] an entry of what was written through the status", () => {
  test("a status write has an entry with the subresource, which contains only the status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, target, "one", deployment({ spec: { ...whole, replicas: 2 } }));
    const body = { ...made, spec: { ...made.spec, replicas: 9 }, status: { replicas: 2, observedGeneration: 1 } };
    const reported = await put(client, `${target}/status?fieldManager=loop`, body);
    expect(reported.json.spec.replicas).toBe(2);
    const [own, ofLoop] = reported.json.metadata.managedFields;
    expect(own).toEqual(made.metadata.managedFields[0]);
    expect(ofLoop).toEqual(
      updateEntry("loop", { "f:status": { "f:observedGeneration": {}, "f:replicas": {} } }, ofStatus),
    );
  });

  test("an apply of the status and an apply of the object by the same manager have separate entries", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, target, "one", deployment({ spec: whole }));
    const answer = await applyObject(
      client,
      `${target}/status`,
      "one",
      deployment({ spec: { replicas: 7 }, status: { replicas: 1 } }),
    );
    expect(answer.spec).toEqual(made.spec);
    expect(answer.metadata.managedFields).toEqual([
      ...made.metadata.managedFields,
      applyEntry("one", { "f:status": { "f:replicas": {} } }, ofStatus),
    ]);
    const cleared = await applyObject(client, `${target}/status`, "one", deployment({}));
    expect(cleared.status).toEqual({});
    expect(cleared.metadata.managedFields).toEqual(made.metadata.managedFields);
  });

  test("an apply of the object ignores its status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, target, "one", deployment({ spec: whole, status: { replicas: 4 } }));
    expect(made.status).toEqual({});
    const [{ fieldsV1 }] = made.metadata.managedFields;
    expect(Object.keys(fieldsV1)).toEqual(["f:spec"]);
  });

  test("an apply of the status conflicts with other owners of the status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, target, "one", deployment({ spec: whole }));
    await patch(client, `${target}/status?fieldManager=loop`, "merge", { status: { replicas: 1 } });
    const refused = await apply(client, `${target}/status`, "two", deployment({ status: { replicas: 3 } }));
    expectFailure(refused, {
      code: 409,
      reason: "Conflict",
      message:
        'Apply failed with 1 conflict: conflict with "loop" with subresource "status" using apps/v1: .status.replicas',
      details: { causes: conflictCauses('"loop" with subresource "status" using apps/v1', ".status.replicas") },
    });
    const taken = await applyObject(client, `${target}/status`, "two", deployment({ status: { replicas: 3 } }), {
      force: true,
    });
    expect(taken.status.replicas).toBe(3);
  });

  test("a write through a subresource of a Pod owns nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, `${pods}/p`, "one", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      spec: { containers: [{ name: "c", image: "c:1" }] },
    });
    const answer = await patch(client, `${pods}/p/ephemeralcontainers?fieldManager=debugger`, "strategic", {
      spec: { ephemeralContainers: [{ name: "debug", image: "debug:1" }] },
    });
    expect(answer.status).toBe(200);
    expect(answer.json.metadata.managedFields).toEqual(made.metadata.managedFields);
  });

  test("an apply to a subresource of a Pod conflicts with all owners, and owns nothing even with force", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      spec: { hostNetwork: true, containers: [{ name: "c", image: "c:1" }] },
    };
    const made = await applyObject(client, `${pods}/p`, "one", pod);
    const wish = {
      ...pod,
      spec: { ...pod.spec, hostNetwork: false, ephemeralContainers: [{ name: "d", image: "d:1" }] },
    };
    expectFailure(await apply(client, `${pods}/p/ephemeralcontainers`, "debugger", wish), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.hostNetwork',
      details: { causes: conflictCauses('"one"', ".spec.hostNetwork") },
    });
    const forced = await apply(client, `${pods}/p/ephemeralcontainers`, "debugger", wish, { force: true });
    expect(forced.status).toBe(200);
    expect(forced.json.spec).toMatchObject({ hostNetwork: true, ephemeralContainers: [{ name: "d", image: "d:1" }] });
    expect(forced.json.metadata.managedFields).toEqual(made.metadata.managedFields);
  });
});

describe("[SSA-14] writes of a scale", () => {
  test("a write of a scale records its manager for the replicas of the object, with the subresource", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createWithReplicasOwner(client);
    expect(made.metadata.managedFields).toEqual([applyEntry("one", replicas, appsV1)]);
    const shown = await getObject(client, `${target}/scale`);
    const scaled = await put(client, `${target}/scale?fieldManager=scaler`, { ...shown, spec: { replicas: 5 } });
    expect(scaled.status).toBe(200);
    expect(scaled.json.spec).toEqual({ replicas: 5 });
    const { spec, metadata } = await getObject(client, target);
    expect(spec.replicas).toBe(5);
    expect(metadata.managedFields).toEqual([updateEntry("scaler", replicas, ofScale)]);
  });

  test("an apply of the object conflicts with a manager that wrote the scale", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, target, "one", deployment({ spec: { ...whole, replicas: 1 } }));
    await patch(client, `${target}/scale?fieldManager=scaler`, "merge", { spec: { replicas: 4 } });
    expectFailure(await apply(client, target, "one", deployment({ spec: { ...whole, replicas: 1 } })), {
      code: 409,
      reason: "Conflict",
      message:
        'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using apps/v1: .spec.replicas',
      details: { causes: conflictCauses('"scaler" with subresource "scale" using apps/v1', ".spec.replicas") },
    });
    const left = await applyObject(client, target, "one", deployment({ spec: whole }));
    expect(left.spec.replicas).toBe(4);
    expect(left.metadata.managedFields[1]).toEqual(updateEntry("scaler", replicas, ofScale));
  });

  test("an apply of a scale conflicts with a manager that applied the replicas of the object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createWithReplicasOwner(client);
    await applyObject(client, target, "one", deployment({ spec: { replicas: 1 } }));
    expectFailure(await apply(client, `${target}/scale`, "scaler", scale(3)), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
      details: { causes: conflictCauses('"one"', ".spec.replicas") },
    });
    const shared = await apply(client, `${target}/scale`, "scaler", scale(1));
    expect(shared.status).toBe(200);
    expect((await getObject(client, target)).metadata.managedFields).toEqual([
      applyEntry("scaler", replicas, ofScale),
      applyEntry("one", replicas, appsV1),
    ]);
    const taken = await applyObject(client, `${target}/scale`, "scaler", scale(3), { force: true });
    expect(taken.spec).toEqual({ replicas: 3 });
    const after = await getObject(client, target);
    expect(after.spec.replicas).toBe(3);
    expect(after.metadata.managedFields).toEqual([applyEntry("scaler", replicas, ofScale)]);
  });

  test("a write of a scale keeps the entries of other managers", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await applyObject(client, target, "one", deployment({ spec: { ...whole, minReadySeconds: 2 } }));
    await applyObject(client, target, "two", deployment({ spec: { replicas: 1 } }));
    await patch(client, `${target}/status?fieldManager=loop`, "merge", { status: { replicas: 1 } });
    await clock.advance(1000);
    await patch(client, `${target}/scale?fieldManager=scaler`, "merge", { spec: { replicas: 4 } });
    expect((await getObject(client, target)).metadata.managedFields).toEqual([
      ...made.metadata.managedFields,
      updateEntry("scaler", replicas, ofScale),
      updateEntry("loop", { "f:status": { "f:replicas": {} } }, ofStatus),
    ]);
  });

  test("a write of a scale is not recorded if no manager owns the replicas", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, target, "one", deployment({ spec: whole }));
    await patch(client, `${target}/scale?fieldManager=scaler`, "merge", { spec: { replicas: 4 } });
    expect((await getObject(client, target)).metadata.managedFields).toEqual(made.metadata.managedFields);
    await applyObject(client, target, "two", deployment({ spec: { replicas: 5 } }));
    expect((await getObject(client, target)).spec.replicas).toBe(5);
  });

  test("an apply of a scale must be a Scale", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createWithReplicasOwner(client);
    expectBadRequest(
      await apply(client, `${target}/scale`, "scaler", deployment({ spec: { replicas: 3 } })),
      "invalid object type: apps/v1, Kind=Deployment",
    );
    const unknown = await apply(client, `${target}/scale`, "scaler", {
      ...scale(3),
      spec: { replicas: 3, paused: true },
    });
    expect([unknown.status, unknown.json.message]).toEqual([
      400,
      "failed to create typed patch object (/d; autoscaling/v1, Kind=Scale): .spec.paused: field not declared in schema",
    ]);
  });

  test("a patched Scale shows no managedFields", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createWithReplicasOwner(client);
    const answer = await patch(client, `${target}/scale?fieldManager=scaler`, "merge", { spec: { replicas: 2 } });
    expect(answer.json.metadata).not.toHaveProperty("managedFields");
    expect((await getObject(client, `${target}/scale`)).metadata).not.toHaveProperty("managedFields");
  });
});

test.each([
  ["authorization.orch.io/v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview"],
  ["authentication.orch.io/v1", "tokenreviews", "TokenReview"],
])("[OBJ-20] a kind that is not stored cannot be applied: %s %s", async (apiVersion, resource, kind) => {
  await using running = await startTestServer();
  const { client } = running;
  const review = { apiVersion, kind, metadata: { name: "x" }, spec: {} };
  const path = `/apis/${apiVersion}/${resource}`;
  const toAll = await apply(client, path, "m", review);
  expect([toAll.status, toAll.json.reason]).toEqual([405, "MethodNotAllowed"]);
  const toOne = await apply(client, `${path}/x`, "m", review);
  expect([toOne.status, toOne.json.reason]).toEqual([404, "NotFound"]);
});

test("[OBJ-18] the server adds managedFields to an object", async () => {
  await using running = await startTestServer();
  const made = await createObject(running.client, `${deployments}?fieldManager=hand`, {
    metadata: { name: "d" },
    spec: whole,
  });
  expect(made.metadata.managedFields).toHaveLength(1);
  expect(made.metadata.managedFields[0]).toMatchObject({ manager: "hand", operation: "Update", ...appsV1 });
});

/** Expected values are responses of the reference. */
describe("the status of an object that does not exist", () => {
  const services = "/api/v1/namespaces/default/services";
  const service = { apiVersion: "v1", kind: "Service" };
  const spec = { clusterIP: "None", ports: [{ port: 80 }] };

  test.each([
    [{ ...service, metadata: { name: "b" } }, 400, "the name of the object (b) does not match the name on the URL (a)"],
    [service, 400, "the name of the object (a based on URL) was undeterminable: name must be provided"],
    [{ ...service, metadata: { name: "a" } }, 422, 'Service "a" is invalid: spec.ports: Required value'],
    [{ ...service, metadata: { name: "a" }, spec }, 422, 'Service "a" is invalid: spec.clusterIPs: Required value'],
  ])("an apply to the status of a missing object is rejected: %j", async (body, status, message) => {
    await using running = await startTestServer();
    const answer = await apply(running.client, `${services}/a/status`, "m", body);
    expect([answer.status, answer.json.message]).toEqual([status, message]);
  });

  test("a status write of a missing object gets 404 for kinds that a PUT cannot create", async () => {
    await using running = await startTestServer();
    const answer = await apply(running.client, `${deployments}/a/status`, "m", deployment({}));
    expect(answer.status).toBe(404);
  });
});
