/** Random SubjectAccessReviews of nodes. They can ask about actions that no path expresses. */
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";

const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "proxy", "*", ""];
const targets: readonly (readonly [group: string, resource: string])[] = [
  ["", "secrets"],
  ["", "configmaps"],
  ["", "pods"],
  ["", "nodes"],
  ["", "serviceaccounts"],
  ["", "persistentvolumeclaims"],
  ["", "persistentvolumes"],
  ["", "services"],
  ["", "endpoints"],
  ["", "events"],
  ["resource.k8s.io", "resourceclaims"],
  ["resource.k8s.io", "resourceslices"],
  ["storage.k8s.io", "volumeattachments"],
  ["storage.k8s.io", "csinodes"],
  ["storage.k8s.io", "csidrivers"],
  ["coordination.k8s.io", "leases"],
  ["node.k8s.io", "runtimeclasses"],
  ["certificates.k8s.io", "certificatesigningrequests"],
  ["certificates.k8s.io", "clustertrustbundles"],
  ["authentication.k8s.io", "tokenreviews"],
  ["authorization.k8s.io", "localsubjectaccessreviews"],
  ["apps", "secrets"],
  ["*", "*"],
];
const names = [
  "",
  "NODE",
  "OTHER",
  "mine",
  "theirs",
  "secret",
  "other-secret",
  "map",
  "account",
  "claim",
  "NS-volume",
  "*",
];
const subresources = ["", "", "", "", "status", "token", "eviction", "log", "*", "toString"];
const namespaces = ["NS", "NS", "NS", "", "kube-node-lease", "default", "a/b"];
const requirements = [
  { key: "spec.nodeName", operator: "In", values: ["NODE"] },
  { key: "spec.nodeName", operator: "In", values: ["OTHER"] },
  { key: "spec.nodeName", operator: "NotIn", values: ["NODE"] },
  { key: "spec.nodeName", operator: "In", values: ["NODE", "OTHER"] },
  { key: "nodeName", operator: "In", values: ["NODE"] },
  { key: "nodeName", operator: "Exists" },
];

/** Draws a review of an action of a user. */
export function drawReview(
  random: Random,
  { name, groups }: { readonly name: string; readonly groups: readonly string[] },
): object {
  const [group, resource] = oneOf(random, targets);
  const fieldSelector = isOnceIn(random, 4) ? { fieldSelector: { requirements: [oneOf(random, requirements)] } } : {};
  const resourceAttributes = {
    verb: oneOf(random, verbs),
    group,
    resource,
    name: oneOf(random, names),
    namespace: oneOf(random, namespaces),
    subresource: oneOf(random, subresources),
    ...fieldSelector,
  };
  const action = isOnceIn(random, 15)
    ? { nonResourceAttributes: { verb: "get", path: oneOf(random, ["/healthz", "/metrics", "/version"]) } }
    : { resourceAttributes };
  return {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { user: name, groups: [...groups, "system:authenticated"], ...action },
  };
}
