import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const labels = { app: "web" };
const template = {
  metadata: { labels },
  spec: { containers: [{ name: "c", image: "image" }], restartPolicy: "Always" },
};
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const deployment = { metadata: { name: "web" }, spec: { selector: { matchLabels: labels }, template } };
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const job = {
  metadata: { name: "once" },
  spec: { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } },
};
const controllers = "/api/v1/namespaces/default/replicationcontrollers";
const controller = { metadata: { name: "rc" }, spec: { selector: labels, template } };

describe("[DEL-05] the propagation policy of a deletion", () => {
  test.each([
    ["Foreground", "foregroundDeletion"],
    ["Orphan", "orphan"],
  ])(
    "a deletion with the policy %s adds the finalizer for the collector, and the object stays until it is removed",
    async (policy, left) => {
      await using running = await startTestServer();
      const { client } = running;
      const made = await createObject(client, deployments, deployment);
      const marked = await deleteObject(client, `${deployments}/web`, { propagationPolicy: policy });
      expect(marked.status).toBe(200);
      expect(marked.json).toMatchObject({
        kind: "Deployment",
        metadata: {
          finalizers: [left],
          deletionTimestamp: "2025-01-01T00:00:00Z",
          deletionGracePeriodSeconds: 0,
          generation: 2,
        },
        spec: made.spec,
      });
      expect(await getObject(client, `${deployments}/web`)).toEqual(marked.json);
      await patch(client, `${deployments}/web`, "merge", { metadata: { finalizers: null } });
      expect(await isGone(client, `${deployments}/web`)).toBe(true);
    },
  );

  test("a deletion with the policy Background removes the object at once, but not its dependents", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const { metadata } = await createObject(client, deployments, deployment);
    const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: metadata.uid };
    const owned = await createObject(client, mapsPath, { metadata: { name: "owned", ownerReferences: [owner] } });
    const removed = await deleteObject(client, `${deployments}/web`, { propagationPolicy: "Background" });
    expect(removed.json).toMatchObject({ kind: "Status", status: "Success", details: { group: "apps" } });
    expect(await isGone(client, `${deployments}/web`)).toBe(true);
    expect(await getObject(client, `${mapsPath}/owned`)).toEqual(owned);
  });

  test("a deletion without a policy uses Background for most kinds", async () => {
    await using running = await startTestServer();
    await createObject(running.client, deployments, deployment);
    const removed = await deleteObject(running.client, `${deployments}/web`);
    expect(removed.headers).not.toHaveProperty("warning");
    expect(await isGone(running.client, `${deployments}/web`)).toBe(true);
  });

  test("a deletion adds the finalizer of its policy after the object's other finalizers", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a", finalizers: ["example.com/z", "example.com/a"] } });
    const marked = await deleteObject(client, `${mapsPath}/a`, { propagationPolicy: "Foreground" });
    expect(marked.json.metadata.finalizers).toEqual(["example.com/z", "example.com/a", "foregroundDeletion"]);
  });

  test("the policy of a later deletion replaces that of the earlier one", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    await deleteObject(client, `${mapsPath}/a`, { propagationPolicy: "Foreground" });
    const again = await deleteObject(client, `${mapsPath}/a`, { propagationPolicy: "Orphan" });
    expect(again.json.metadata.finalizers).toEqual(["orphan"]);
    const silent = await deleteObject(client, `${mapsPath}/a`);
    expect(silent.json).toEqual(again.json);
    await deleteObject(client, `${mapsPath}/a`, { propagationPolicy: "Background" });
    expect(await isGone(client, `${mapsPath}/a`)).toBe(true);
  });

  test("a finalizer that the object already has sets the default policy, which the deletion can override", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "kept", finalizers: ["orphan"] } });
    await createObject(client, mapsPath, { metadata: { name: "gone", finalizers: ["orphan"] } });
    expect((await deleteObject(client, `${mapsPath}/kept`)).json.metadata.finalizers).toEqual(["orphan"]);
    expect((await deleteObject(client, `${mapsPath}/gone`, { orphanDependents: false })).json.status).toBe("Success");
    expect(await isGone(client, `${mapsPath}/gone`)).toBe(true);
  });
});

describe("kinds that orphan their dependents by default", () => {
  const advice =
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

  test("a deletion of a v1 Job without a policy orphans its Pods and returns a warning", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, jobs, job);
    const marked = await deleteObject(client, `${jobs}/once`);
    expect(marked.headers["warning"]).toBe(`299 - "${advice}"`);
    expect((await getObject(client, `${jobs}/once`)).metadata.finalizers).toEqual(["orphan"]);
    expect((await deleteObject(client, jobs)).headers["warning"]).toBe(`299 - "${advice}"`);
  });

  test.each([{ propagationPolicy: "Background" }, { orphanDependents: false }])(
    "a deletion of a Job with an explicit policy uses it: %s",
    async (options) => {
      await using running = await startTestServer();
      await createObject(running.client, jobs, job);
      const removed = await deleteObject(running.client, `${jobs}/once`, options);
      expect(removed.headers).not.toHaveProperty("warning");
      expect(await isGone(running.client, `${jobs}/once`)).toBe(true);
    },
  );

  test("a deletion of a ReplicationController without a policy orphans its Pods", async () => {
    await using running = await startTestServer();
    await createObject(running.client, controllers, controller);
    expect((await deleteObject(running.client, `${controllers}/rc`)).headers).not.toHaveProperty("warning");
    expect((await getObject(running.client, `${controllers}/rc`)).metadata.finalizers).toEqual(["orphan"]);
  });
});
