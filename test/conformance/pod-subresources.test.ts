/** Subresources of Pods that take a whole Pod and change a part of it. */
import { describe, expect, test } from "vitest";
import { expectFailure } from "../support/expect-status.ts";
import { createPod, pods } from "../support/pods.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, getObject, patch, put, withoutManagedFields } from "../support/writes.ts";

const debug = { name: "debug", image: "shell:1" };

async function subresourcesOf(client: { request(path: string): Promise<{ json: { resources: { name: string }[] } }> }) {
  const { resources } = (await client.request("/api/v1")).json;
  return resources.map(({ name }) => name).filter((name) => name.startsWith("pods/"));
}

describe("ephemeralcontainers", () => {
  const path = `${pods}/web/ephemeralcontainers`;

  test("a write of ephemeralcontainers adds a container and changes nothing else", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createPod(client, "web", { spec: { nodeName: "node-1" }, phase: "Running" });
    expect(await getObject(client, path)).toEqual(made);
    const body = {
      ...made,
      metadata: { ...made.metadata, labels: { app: "other" } },
      spec: { ...made.spec, nodeName: "node-2", ephemeralContainers: [debug] },
      status: {},
    };
    const answer = await put(client, path, body);
    expect(answer.status, answer.text).toBe(200);
    expect(withoutManagedFields(answer.json)).toEqual({
      ...made,
      metadata: { ...withoutManagedFields(made).metadata, resourceVersion: expect.any(String) },
      spec: {
        ...made.spec,
        ephemeralContainers: [
          {
            ...debug,
            imagePullPolicy: "IfNotPresent",
            resources: {},
            terminationMessagePath: "/dev/termination-log",
            terminationMessagePolicy: "File",
          },
        ],
      },
    });
    expect(answer.json.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
    expect(await getObject(client, `${pods}/web`)).toEqual(answer.json);
  });

  test("a strategic merge patch of ephemeralcontainers merges containers by name", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(client, "web");
    const add = (name: string): ReturnType<typeof patch> =>
      patch(client, path, "strategic", { spec: { ephemeralContainers: [{ ...debug, name }] } });
    expect((await add("one")).status).toBe(200);
    expect((await add("two")).status).toBe(200);
    const { spec } = await getObject(client, `${pods}/web`);
    expect(spec.ephemeralContainers.map(({ name }: { name: string }) => name).sort()).toEqual(["one", "two"]);
    expect((await patch(client, path, "strategic", { spec: { ephemeralContainers: [debug] } })).status).toBe(200);
    expect(
      (await client.request(`${path}?dryRun=All`, { method: "PUT", body: await getObject(client, path) })).status,
    ).toBe(200);
  });

  test("a write of ephemeralcontainers cannot remove containers or set fields that they may not have", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(client, "web");
    const wish = (containers: readonly object[]): ReturnType<typeof patch> =>
      patch(client, path, "merge", { spec: { ephemeralContainers: containers } });
    const refused = (field: string, why: string): Parameters<typeof expectFailure>[1] => ({
      code: 422,
      reason: "Invalid",
      message: `Pod "web" is invalid: ${field}: Forbidden: ${why}`,
      details: {
        name: "web",
        kind: "Pod",
        causes: [{ reason: "FieldValueForbidden", message: `Forbidden: ${why}`, field }],
      },
    });
    const list = "spec.ephemeralContainers";
    expectFailure(
      await wish([{ ...debug, ports: [{ containerPort: 80 }] }]),
      refused(`${list}[0].ports`, "cannot be set for an Ephemeral Container"),
    );
    await wish([debug]);
    expectFailure(await wish([]), refused(list, 'existing ephemeral containers "debug" may not be removed\n'));
    const changed = await wish([{ ...debug, image: "shell:2" }]);
    expect([changed.status, changed.json.message]).toEqual([
      422,
      expect.stringContaining(
        'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n',
      ),
    ]);
    const { spec } = await getObject(client, `${pods}/web`);
    expect(spec.ephemeralContainers).toMatchObject([debug]);
    expect((await patch(client, `${pods}/web`, "merge", { spec: { ephemeralContainers: [] } })).status).toBe(422);
  });

  test("ephemeralcontainers cannot be created or deleted, and a write does not create a Pod", async () => {
    await using running = await startTestServer();
    const { client } = running;
    expect((await put(client, path, { metadata: { name: "web" } })).status).toBe(404);
    expect((await client.request(path, { body: {} })).status).toBe(405);
    expect((await client.request(path, { method: "DELETE" })).status).toBe(405);
  });
});

describe("resize", () => {
  const path = `${pods}/web/resize`;
  const resources = (cpu: string): object => ({ requests: { cpu, memory: "1Gi" } });
  const spec = { containers: [{ name: "app", image: "app:1", resources: resources("1") }] };

  test("the resize subresource is not served while its feature gate is disabled", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(client, "web", { spec });
    expect(await subresourcesOf(client)).not.toContain("pods/resize");
    expectFailure(await patch(client, path, "merge", {}), {
      code: 404,
      reason: "NotFound",
      message: "the server could not find the requested resource",
      details: {},
    });
  });

  test("the resize subresource changes the resources of containers if its feature gate is enabled", async () => {
    await using running = await startTestServer({ flags: ["--feature-gates=InPlacePodVerticalScaling=true"] });
    const { client } = running;
    const made = await createPod(client, "web", { spec });
    expect(await subresourcesOf(client)).toContain("pods/resize");
    const resize = (change: object): ReturnType<typeof patch> =>
      patch(client, path, "strategic", { spec: { containers: [{ name: "app", ...change }] } });
    const answer = await resize({ image: "app:2", resources: resources("2") });
    expect(answer.status, answer.text).toBe(200);
    expect(withoutManagedFields(answer.json)).toEqual({
      ...made,
      metadata: { ...withoutManagedFields(made).metadata, resourceVersion: expect.any(String) },
      spec: { ...made.spec, containers: [{ ...made.spec.containers[0], resources: resources("2") }] },
      // The node agent has not yet responded to the resize.
      status: { ...made.status, resize: "Proposed" },
    });
    expect(await getObject(client, `${pods}/web`)).toEqual(answer.json);
    expect((await resize({ resources: { limits: { cpu: "2", memory: "1Gi" } } })).json.message).toBe(
      'Pod "web" is invalid: spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    );
    expect((await patch(client, `${pods}/web`, "strategic", { spec })).status).toBe(422);
  });
});

test("a status write of a Pod or Node keeps fields of disabled features", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await createObject(client, pods, { metadata: { name: "s" }, spec: { containers: [{ name: "c", image: "i" }] } });
  const container = {
    name: "c",
    image: "i",
    imageID: "",
    ready: true,
    restartCount: 0,
    resources: { claims: [{ name: "x" }] },
  };
  const ofPod = await patch(client, `${pods}/s/status`, "merge", {
    status: { resize: "Proposed", containerStatuses: [container] },
  });
  expect(ofPod.json.status).toMatchObject({ resize: "Proposed", containerStatuses: [container] });
  await createObject(client, "/api/v1/nodes", { metadata: { name: "n" } });
  const features = { supplementalGroupsPolicy: true };
  const ofNode = await patch(client, "/api/v1/nodes/n/status", "merge", { status: { features } });
  expect(ofNode.json.status.features).toEqual(features);
});
