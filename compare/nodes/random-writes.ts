/** Random writes by nodes. Most are dry runs, so that later requests find the same objects. */
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import type { ComparedRequest } from "../suite.ts";
import type { NodeWorld } from "./node-world.ts";
import { fillNames } from "./random-reads.ts";

/** A write that is completed with the names and uids of a world. */
export type DrawnWrite = (world: NodeWorld) => { readonly target: string; readonly request: ComparedRequest };

const mergePatch = { "content-type": "application/merge-patch+json" };
const dry = "dryRun=All";
const ownNames = ["NODE", "NODE", "NODE", "OTHER", "MISSING"];

/** Draws a write. */
export function drawWrite(random: Random): DrawnWrite {
  return oneOf(random, [
    drawNode,
    drawNodePatch,
    drawPod,
    drawPodStatus,
    drawPodRemoval,
    drawToken,
    drawClaim,
    drawNamed,
    drawOther,
  ])(random);
}

function write(
  method: string,
  target: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): DrawnWrite {
  return (world) => {
    const text = fillNames(JSON.stringify(body), world).replaceAll(/UID\(([^)]*)\)/g, (_, name: string) =>
      world.uidOf(name),
    );
    return {
      target: fillNames(target, world),
      request: { method, body: text, headers: { "content-type": "application/json", ...headers } },
    };
  };
}

const labelNames = [
  "kubernetes.io/hostname",
  "kubernetes.io/os",
  "kubernetes.io/role",
  "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "beta.kubernetes.io/arch",
  "beta.kubernetes.io/other",
  "node.kubernetes.io/anything",
  "sub.node.kubernetes.io/anything",
  "kubelet.kubernetes.io/x",
  "node-role.kubernetes.io/other",
  "node-restriction.kubernetes.io/x",
  "sub.node-restriction.kubernetes.io/x",
  "k8s.io/x",
  "a.k8s.io/x",
  "example.com/x",
  "plain",
];

function drawLabels(random: Random): Record<string, string> {
  return Object.fromEntries(Array.from({ length: random.below(3) }, () => [oneOf(random, labelNames), "x"]));
}

const taint = { key: "a", effect: "NoSchedule" };
const owner = { apiVersion: "v1", kind: "Node", name: "NODE", uid: "UID(nodes/NODE)" };

function drawNode(random: Random): DrawnWrite {
  const body = {
    metadata: { name: oneOf(random, ownNames), labels: drawLabels(random) },
    spec: {
      ...(isOnceIn(random, 4) ? { taints: [taint] } : {}),
      ...(isOnceIn(random, 6)
        ? { configSource: { configMap: { namespace: "NS", name: "map", kubeletConfigKey: "k" } } }
        : {}),
    },
  };
  return write("POST", `/api/v1/nodes?${dry}`, body);
}

function drawNodePatch(random: Random): DrawnWrite {
  const patch = oneOf(random, [
    { metadata: { labels: drawLabels(random) } },
    { metadata: { labels: drawLabels(random), annotations: { a: "b" } } },
    { metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "mine", uid: "UID(pods/mine)" }] } },
    { spec: { taints: [taint] } },
    { spec: { taints: [] } },
    { spec: { unschedulable: true } },
    { spec: { configSource: { configMap: { namespace: "NS", name: "map", kubeletConfigKey: "k" } } } },
    { status: { phase: "Running", capacity: { cpu: "1" } } },
    {},
  ]);
  const subresource = isOnceIn(random, 3) ? "/status" : "";
  return write("PATCH", `/api/v1/nodes/${oneOf(random, ownNames)}${subresource}?${dry}`, patch, mergePatch);
}

function drawPod(random: Random): DrawnWrite {
  const references = oneOf(random, [
    {},
    {},
    { serviceAccountName: "account" },
    { volumes: [{ name: "v", secret: { secretName: "secret" } }] },
    { volumes: [{ name: "v", configMap: { name: "map" } }] },
    { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "claim" } }] },
    { volumes: [{ name: "v", emptyDir: {} }] },
    { imagePullSecrets: [{ name: "pull" }] },
    { resourceClaims: [{ name: "r", resourceClaimName: "claim" }] },
    { volumes: [{ name: "v", projected: { sources: [{ clusterTrustBundle: { name: "b", path: "p" } }] } }] },
  ]);
  const owners = oneOf(random, [
    [{ ...owner, controller: true }],
    [{ ...owner, controller: true }],
    [{ ...owner, controller: true }],
    [],
    [owner],
    [{ ...owner, controller: true, blockOwnerDeletion: true }],
    [{ ...owner, controller: true, uid: "x" }],
    [{ ...owner, controller: true, name: "OTHER" }],
    [
      { ...owner, controller: true },
      { ...owner, name: "OTHER", uid: "y" },
    ],
  ]);
  const annotations = isOnceIn(random, 5) ? {} : { "kubernetes.io/config.mirror": "x" };
  const nodeName = oneOf(random, ["NODE", "NODE", "NODE", "NODE", "OTHER", ""]);
  return write("POST", `/api/v1/namespaces/NS/pods?${dry}`, {
    metadata: { name: "new", annotations, ownerReferences: owners },
    spec: { ...(nodeName === "" ? {} : { nodeName }), containers: [{ name: "c", image: "i" }], ...references },
  });
}

const podNames = ["mine", "mine", "theirs", "unbound", "mirror", "none"];

function drawPodStatus(random: Random): DrawnWrite {
  const patch = oneOf(random, [
    { status: { phase: "Running" } },
    { status: { conditions: [{ type: "Ready", status: "True" }] } },
    { metadata: { labels: { a: "b" } } },
    { metadata: { annotations: { a: "b" } }, status: { phase: "Running" } },
    { status: { resourceClaimStatuses: [{ name: "r", resourceClaimName: "c" }] } },
    {},
  ]);
  const subresource = oneOf(random, ["/status", "/status", "/status", "", "/ephemeralcontainers"]);
  return write(
    "PATCH",
    `/api/v1/namespaces/NS/pods/${oneOf(random, podNames)}${subresource}?${dry}`,
    patch,
    mergePatch,
  );
}

function drawPodRemoval(random: Random): DrawnWrite {
  const name = oneOf(random, podNames);
  if (isOnceIn(random, 2)) return write("DELETE", `/api/v1/namespaces/NS/pods/${name}?${dry}`, {});
  return write("POST", `/api/v1/namespaces/NS/pods/${name}/eviction?${dry}`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name },
  });
}

function drawToken(random: Random): DrawnWrite {
  const boundObjectRef = oneOf(random, [
    { apiVersion: "v1", kind: "Pod", name: "mine", uid: "UID(pods/mine)" },
    { apiVersion: "v1", kind: "Pod", name: "mine", uid: "UID(pods/mine)" },
    { apiVersion: "v1", kind: "Pod", name: "theirs", uid: "UID(pods/theirs)" },
    { apiVersion: "v1", kind: "Pod", name: "mine" },
    { apiVersion: "v1", kind: "Pod", name: "mine", uid: "x" },
    { apiVersion: "v1", kind: "Pod", name: "none", uid: "x" },
    { apiVersion: "v1", kind: "Node", name: "NODE", uid: "UID(nodes/NODE)" },
    { apiVersion: "v1", kind: "Secret", name: "secret", uid: "UID(secrets/secret)" },
    undefined,
  ]);
  const audiences = oneOf(random, [[], ["vault"], ["a", "b"]]);
  const account = oneOf(random, ["account", "account", "account", "other-account", "default", "none"]);
  return write("POST", `/api/v1/namespaces/NS/serviceaccounts/${account}/token`, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { audiences, ...(boundObjectRef ? { boundObjectRef } : {}) },
  });
}

function drawClaim(random: Random): DrawnWrite {
  const patch = oneOf(random, [
    { status: { capacity: { storage: "2Gi" } } },
    { status: { conditions: [{ type: "Resizing", status: "True" }] } },
    { status: { allocatedResources: { storage: "2Gi" } } },
    { metadata: { labels: { a: "b" } } },
    { status: { phase: "Lost" } },
    {},
  ]);
  const subresource = oneOf(random, ["/status", "/status", "/status", ""]);
  const name = oneOf(random, ["claim", "claim", "other-claim", "none"]);
  return write("PATCH", `/api/v1/namespaces/NS/persistentvolumeclaims/${name}${subresource}?${dry}`, patch, mergePatch);
}

function drawNamed(random: Random): DrawnWrite {
  const name = oneOf(random, ownNames);
  if (isOnceIn(random, 2)) {
    return write("POST", `/apis/storage.k8s.io/v1/csinodes?${dry}`, { metadata: { name }, spec: { drivers: [] } });
  }
  const namespace = oneOf(random, ["kube-node-lease", "kube-node-lease", "NS"]);
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const lease = { metadata: { name }, spec: { holderIdentity: name } };
  return oneOf(random, [
    write("POST", `${leases}?${dry}`, lease),
    write("PUT", `${leases}/${name}?${dry}`, lease),
    write("PATCH", `${leases}/${name}?${dry}`, { spec: { holderIdentity: "x" } }, mergePatch),
    write("DELETE", `${leases}/${name}?${dry}`, {}),
  ]);
}

function drawOther(random: Random): DrawnWrite {
  const event = {
    metadata: { name: "e", namespace: "NS" },
    involvedObject: { kind: "Pod", namespace: "NS", name: "mine" },
    reason: "r",
    message: "m",
  };
  return oneOf(random, [
    write("POST", `/api/v1/namespaces/NS/events?${dry}`, event),
    write("POST", `/api/v1/namespaces/NS/secrets?${dry}`, { metadata: { name: "new" } }),
    write("DELETE", `/api/v1/nodes/NODE?${dry}`, {}),
    write("DELETE", `/api/v1/namespaces/NS/pods?${dry}`, {}),
    write("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "x", resourceAttributes: { verb: "get", resource: "pods" } },
    }),
    write("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenReview",
      spec: { token: "x" },
    }),
  ]);
}
