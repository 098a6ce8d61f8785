/** Reads by the agents of nodes, over real connections with client certificates. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFailure } from "../support/expect-status.ts";
import { NodeServer, shop } from "./node-server.ts";

let server: NodeServer;

beforeAll(async () => {
  server = await NodeServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const related = [
  `${shop}/secrets/of-`,
  `${shop}/secrets/volume-`,
  `${shop}/configmaps/of-`,
  `${shop}/persistentvolumeclaims/of-`,
  "/api/v1/persistentvolumes/of-",
];

test("[NODEZ-01] an agent is recognized by the group and the exact name in its certificate", async () => {
  const target = `${shop}/secrets/of-a`;
  expect((await server.asUser("system:node:a", ["system:nodes"], target)).status).toBe(200);
  expect((await server.asUser("system:node:a", ["x", "system:nodes"], target)).status).toBe(200);
  for (const [name, groups] of [
    ["system:node:A", ["system:nodes"]],
    ["system:Node:a", ["system:nodes"]],
    ["system:node:a ", ["system:nodes"]],
    ["system:node:a", ["System:nodes"]],
    ["system:node:a", ["system:node"]],
    ["system:node:b", ["system:nodes"]],
    ["a", ["system:nodes"]],
  ] as const) {
    expect((await server.asUser(name, groups, target)).status, `${name} ${groups.join()}`).toBe(403);
  }
});

test("[NODEZ-01] an agent without a node's name gets 403 with the reason", async () => {
  expectFailure(await server.asUser("system:node:", ["system:nodes"], "/api/v1/services"), {
    code: 403,
    reason: "Forbidden",
    message:
      'services is forbidden: User "system:node:" cannot list resource "services" in API group "" at the cluster scope: unknown node for user "system:node:"',
    details: { kind: "services" },
  });
});

test("[NODEZ-02] an agent reads services, endpoints, its Node and its Pods", async () => {
  for (const target of ["/api/v1/services", `${shop}/services`, "/api/v1/nodes/a", `${shop}/pods/on-a`]) {
    expect((await server.as("a", target)).status, target).toBe(200);
  }
  expect(await server.watchAs("a", "/api/v1/services")).toBe(200);
  // The object does not exist, and the agent may know that.
  expect((await server.as("a", `${shop}/endpoints/none`)).status).toBe(404);
  expect((await server.as("a", `${shop}/endpoints`)).status).toBe(403);
});

test("[NODEZ-03] an agent reads the objects that its Pods use, and no others", async () => {
  for (const target of related) {
    expect((await server.as("a", `${target}a`)).status, target).toBe(200);
    expect((await server.as("b", `${target}b`)).status, target).toBe(200);
    expect((await server.as("a", `${target}b`)).status, target).toBe(403);
    expect((await server.as("b", `${target}a`)).status, target).toBe(403);
  }
});

test("[NODEZ-03] the response to a foreign Secret is the same, whether the Secret exists or not", async () => {
  for (const name of ["of-b", "none"]) {
    expectFailure(await server.as("a", `${shop}/secrets/${name}`), {
      code: 403,
      reason: "Forbidden",
      message: `secrets "${name}" is forbidden: User "system:node:a" cannot get resource "secrets" in API group "" in the namespace "shop": no relationship found between node 'a' and this object`,
      details: { name, kind: "secrets" },
    });
  }
});

test("[NODEZ-03] an agent lists and watches a Secret of its Pods by its name, but not all Secrets", async () => {
  const byName = `${shop}/secrets?fieldSelector=metadata.name%3D`;
  const listed = await server.as("a", `${byName}of-a`);
  expect(listed.json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(["of-a"]);
  expect(await server.watchAs("a", `${byName}of-a`)).toBe(200);
  expect((await server.as("a", `${byName}of-b`)).status).toBe(403);
  const everywhere = await server.as("a", "/api/v1/secrets?fieldSelector=metadata.name%3Dof-a");
  expect(everywhere.json.message).toContain("can only read namespaced object of this type");
  expect((await server.as("a", `${shop}/secrets`)).json.message).toContain("No Object name found");
  expect((await server.as("a", `${shop}/persistentvolumeclaims`)).json.message).toContain(
    "can only get individual resources of this type",
  );
});

test("[NODEZ-03] a Secret becomes readable when a Pod that uses it is bound, and unreadable when the Pod is deleted", async () => {
  await server.create(`${shop}/secrets`, "later");
  await server.create(`${shop}/pods`, "late", {
    spec: {
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "v", secret: { secretName: "later" } }],
    },
  });
  const target = `${shop}/secrets/later`;
  expect((await server.as("a", target)).status).toBe(403);
  const bound = await server.admin(`${shop}/pods/late/binding`, {
    body: { apiVersion: "v1", kind: "Binding", metadata: { name: "late" }, target: { kind: "Node", name: "a" } },
  });
  expect(bound.status, bound.text).toBe(201);
  expect((await server.as("a", target)).status).toBe(200);
  expect((await server.as("b", target)).status).toBe(403);
  await server.admin(`${shop}/pods/late?gracePeriodSeconds=0`, { method: "DELETE" });
  expect((await server.as("a", target)).status).toBe(403);
});

test("[NODEZ-03] a mirror Pod gives its node no access to the objects that it names", async () => {
  await server.create(`${shop}/secrets`, "mirrored");
  await server.create(`${shop}/pods`, "mirror", {
    metadata: { name: "mirror", annotations: { "orch.io/config.mirror": "x" } },
    spec: {
      nodeName: "a",
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "v", secret: { secretName: "mirrored" } }],
    },
  });
  expect((await server.as("a", `${shop}/pods/mirror`)).status).toBe(200);
  expect((await server.as("a", `${shop}/secrets/mirrored`)).status).toBe(403);
});

test("[NODEZ-03] an agent reads the Secret of an ephemeral container at once", async () => {
  await server.create(`${shop}/secrets`, "debug");
  const target = `${shop}/secrets/debug`;
  expect((await server.as("a", target)).status).toBe(403);
  const container = {
    name: "debugger",
    image: "i",
    imagePullPolicy: "Always",
    terminationMessagePolicy: "File",
    envFrom: [{ secretRef: { name: "debug" } }],
  };
  const added = await server.admin(`${shop}/pods/on-a/ephemeralcontainers`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ spec: { ephemeralContainers: [container] } }),
  });
  expect(added.status, added.text).toBe(200);
  expect((await server.as("a", target)).status).toBe(200);
});

test("[NODEZ-03] an agent reads the VolumeAttachments of its node", async () => {
  const path = "/apis/storage.orch.io/v1/volumeattachments";
  for (const nodeName of ["a", "b"]) {
    await server.create(path, `to-${nodeName}`, {
      spec: { attacher: "d", nodeName, source: { persistentVolumeName: `of-${nodeName}` } },
    });
  }
  expect((await server.as("a", `${path}/to-a`)).status).toBe(200);
  expect((await server.as("a", `${path}/to-b`)).status).toBe(403);
  expect((await server.as("a", path)).status).toBe(403);
});

test("[NODEZ-04] an agent reads only its own Node", async () => {
  expect((await server.as("a", "/api/v1/nodes?fieldSelector=metadata.name%3Da")).json.items).toHaveLength(1);
  expect(await server.watchAs("a", "/api/v1/nodes?fieldSelector=metadata.name%3Da")).toBe(200);
  expectFailure(await server.as("a", "/api/v1/nodes/b"), {
    code: 403,
    reason: "Forbidden",
    message: `nodes "b" is forbidden: User "system:node:a" cannot get resource "nodes" in API group "" at the cluster scope: node 'a' cannot read 'b', only its own Node object`,
    details: { name: "b", kind: "nodes" },
  });
  const all = await server.as("a", "/api/v1/nodes");
  expect(all.status).toBe(403);
  expect(all.json.message).toContain("node 'a' cannot read all nodes, only its own Node object");
  expect((await server.as("a", "/api/v1/nodes?fieldSelector=metadata.name%3Db")).status).toBe(403);
  // The agent asks whether its Node exists before it creates it.
  expect((await server.as("new", "/api/v1/nodes/new")).status).toBe(404);
});

test("[NODEZ-05] an agent reads only Pods that are bound to its node", async () => {
  const own = await server.as("a", "/api/v1/pods?fieldSelector=spec.nodeName%3Da%2Cstatus.phase!%3DFailed");
  expect(own.status, own.text).toBe(200);
  for (const { spec } of own.json.items) expect(spec.nodeName).toBe("a");
  expect(await server.watchAs("a", "/api/v1/pods?fieldSelector=spec.nodeName%3Da")).toBe(200);
  for (const selector of [
    "",
    "spec.nodeName%3Db",
    "spec.nodeName!%3Db",
    "spec.nodeName%3D",
    "status.phase%3DRunning",
  ]) {
    const response = await server.as("a", `/api/v1/pods?fieldSelector=${selector}`);
    expect(response.status, selector).toBe(403);
    expect(response.json.message).toContain("can only list/watch pods with spec.nodeName field selector");
  }
  expect((await server.as("a", `${shop}/pods?fieldSelector=metadata.name%3Don-a`)).status).toBe(200);
  expect((await server.as("a", `${shop}/pods?fieldSelector=metadata.name%3Don-b`)).status).toBe(403);
  expect((await server.as("a", `${shop}/pods/on-b`)).status).toBe(403);
});

test("[NODEZ-09] a user without the group or the name of a node gets nothing from the Node authorizer", async () => {
  for (const target of ["/api/v1/services", "/api/v1/nodes/a", `${shop}/secrets/of-a`, `${shop}/pods/on-a`]) {
    expect((await server.asUser("system:node:a", [], target)).status, target).toBe(403);
    expect((await server.asUser("a", ["system:nodes"], target)).status, target).toBe(403);
  }
});

test("an agent learns nothing from its rules, which depend on objects", async () => {
  const review = await server.as("a", "/apis/authorization.orch.io/v1/selfsubjectrulesreviews", {
    body: { apiVersion: "authorization.orch.io/v1", kind: "SelfSubjectRulesReview", spec: { namespace: "shop" } },
  });
  expect(review.json.status).toMatchObject({
    incomplete: true,
    evaluationError: "node authorizer does not support user rule resolution",
  });
});

test("[GATE-10] without AuthorizeNodeWithSelectors, an agent reads all Nodes and Pods", async () => {
  await using old = await NodeServer.start(["--feature-gates=AuthorizeNodeWithSelectors=false"]);
  for (const target of ["/api/v1/nodes", "/api/v1/nodes/b", "/api/v1/pods", `${shop}/pods/on-b`]) {
    expect((await server.as("a", target)).status, target).toBe(403);
    expect((await old.as("a", target)).status, target).toBe(200);
  }
  expect((await old.as("a", `${shop}/secrets/of-b`)).status).toBe(403);
});
