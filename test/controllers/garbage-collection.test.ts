/** Tests of the garbage collector, on a server with controllers. */
import { describe, expect, test } from "vitest";
import { listVersion, mapsPath } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const options = { controllers: ["garbage-collector-controller"] };
const start = (): Promise<TestServer> => startTestServer(options);

interface Owner {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

interface Reference {
  readonly uid?: string;
  readonly name?: string;
  readonly blockOwnerDeletion?: boolean;
}

function ownedBy({ kind, apiVersion, metadata: { name, uid } }: Owner, more: Reference = {}): object {
  return { kind, apiVersion, name, uid, ...more };
}

/** Creates a ConfigMap with these owner references. */
async function createOwned(
  { client }: TestServer,
  name: string,
  ...ownerReferences: readonly object[]
): Promise<Owner> {
  return await createObject(client, mapsPath, { metadata: { name, ownerReferences } });
}

const isDeleted =
  ({ client }: TestServer, name: string) =>
  (): Promise<boolean> =>
    isGone(client, `${mapsPath}/${name}`);

/**
 * Resolves when the collector has carried out all decisions so far. It creates an object with an owner that does not
 * exist, which is deleted after everything else.
 */
async function waitForCollector(running: TestServer, probe: string): Promise<void> {
  const nobody = { kind: "ConfigMap", apiVersion: "v1", name: "nobody", uid: `no-${probe}` };
  await createOwned(running, probe, nobody);
  await eventually(isDeleted(running, probe), `${probe} is gone`);
}

/** Creates root > branches > leaves, each of them with `blockOwnerDeletion`. @returns names of the dependents */
async function tree(running: TestServer): Promise<readonly string[]> {
  const root = await createOwned(running, "root");
  const names: string[] = [];
  for (const branchName of ["left", "right"]) {
    const branch = await createOwned(running, branchName, ownedBy(root, { blockOwnerDeletion: true }));
    names.push(branchName);
    for (const leaf of ["a", "b"]) {
      names.push(`${branchName}-${leaf}`);
      await createOwned(running, `${branchName}-${leaf}`, ownedBy(branch, { blockOwnerDeletion: true }));
    }
  }
  return names;
}

describe("[DEL-05] a deletion with propagation policy", () => {
  test("a background deletion removes the owner immediately and its dependents afterwards", async () => {
    await using running = await start();
    const names = await tree(running);
    await deleteObject(running.client, `${mapsPath}/root`, { propagationPolicy: "Background" });
    expect(await isDeleted(running, "root")()).toBe(true);
    for (const name of names) await eventually(isDeleted(running, name), `${name} is gone`);
  });

  test("a foreground deletion removes the owner after all of its dependents", async () => {
    await using running = await start();
    const version = await listVersion(running.client);
    const names = await tree(running);
    await using events = await running.client.watch(`${mapsPath}?watch=1&resourceVersion=${version}`);
    await deleteObject(running.client, `${mapsPath}/root`, { propagationPolicy: "Foreground" });
    await eventually(isDeleted(running, "root"), "the root is gone");
    for (const name of names) expect([name, await isDeleted(running, name)()]).toEqual([name, true]);
    const deletedNames: string[] = [];
    while (!deletedNames.includes("root")) {
      const [event] = await events.take(1);
      if (event?.type === "DELETED") deletedNames.push(event.object.metadata.name);
    }
    expect(deletedNames).toHaveLength(names.length + 1);
    for (const branch of ["left", "right"]) {
      for (const leaf of ["a", "b"])
        expect(deletedNames.indexOf(`${branch}-${leaf}`)).toBeLessThan(deletedNames.indexOf(branch));
    }
  });

  test("an orphaning deletion keeps the dependents and removes their references to the owner", async () => {
    await using running = await start();
    const { client } = running;
    await tree(running);
    const other = await createOwned(running, "other");
    const root = await getObject(client, `${mapsPath}/root`);
    await createOwned(running, "shared", ownedBy(root), ownedBy(other));
    await deleteObject(client, `${mapsPath}/root`, { propagationPolicy: "Orphan" });
    await eventually(isDeleted(running, "root"), "the root is gone");
    await waitForCollector(running, "probe");
    for (const name of ["left", "right"]) {
      expect((await getObject(client, `${mapsPath}/${name}`)).metadata.ownerReferences).toBeUndefined();
    }
    expect((await getObject(client, `${mapsPath}/left-a`)).metadata.ownerReferences).toHaveLength(1);
    expect((await getObject(client, `${mapsPath}/shared`)).metadata.ownerReferences).toEqual([ownedBy(other)]);
  });
});

describe("objects with several owners", () => {
  test("an object with several owners is kept while one of them exists, and refers only to existing owners", async () => {
    await using running = await start();
    const { client } = running;
    const [one, other] = [await createOwned(running, "one"), await createOwned(running, "other")];
    await createOwned(running, "shared", ownedBy(one), ownedBy(other));
    await deleteObject(client, `${mapsPath}/one`);
    const owners = async (): Promise<unknown[]> =>
      (await getObject(client, `${mapsPath}/shared`)).metadata.ownerReferences;
    await eventually(async () => (await owners()).length === 1, "one owner is left");
    expect(await owners()).toEqual([ownedBy(other)]);
    await deleteObject(client, `${mapsPath}/other`);
    await eventually(isDeleted(running, "shared"), "the dependent is gone");
  });

  test("an object with another owner does not block the foreground deletion of one owner", async () => {
    await using running = await start();
    const { client } = running;
    const [one, other] = [await createOwned(running, "one"), await createOwned(running, "other")];
    await createOwned(running, "shared", ownedBy(one, { blockOwnerDeletion: true }), ownedBy(other));
    await deleteObject(client, `${mapsPath}/one`, { propagationPolicy: "Foreground" });
    await eventually(isDeleted(running, "one"), "the owner is gone");
    expect((await getObject(client, `${mapsPath}/shared`)).metadata.ownerReferences).toEqual([ownedBy(other)]);
  });
});

describe("an owner", () => {
  test("an object whose owner does not exist is deleted", async () => {
    await using running = await start();
    await createOwned(running, "root");
    await createOwned(running, "lost", { kind: "ConfigMap", apiVersion: "v1", name: "never", uid: "u-1" });
    await eventually(isDeleted(running, "lost"), "it is gone");
    expect(await isDeleted(running, "root")()).toBe(false);
  });

  test("an owner with the right name but another uid does not count", async () => {
    await using running = await start();
    const root = await createOwned(running, "root");
    await createOwned(running, "stale", ownedBy(root, { uid: "of-one-before" }));
    await createOwned(running, "fresh", ownedBy(root));
    await eventually(isDeleted(running, "stale"), "it is gone");
    await waitForCollector(running, "probe");
    expect(await isDeleted(running, "fresh")()).toBe(false);
  });

  test("an owner in another namespace does not count, and an Event reports it", async () => {
    await using running = await start();
    const { client } = running;
    await createObject(client, "/api/v1/namespaces", { metadata: { name: "there" } });
    const owner = await createObject(client, "/api/v1/namespaces/there/configmaps", { metadata: { name: "root" } });
    await createOwned(running, "here", ownedBy(owner));
    await eventually(isDeleted(running, "here"), "it is gone");
    expect(await isGone(client, "/api/v1/namespaces/there/configmaps/root")).toBe(false);
    const events = async (): Promise<{ reason: string; note?: string; message?: string }[]> =>
      (await client.request("/api/v1/namespaces/default/events")).json.items;
    await eventually(async () => (await events()).length > 0, "an Event");
    const { uid } = owner.metadata;
    const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await events()).toEqual([
      {
        metadata: expect.objectContaining({
          name: expect.stringMatching(/^here\.[0-9a-f]{16}$/),
          namespace: "default",
        }),
        involvedObject: expect.objectContaining({
          kind: "ConfigMap",
          apiVersion: "v1",
          namespace: "default",
          name: "here",
        }),
        reason: "OwnerRefInvalidNamespace",
        message: `ownerRef [v1/ConfigMap, namespace: default, name: root, uid: ${uid}] does not exist in namespace "default"`,
        source: { component: "garbage-collector-controller" },
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
        type: "Warning",
        eventTime: null,
        reportingComponent: "garbage-collector-controller",
        reportingInstance: "",
      },
    ]);
  });

  test("a cluster-scoped object can own a namespaced one", async () => {
    await using running = await start();
    const { client } = running;
    const owner = await createObject(client, "/api/v1/namespaces", { metadata: { name: "root" } });
    await createOwned(running, "owned", ownedBy(owner));
    await waitForCollector(running, "probe");
    expect(await isDeleted(running, "owned")()).toBe(false);
    const finalizers = { ...owner, spec: { finalizers: [] } };
    await deleteObject(client, "/api/v1/namespaces/root");
    const { json } = await client.request("/api/v1/namespaces/root/finalize", {
      method: "PUT",
      body: { ...finalizers, metadata: { name: "root" } },
    });
    expect(json.kind).toBe("Namespace");
    await eventually(isDeleted(running, "owned"), "the dependent is gone");
  });

  test("a cluster-scoped object with a namespaced owner is kept", async () => {
    await using running = await start();
    const { client } = running;
    const owner = await createOwned(running, "root");
    await createObject(client, "/api/v1/persistentvolumes", {
      metadata: { name: "volume", ownerReferences: [ownedBy(owner, { uid: "another" })] },
      spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/data" } },
    });
    await waitForCollector(running, "probe");
    expect(await isGone(client, "/api/v1/persistentvolumes/volume")).toBe(false);
  });

  test("a cluster-scoped object with an existing namespaced owner is kept, and an Event reports it", async () => {
    await using running = await start();
    const { client } = running;
    const owner = await createOwned(running, "root");
    const roles = "/apis/rbac.authorization.orch.io/v1/clusterroles";
    const role = await createObject(client, roles, { metadata: { name: "owned", ownerReferences: [ownedBy(owner)] } });
    const events = async (): Promise<readonly { readonly message: string }[]> =>
      (await client.request("/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Downed")).json.items;
    await eventually(async () => (await events()).length > 0, "an Event");
    expect((await events())[0]).toMatchObject({
      involvedObject: { kind: "ClusterRole", name: "owned", uid: role.metadata.uid },
      reason: "OwnerRefInvalidNamespace",
      message: `ownerRef [v1/ConfigMap, namespace: , name: root, uid: ${owner.metadata.uid}] does not exist in namespace ""`,
      type: "Warning",
    });
    expect(await isGone(client, `${roles}/owned`)).toBe(false);
  });

  test("a reference to a cluster-scoped owner by another name does not count, and no Event reports it", async () => {
    await using running = await start();
    const { client } = running;
    const owner = await createObject(client, "/api/v1/namespaces", { metadata: { name: "root" } });
    await createOwned(running, "misled", ownedBy(owner, { name: "another" }));
    await eventually(isDeleted(running, "misled"), "it is gone");
    await waitForCollector(running, "probe");
    expect((await client.request("/api/v1/namespaces/default/events")).json.items).toEqual([]);
  });

  test("an owner of a type that cannot be watched is read by its name", async () => {
    await using running = await start();
    const { client, server, clock } = running;
    for (const verb of ["list", "watch"] as const) {
      server.faults.add({ verb, resource: "secrets", error: 500, controllers: true });
    }
    const secrets = "/api/v1/namespaces/default/secrets";
    const owner = await createObject(client, secrets, { metadata: { name: "root" } });
    await createOwned(running, "owned", ownedBy(owner));
    // The collector waits this long for all types before it starts.
    await clock.advance(30_000);
    await waitForCollector(running, "probe");
    expect(await isDeleted(running, "owned")()).toBe(false);
    await deleteObject(client, `${secrets}/root`);
    await createOwned(running, "late", ownedBy(owner));
    await eventually(isDeleted(running, "late"), "it is gone");
  });

  test("an object with an owner of an unknown kind is kept", async () => {
    await using running = await start();
    await createOwned(running, "owned", { kind: "Widget", apiVersion: "example.com/v1", name: "w", uid: "u-1" });
    await waitForCollector(running, "probe");
    expect(await isDeleted(running, "owned")()).toBe(false);
  });

  test("an owner reference may use any served version of the owner's kind", async () => {
    await using running = await start();
    const { client } = running;
    const owner = await createObject(client, "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
      metadata: { name: "root" },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "web", apiVersion: "apps/v1" } },
    });
    await createOwned(running, "owned", { ...ownedBy(owner), apiVersion: "autoscaling/v1" });
    await waitForCollector(running, "probe");
    expect(await isDeleted(running, "owned")()).toBe(false);
    await deleteObject(client, "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/root");
    await eventually(isDeleted(running, "owned"), "the dependent is gone");
  });
});

/** Creates a, b and c. Each one blocks the deletion of the one before it, and a blocks that of c. */
async function createCycle(running: TestServer): Promise<void> {
  const a = await createOwned(running, "a");
  const b = await createOwned(running, "b", ownedBy(a, { blockOwnerDeletion: true }));
  const c = await createOwned(running, "c", ownedBy(b, { blockOwnerDeletion: true }));
  const ownerReferences = [ownedBy(c, { blockOwnerDeletion: true })];
  await patch(running.client, `${mapsPath}/a`, "merge", { metadata: { ownerReferences } });
}

describe("cycles", () => {
  test.each(["Background", "Foreground"])(
    "a deletion in the %s removes a cycle of owners",
    async (propagationPolicy) => {
      await using running = await start();
      const { client } = running;
      await createCycle(running);
      await waitForCollector(running, "probe");
      for (const name of ["a", "b", "c"]) expect(await isDeleted(running, name)()).toBe(false);
      await deleteObject(client, `${mapsPath}/a`, { propagationPolicy });
      for (const name of ["a", "b", "c"]) await eventually(isDeleted(running, name), `${name} is gone`);
    },
  );

  test("a cycle is removed if all of its objects are deleted in the foreground", async () => {
    await using running = await start();
    const { client } = running;
    await createCycle(running);
    const names = ["a", "b", "c"];
    const deletions = names.map((name) =>
      deleteObject(client, `${mapsPath}/${name}`, { propagationPolicy: "Foreground" }),
    );
    await Promise.all(deletions);
    for (const name of names) await eventually(isDeleted(running, name), `${name} is gone`);
  });

  test("an object that owns itself is removed by a foreground deletion", async () => {
    await using running = await start();
    const { client } = running;
    const a = await createOwned(running, "a");
    await patch(client, `${mapsPath}/a`, "merge", {
      metadata: { ownerReferences: [ownedBy(a, { blockOwnerDeletion: true })] },
    });
    await deleteObject(client, `${mapsPath}/a`, { propagationPolicy: "Foreground" });
    await eventually(isDeleted(running, "a"), "it is gone");
  });
});

describe("a dependent with a finalizer", () => {
  test("a dependent with a finalizer blocks the foreground deletion of its owner until the dependent was deleted", async () => {
    await using running = await start();
    const { client } = running;
    const root = await createOwned(running, "root");
    await createObject(client, mapsPath, {
      metadata: {
        name: "slow",
        finalizers: ["example.com/slow"],
        ownerReferences: [ownedBy(root, { blockOwnerDeletion: true })],
      },
    });
    await createOwned(running, "unblocking", ownedBy(root));
    await deleteObject(client, `${mapsPath}/root`, { propagationPolicy: "Foreground" });
    const isMarked = async (): Promise<boolean> =>
      (await getObject(client, `${mapsPath}/slow`)).metadata.deletionTimestamp !== undefined;
    await eventually(isMarked, "the dependent is marked");
    await waitForCollector(running, "probe");
    expect(await isDeleted(running, "root")()).toBe(false);
    await patch(client, `${mapsPath}/slow`, "merge", { metadata: { finalizers: null } });
    await eventually(isDeleted(running, "root"), "the root is gone");
    await eventually(isDeleted(running, "unblocking"), "the other one is gone");
  });
});

describe("failures", () => {
  test("a dependent that gains another owner before its deletion is kept", async () => {
    await using running = await start();
    const { client, server } = running;
    const [root, other] = [await createOwned(running, "root"), await createOwned(running, "other")];
    await createOwned(running, "owned", ownedBy(root));
    const delay = server.faults.add({
      verb: "delete",
      resource: "configmaps",
      name: "owned",
      delayMs: 1000,
      controllers: true,
    });
    await deleteObject(client, `${mapsPath}/root`);
    await eventually(async () => delay.hits > 0, "the collector has decided");
    await patch(client, `${mapsPath}/owned`, "merge", { metadata: { ownerReferences: [ownedBy(other)] } });
    delay.remove();
    await waitForCollector(running, "probe");
    expect((await getObject(client, `${mapsPath}/owned`)).metadata.ownerReferences).toEqual([ownedBy(other)]);
  });

  test("the collector recovers from rejected writes, conflicts, unreadable owners and lost watches", async () => {
    await using running = await start();
    const { client, server, clock } = running;
    const names = await tree(running);
    const all = { resource: "configmaps", times: 3, controllers: true } as const;
    server.faults.add({ ...all, verb: "delete", error: 409 });
    server.faults.add({ ...all, verb: "patch", error: 500 });
    server.faults.add({ ...all, verb: "get", error: 503 });
    server.faults.add({ verb: "watch", resource: "*", dropWatch: true, times: 100, controllers: true });
    await deleteObject(client, `${mapsPath}/root`, { propagationPolicy: "Foreground" });
    for (const name of [...names, "root"]) {
      await eventually(async () => {
        await clock.advance(1000);
        return await isDeleted(running, name)();
      }, `${name} is gone`);
    }
  });

  test("after restoring a snapshot, the restored objects keep their owners and dependents", async () => {
    // Only a store in memory supports snapshots.
    await using running = await startTestServer({ ...options, engine: "memory" });
    const { client, server } = running;
    const names = await tree(running);
    const snapshot = server.snapshot();
    await deleteObject(client, `${mapsPath}/root`);
    for (const name of names) await eventually(isDeleted(running, name), `${name} is gone`);
    await server.restore(snapshot);
    await waitForCollector(running, "probe");
    for (const name of ["root", ...names]) expect([name, await isDeleted(running, name)()]).toEqual([name, false]);
  });
});

test("the collector sends one request per deleted object, and one per absent owner", async () => {
  await using running = await start();
  const { client } = running;
  const root = await createOwned(running, "root");
  for (let i = 0; i < 50; i++) await createOwned(running, `d${i}`, ownedBy(root));
  await waitForCollector(running, "probe");
  const count = async (): Promise<number> => {
    const { text } = await client.request("/metrics");
    const lines = text.split("\n").filter((line: string) => line.startsWith("apiserver_request_total{"));
    const ofMaps = lines.filter(
      (line: string) => /resource="configmaps"/.test(line) && /verb="(GET|DELETE|PATCH)"/.test(line),
    );
    return ofMaps.reduce((sum: number, line: string) => sum + Number(line.split(" ").at(-1)), 0);
  };
  const before = await count();
  await deleteObject(client, `${mapsPath}/root`);
  const isEmpty = async (): Promise<boolean> => (await client.request(mapsPath)).json.items.length === 0;
  await eventually(isEmpty, "all are gone");
  expect((await count()) - before).toBe(1 + 50 + 1);
});
