import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
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
const deployment = `${deployments}/d`;
const scale = `${deployment}/scale`;
const status = `${deployment}/status`;
const pods = "/api/v1/namespaces/default/pods";
const labels = { app: "web" };

const everyType = Object.keys(patchTypes) as PatchType[];

async function createDeployment({ client }: TestServer): Promise<ReturnType<typeof getObject>> {
  const containers = [{ name: "c", image: "image" }];
  const spec = {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers } },
  };
  return await createObject(client, deployments, { metadata: { name: "d" }, spec });
}

describe("a patch of the status", () => {
  const bodies: Readonly<Record<PatchType, unknown>> = {
    json: [
      { op: "add", path: "/status/replicas", value: 2 },
      { op: "replace", path: "/spec/replicas", value: 9 },
    ],
    merge: { status: { replicas: 2 }, spec: { replicas: 9 } },
    strategic: { status: { replicas: 2 }, spec: { replicas: 9 } },
  };

  test.each(everyType)("a %s patch of the status changes only the status", async (type) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createDeployment(running);
    const answer = await patch(client, status, type, bodies[type]);
    expect(answer.status, answer.text).toBe(200);
    const { resourceVersion } = answer.json.metadata;
    expect(resourceVersion).not.toBe(made.metadata.resourceVersion);
    const { metadata, ...rest } = withoutManagedFields(made);
    const expected = { ...rest, metadata: { ...metadata, resourceVersion }, status: { replicas: 2 } };
    expect(withoutManagedFields(answer.json)).toEqual(expected);
    expect(await getObject(client, deployment)).toEqual(answer.json);
    expect((await patch(client, status, type, bodies[type])).json).toEqual(answer.json);
  });

  test.each(everyType)("a %s patch of the object does not change its status", async (type) => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(running);
    const before = (await patch(client, status, "merge", { status: { replicas: 1 } })).json;
    const answer = await patch(client, deployment, type, bodies[type]);
    expect(answer.json.spec.replicas).toBe(9);
    expect(answer.json.status).toEqual(before.status);
  });

  test("a strategic merge patch of the status merges conditions by their type", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, pods, {
      metadata: { name: "p" },
      spec: { containers: [{ name: "c", image: "image" }] },
    });
    const conditions = async (type: PatchType, body: object[]): Promise<{ type: string; status: string }[]> => {
      const answer = await patch(client, `${pods}/p/status`, type, { status: { conditions: body } });
      expect(answer.status, answer.text).toBe(200);
      return (await getObject(client, `${pods}/p`)).status.conditions;
    };
    await conditions("merge", [
      { type: "Ready", status: "False" },
      { type: "PodScheduled", status: "True" },
    ]);
    const merged = await conditions("strategic", [{ type: "Ready", status: "True" }]);
    expect(merged).toMatchObject([
      { type: "Ready", status: "True" },
      { type: "PodScheduled", status: "True" },
    ]);
    expect(await conditions("merge", [{ type: "Ready", status: "True" }])).toHaveLength(1);
  });

  test("a patch of the status with an old resourceVersion is rejected with 409", async () => {
    await using running = await startTestServer();
    const made = await createDeployment(running);
    await patch(running.client, deployment, "merge", { spec: { replicas: 3 } });
    const { resourceVersion } = made.metadata;
    const refused = await patch(running.client, status, "merge", { metadata: { resourceVersion }, status: {} });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ reason: "Conflict", details: { kind: "deployments", group: "apps" } });
  });
});

describe("a patch of the scale", () => {
  test.each<[PatchType, unknown]>([
    ["json", [{ op: "replace", path: "/spec/replicas", value: 5 }]],
    ["merge", { spec: { replicas: 5 } }],
    ["strategic", { spec: { replicas: 5 } }],
  ])("a %s patch of the scale sets the number of replicas", async (type, body) => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createDeployment(running);
    const answer = await patch(client, scale, type, body);
    expect(answer.status, answer.text).toBe(200);
    const { uid, creationTimestamp } = made.metadata;
    const { resourceVersion } = answer.json.metadata;
    expect(answer.json).toEqual({
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name: "d", namespace: "default", uid, resourceVersion, creationTimestamp },
      spec: { replicas: 5 },
      status: { replicas: 0, selector: "app=web" },
    });
    expect(await getObject(client, scale)).toEqual(answer.json);
    const scaled = await getObject(client, deployment);
    expect(scaled.metadata).toMatchObject({ resourceVersion, generation: 2 });
    expect(scaled.spec).toEqual({ ...made.spec, replicas: 5 });
    expect((await patch(client, scale, type, body)).json).toEqual(answer.json);
  });

  test("an invalid patch of the scale is rejected and changes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createDeployment(running);
    const negative = await patch(client, scale, "merge", { spec: { replicas: -1 } });
    expect(negative.status).toBe(422);
    expect(negative.json.message).toBe(
      'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    );
    const mistyped = await patch(client, scale, "merge", { spec: { replicas: "many" } });
    expect(mistyped.status).toBe(422);
    expect(mistyped.json.message).toContain(
      "json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32",
    );
    const { resourceVersion } = made.metadata;
    const failed = [{ op: "test", path: "/spec/replicas", value: 7 }];
    expect((await patch(client, scale, "json", failed)).status).toBe(422);
    expect(await getObject(client, deployment)).toEqual(made);
    await patch(client, deployment, "merge", { metadata: { labels } });
    const stale = await patch(client, scale, "merge", { metadata: { resourceVersion }, spec: { replicas: 3 } });
    expect(stale.status).toBe(409);
    expect((await getObject(client, scale)).spec).toEqual({ replicas: 2 });
  });

  test("a patch of the scale cannot change read-only fields", async () => {
    await using running = await startTestServer();
    const made = await createDeployment(running);
    const answer = await patch(running.client, scale, "merge", { status: { replicas: 8, selector: "a=b" } });
    expect(answer.status).toBe(200);
    expect(answer.json.status).toEqual({ replicas: 0, selector: "app=web" });
    // As in the reference, the write changes the managed fields and therefore the resourceVersion.
    const { spec, status } = await getObject(running.client, deployment);
    expect({ spec, status }).toEqual({ spec: made.spec, status: made.status });
  });

  describe("a patch of the scale of an object without managers", () => {
    const withoutManagers = { metadata: { managedFields: [{}] } };

    test("the error of a patch of the scale shows no managedFields if its result has another type", async () => {
      await using running = await startTestServer();
      const { client } = running;
      await createDeployment(running);
      const { metadata } = (await patch(client, deployment, "merge", withoutManagers)).json;
      const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
      const answer = await patch(client, scale, "merge", { kind: "Other", apiVersion: "v9" });
      const shown = JSON.stringify({
        apiVersion: "v9",
        kind: "Other",
        metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
        spec: { replicas: 2 },
        status: { replicas: 0, selector: "app=web" },
      });
      const why = 'no kind "Other" is registered for version "v9" in scheme "pkg/api/legacyscheme/scheme.go:30"';
      expect(answer.json.details.causes[0].message).toBe(`Invalid value: ${JSON.stringify(shown)}: ${why}`);
      const tested = [{ op: "test", path: "/metadata/managedFields", value: [] }];
      expect((await patch(client, scale, "json", tested)).status).toBe(422);
    });

    test("a patch of the scale stores no managedFields, and writes nothing if it changes nothing", async () => {
      await using running = await startTestServer();
      const { client } = running;
      await createDeployment(running);
      const { metadata } = (await patch(client, deployment, "merge", withoutManagers)).json;
      const unchanged = await patch(client, scale, "merge", { metadata: { managedFields: [] } });
      expect(unchanged.json.metadata.resourceVersion).toBe(metadata.resourceVersion);
      expect((await patch(client, scale, "merge", { spec: { replicas: 4 } })).json.spec).toEqual({ replicas: 4 });
      expect((await getObject(client, deployment)).metadata).not.toHaveProperty("managedFields");
    });
  });

  test("a patch and a PUT of the scale check the resourceVersion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(running);
    const shown = await getObject(client, scale);
    const written = await put(client, scale, { ...shown, spec: { replicas: 4 } });
    expect(written.status).toBe(200);
    expect((await put(client, scale, { ...shown, spec: { replicas: 6 } })).status).toBe(409);
    expect((await getObject(client, deployment)).spec.replicas).toBe(4);
  });
});
