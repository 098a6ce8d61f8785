/** Writes by the agents of nodes: what the Node authorizer allows, and what NodeRestriction rejects. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectFailure } from "../support/expect-status.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { NodeServer, shop } from "./node-server.ts";

const leases = "/apis/coordination.orch.io/v1/namespaces/orch-node-lease/leases";
const csiNodes = "/apis/storage.orch.io/v1/csinodes";
let server: NodeServer;

beforeAll(async () => {
  server = await NodeServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Expects a 403 whose message ends with the reason. */
function expectRejection(response: WireResponse, reason: string): void {
  expect(response.status, response.text).toBe(403);
  expect(response.json.reason).toBe("Forbidden");
  expect(response.json.message).toMatch(/ is forbidden: /);
  expect(response.json.message.slice(-reason.length)).toBe(reason);
}

async function uidOf(target: string): Promise<string> {
  return String((await server.admin(target)).json.metadata.uid);
}

test("[NODEZ-06] an agent updates its Node, the status of its Node and of its Pods, and creates events", async () => {
  expect((await server.patchAs("a", "/api/v1/nodes/a", { metadata: { annotations: { x: "y" } } })).status).toBe(200);
  const status = { conditions: [{ type: "Ready", status: "True" }] };
  expect((await server.patchAs("a", "/api/v1/nodes/a/status", { status })).status).toBe(200);
  expect((await server.patchAs("a", `${shop}/pods/on-a/status`, { status: { phase: "Running" } })).status).toBe(200);
  const event = { metadata: { name: "e" }, involvedObject: { kind: "Pod", namespace: "shop", name: "on-a" } };
  expect((await server.as("a", `${shop}/events`, { body: event })).status).toBe(201);
  expect((await server.patchAs("a", `${shop}/events/e`, { message: "m" })).status).toBe(200);
  expect((await server.as("a", `${shop}/events/e`, { method: "DELETE" })).status).toBe(403);
});

test("[NODEZ-06] an agent creates its Node, Lease and CSINode, and updates them", async () => {
  expect((await server.as("c", "/api/v1/nodes", { body: { metadata: { name: "c" } } })).status).toBe(201);
  expect((await server.as("c", leases, { body: { metadata: { name: "c" } } })).status).toBe(201);
  expect((await server.patchAs("c", `${leases}/c`, { spec: { holderIdentity: "c" } })).status).toBe(200);
  expect((await server.as("c", csiNodes, { body: { metadata: { name: "c" }, spec: { drivers: [] } } })).status).toBe(
    201,
  );
  expect((await server.as("c", `${csiNodes}/c`, { method: "DELETE" })).status).toBe(200);
  expect((await server.as("c", "/api/v1/nodes/c", { method: "DELETE" })).status).toBe(403);
});

test("[NODEZ-06] an agent deletes and evicts Pods of its node only", async () => {
  for (const name of ["leaving", "evicted"]) {
    await server.create(`${shop}/pods`, name, { spec: { nodeName: "a", containers: [{ name: "c", image: "i" }] } });
  }
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "evicted" } };
  const reason = "with spec.nodeName set to itself";
  const foreign = await server.as("b", `${shop}/pods/evicted/eviction`, { body: eviction });
  expectRejection(foreign, `node b can only evict pods ${reason}`);
  expect((await server.as("a", `${shop}/pods/evicted/eviction`, { body: eviction })).status).toBe(201);
  const removal = { method: "DELETE", body: { gracePeriodSeconds: 0 } };
  expectRejection(await server.as("b", `${shop}/pods/leaving`, removal), `node "b" can only delete pods ${reason}`);
  expect((await server.as("a", `${shop}/pods/leaving`, removal)).status).toBe(200);
});

test("[NODEZ-07] an agent creates TokenReviews, SubjectAccessReviews and requests for its certificate", async () => {
  const reviewed = await server.as("a", "/apis/authentication.orch.io/v1/tokenreviews", {
    body: { apiVersion: "authentication.orch.io/v1", kind: "TokenReview", spec: { token: "x" } },
  });
  expect(reviewed.status).toBe(201);
  const spec = { user: "jane", resourceAttributes: { verb: "get", resource: "pods", namespace: "shop" } };
  for (const [path, kind] of [
    ["/apis/authorization.orch.io/v1/subjectaccessreviews", "SubjectAccessReview"],
    ["/apis/authorization.orch.io/v1/namespaces/shop/localsubjectaccessreviews", "LocalSubjectAccessReview"],
  ] as const) {
    const body = { apiVersion: "authorization.orch.io/v1", kind, spec };
    expect((await server.as("a", path, { body })).status, kind).toBe(201);
  }
});

describe("NodeRestriction", () => {
  test("[NODEZ-08] an agent cannot write another Node", async () => {
    const reason = 'node "a" is not allowed to modify node "b"';
    expectFailure(await server.patchAs("a", "/api/v1/nodes/b", { metadata: { annotations: { x: "y" } } }), {
      code: 403,
      reason: "Forbidden",
      message: `nodes "b" is forbidden: ${reason}`,
      details: { name: "b", kind: "nodes" },
    });
    expectRejection(await server.patchAs("a", "/api/v1/nodes/b/status", { status: { phase: "Running" } }), reason);
    const created = await server.as("a", "/api/v1/nodes", { body: { metadata: { name: "d" } } });
    expectRejection(created, 'node "a" is not allowed to modify node "d"');
    const generated = await server.as("a", "/api/v1/nodes", { body: { metadata: { generateName: "a" } } });
    expectRejection(generated, 'node "a" is not allowed to modify node ""');
  });

  test("[NODEZ-08] an agent cannot change the taints, owners and configuration of its Node", async () => {
    const change = async (patch: object, reason: string): Promise<void> => {
      for (const target of ["/api/v1/nodes/a", "/api/v1/nodes/a/status"]) {
        const response = await server.patchAs("a", target, patch);
        // An update of the status ignores the spec, but the reference checks what the agent sent.
        expectRejection(response, reason);
      }
    };
    await change(
      { spec: { taints: [{ key: "k", effect: "NoSchedule" }] } },
      'node "a" is not allowed to modify taints',
    );
    const owner = { apiVersion: "v1", kind: "Pod", name: "on-a", uid: await uidOf(`${shop}/pods/on-a`) };
    await change({ metadata: { ownerReferences: [owner] } }, 'node "a" is not allowed to modify ownerReferences');
    const configMap = { namespace: "shop", name: "of-b", kubeletConfigKey: "k" };
    await change(
      { spec: { configSource: { configMap } } },
      'node "a" is not allowed to update configSource to a new non-nil configSource',
    );
  });

  test("[NODEZ-08] an agent cannot remove a taint that an administrator added", async () => {
    const taints = [{ key: "dedicated", value: "x", effect: "NoSchedule" }];
    await server.create("/api/v1/nodes", "tainted", { spec: { taints } });
    const reason = 'node "tainted" is not allowed to modify taints';
    expectRejection(await server.patchAs("tainted", "/api/v1/nodes/tainted", { spec: { taints: [] } }), reason);
    expectRejection(await server.patchAs("tainted", "/api/v1/nodes/tainted", { spec: { taints: null } }), reason);
    const kept = await server.patchAs("tainted", "/api/v1/nodes/tainted", { spec: { taints, unschedulable: true } });
    expect(kept.status, kept.text).toBe(200);
  });

  test("[NODEZ-08] an agent sets only some labels of the system on its Node", async () => {
    const allowed = {
      "orch.io/hostname": "a",
      "topology.orch.io/zone": "z",
      "node.orch.io/x": "y",
      "kubelet.orch.io/x": "y",
      "x.node.orch.io/x": "y",
      "example.com/x": "y",
      plain: "y",
    };
    const accepted = await server.patchAs("a", "/api/v1/nodes/a", { metadata: { labels: allowed } });
    expect(accepted.status, accepted.text).toBe(200);
    const labels = {
      "node-role.orch.io/control-plane": "",
      "node-restriction.orch.io/x": "y",
      "x.node-restriction.orch.io/x": "y",
      "orch.io/role": "y",
      ...allowed,
    };
    const names =
      "node-restriction.orch.io/x, node-role.orch.io/control-plane, orch.io/role, x.node-restriction.orch.io/x";
    expectRejection(
      await server.patchAs("a", "/api/v1/nodes/a", { metadata: { labels } }),
      `is not allowed to modify labels: ${names}`,
    );
    expectRejection(
      await server.as("e", "/api/v1/nodes", { body: { metadata: { name: "e", labels } } }),
      `node "e" is not allowed to set the following labels: ${names}`,
    );
  });

  test("[NODEZ-08] an agent cannot remove a label that administrators reserve", async () => {
    await server.create("/api/v1/nodes", "reserved", {
      metadata: { name: "reserved", labels: { "node-restriction.orch.io/team": "x" } },
    });
    expectRejection(
      await server.patchAs("reserved", "/api/v1/nodes/reserved", {
        metadata: { labels: { "node-restriction.orch.io/team": null } },
      }),
      "is not allowed to modify labels: node-restriction.orch.io/team",
    );
  });

  test("[NODEZ-08] an agent updates the status of Pods of its node only, and nothing else in it", async () => {
    const target = `${shop}/pods/on-b/status`;
    expectRejection(
      await server.patchAs("a", target, { status: { phase: "Running" } }),
      'node "a" can only update pod status for pods with spec.nodeName set to itself',
    );
    expectRejection(
      await server.patchAs("b", target, { metadata: { labels: { a: "b" } } }),
      'node "b" cannot update labels through pod status',
    );
    expectRejection(
      await server.patchAs("b", target, { status: { resourceClaimStatuses: [{ name: "r", resourceClaimName: "c" }] } }),
      'node "b" cannot update resource claim statues',
    );
  });

  test("[NODEZ-08] an agent creates only mirror Pods of its node, with its Node as the only owner", async () => {
    const owner = { apiVersion: "v1", kind: "Node", name: "a", uid: await uidOf("/api/v1/nodes/a"), controller: true };
    const create = async (metadata: object, spec: object = {}): Promise<WireResponse> =>
      await server.as("a", `${shop}/pods?dryRun=All`, {
        body: {
          metadata: { name: "m", annotations: { "orch.io/config.mirror": "x" }, ownerReferences: [owner], ...metadata },
          spec: { nodeName: "a", containers: [{ name: "c", image: "i" }], ...spec },
        },
      });
    expect((await create({})).status).toBe(201);
    const only = 'node "a" can only create pods with';
    const faults: readonly (readonly [object, object, string])[] = [
      [
        { annotations: {} },
        {},
        'pod does not have "orch.io/config.mirror" annotation, node "a" can only create mirror pods',
      ],
      [{}, { nodeName: "b" }, `${only} spec.nodeName set to itself`],
      [{}, { nodeName: undefined }, `${only} spec.nodeName set to itself`],
      [{ ownerReferences: [] }, {}, `${only} an owner reference set to itself`],
      [{ ownerReferences: [{ ...owner, name: "b" }] }, {}, `${only} an owner reference set to itself`],
      [{ ownerReferences: [owner, { ...owner, uid: "x" }] }, {}, `${only} a single owner reference set to itself`],
      [
        { ownerReferences: [{ ...owner, controller: false }] },
        {},
        `${only} a controller owner reference set to itself`,
      ],
      [
        { ownerReferences: [{ ...owner, blockOwnerDeletion: true }] },
        {},
        'node "a" must not set blockOwnerDeletion on an owner reference',
      ],
      [{ ownerReferences: [{ ...owner, uid: "x" }] }, {}, `node a UID mismatch: expected x got ${owner.uid}`],
    ];
    for (const [metadata, spec, reason] of faults) expectRejection(await create(metadata, spec), reason);
  });

  test("[NODEZ-08] a mirror Pod of an agent refers to no other objects", async () => {
    const owner = { apiVersion: "v1", kind: "Node", name: "a", uid: await uidOf("/api/v1/nodes/a"), controller: true };
    const references: readonly (readonly [object, string])[] = [
      [{ serviceAccountName: "of-a" }, "a service account"],
      [{ serviceAccount: "of-a" }, "a service account"],
      [{ imagePullSecrets: [{ name: "of-a" }] }, "secrets"],
      [{ volumes: [{ name: "v", secret: { secretName: "of-b" } }] }, "secrets"],
      [{ volumes: [{ name: "v", configMap: { name: "of-b" } }] }, "configmaps"],
      [{ volumes: [{ name: "v", persistentVolumeClaim: { claimName: "of-b" } }] }, "persistentvolumeclaims"],
      [{ resourceClaims: [{ name: "r", resourceClaimName: "c" }] }, "resourceclaims"],
      [
        { volumes: [{ name: "v", projected: { sources: [{ clusterTrustBundle: { name: "b", path: "p" } }] } }] },
        "clustertrustbundles",
      ],
    ];
    for (const [spec, reason] of references) {
      const response = await server.as("a", `${shop}/pods`, {
        body: {
          metadata: { name: "m", annotations: { "orch.io/config.mirror": "x" }, ownerReferences: [owner] },
          spec: { nodeName: "a", containers: [{ name: "c", image: "i" }], ...spec },
        },
      });
      expectRejection(response, `node "a" can not create pods that reference ${reason}`);
    }
  });

  test("[NODEZ-08] an agent gets tokens only for the accounts of its Pods, bound to them", async () => {
    const ask = async (account: string, boundObjectRef: object | undefined): Promise<WireResponse> =>
      await server.as("a", `${shop}/serviceaccounts/${account}/token`, {
        body: {
          apiVersion: "authentication.orch.io/v1",
          kind: "TokenRequest",
          spec: { audiences: ["x"], boundObjectRef },
        },
      });
    const uid = await uidOf(`${shop}/pods/on-a`);
    const own = { apiVersion: "v1", kind: "Pod", name: "on-a", uid };
    expect((await ask("of-a", own)).status).toBe(201);
    expectRejection(await ask("of-b", own), "no relationship found between node 'a' and this object");
    expectRejection(await ask("of-a", undefined), "node requested token not bound to a pod");
    const secret = { apiVersion: "v1", kind: "Secret", name: "of-a", uid };
    expectRejection(await ask("of-a", secret), "node requested token not bound to a pod");
    expectRejection(await ask("of-a", { ...own, uid: "" }), "node requested token with a pod binding without a uid");
    expectRejection(
      await ask("of-a", { ...own, uid: "x" }),
      "the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated",
    );
    const foreign = { ...own, name: "on-b", uid: await uidOf(`${shop}/pods/on-b`) };
    expectRejection(await ask("of-a", foreign), "node requested token bound to a pod scheduled on a different node");
    expectFailure(await ask("of-a", { ...own, name: "none" }), {
      code: 404,
      reason: "NotFound",
      message: 'pod "none" not found',
      details: { name: "none", kind: "pod" },
    });
  });

  test("[NODEZ-08] with ServiceAccountNodeAudienceRestriction, the Pod must ask for the audience", async () => {
    await using strict = await NodeServer.start(["--feature-gates=ServiceAccountNodeAudienceRestriction=true"]);
    const created = await strict.create(`${shop}/pods`, "asking", {
      spec: {
        nodeName: "a",
        serviceAccountName: "of-a",
        containers: [{ name: "c", image: "i" }],
        volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "t", audience: "vault" } }] } }],
      },
    });
    const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "asking", uid: created.metadata.uid };
    const ask = async (audiences: readonly string[]): Promise<WireResponse> =>
      await strict.as("a", `${shop}/serviceaccounts/of-a/token`, {
        body: { apiVersion: "authentication.orch.io/v1", kind: "TokenRequest", spec: { audiences, boundObjectRef } },
      });
    expect((await ask(["vault"])).status).toBe(201);
    expectRejection(await ask(["bank"]), 'audience "bank" not found in pod spec volume');
    expectRejection(await ask([]), 'audience "" not found in pod spec volume');
    expectRejection(await ask(["vault", "bank"]), "node may only request 0 or 1 audiences");
  });

  test("[NODEZ-08] an agent reports only the progress of an expansion in a claim", async () => {
    const target = `${shop}/persistentvolumeclaims/of-a`;
    const patch = { status: { capacity: { storage: "2Gi" }, conditions: [{ type: "Resizing", status: "True" }] } };
    expect((await server.patchAs("a", `${target}/status`, patch)).status).toBe(200);
    for (const [change, path] of [
      [{ metadata: { labels: { a: "b" } } }, "metadata.labels"],
      [{ metadata: { finalizers: [] } }, undefined],
      [{ spec: { volumeName: "of-b" } }, "spec.volumeName"],
      [{ status: { phase: "Lost" } }, "status.phase"],
    ] as const) {
      const response = await server.patchAs("a", `${target}/status`, change);
      if (path === undefined) expect(response.status).toBe(200);
      else {
        const fields = "status.quantity and status.conditions";
        expectRejection(response, `node "a" is not allowed to update fields other than ${fields}: ${path}`);
      }
    }
    expect((await server.patchAs("a", target, patch)).status).toBe(403);
    expect((await server.patchAs("b", `${target}/status`, patch)).status).toBe(403);
  });

  test("[NODEZ-08] an agent writes only the Lease and the CSINode of its node", async () => {
    const lease = "can only access node lease with the same name as the requesting node";
    expectRejection(await server.as("a", leases, { body: { metadata: { name: "b" } } }), lease);
    expectRejection(await server.as("a", `${leases}/b`, { method: "DELETE" }), lease);
    const elsewhere = "/apis/coordination.orch.io/v1/namespaces/shop/leases";
    expectRejection(
      await server.as("a", elsewhere, { body: { metadata: { name: "a" } } }),
      'can only access leases in the "orch-node-lease" system namespace',
    );
    const csiNode = "can only access CSINode with the same name as the requesting node";
    const body = { metadata: { name: "b" }, spec: { drivers: [] } };
    expectRejection(await server.as("a", csiNodes, { body }), csiNode);
    expectRejection(await server.as("a", `${csiNodes}/b`), csiNode);
  });

  test("[NODEZ-09] NodeRestriction ignores users without the group or the name of a node", async () => {
    // Members of system:masters may write everything, so only the plugin could reject these writes.
    const masters = "system:masters";
    const patch = {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ metadata: { annotations: { by: "x" } } }),
    };
    for (const [name, groups, status] of [
      ["system:node:a", [masters], 200],
      ["a", [masters, "system:nodes"], 200],
      ["system:node:a", [masters, "system:nodes"], 403],
      ["system:node:", [masters, "system:nodes"], 403],
    ] as const) {
      const response = await server.asUser(name, groups, "/api/v1/nodes/b", patch);
      expect(response.status, `${name} ${groups.join()}`).toBe(status);
    }
    const unknown = await server.asUser("system:node:", [masters, "system:nodes"], "/api/v1/nodes/b", patch);
    expectRejection(unknown, 'could not determine node from user "system:node:"');
  });

  test("[NODEZ-08] without NodeRestriction, an agent writes other Nodes", async () => {
    await using open = await NodeServer.start(["--disable-admission-plugins=NodeRestriction"]);
    const patch = { metadata: { annotations: { x: "y" } } };
    expect((await open.patchAs("a", "/api/v1/nodes/b", patch)).status).toBe(200);
    expect((await open.patchAs("a", `${shop}/pods/on-b/status`, { status: { phase: "Running" } })).status).toBe(200);
  });
});
