/**
 * The removed versions of kinds: the release that removed them, their successor, and the changes that a conversion
 * requires. If the immediate successor was removed as well, the entry names the newest version.
 */
import { group, type Name } from "../meta/vocabulary.ts";
import type { ManifestChange } from "./change.ts";
import { autoscalerToV2 } from "./changes/autoscaler.ts";
import { signingRequestToV1 } from "./changes/certificate-signing-request.ts";
import { definitionToV1 } from "./changes/custom-resource-definition.ts";
import { endpointSliceToV1 } from "./changes/endpoint-slice.ts";
import { ingressToV1 } from "./changes/ingress.ts";
import { budgetToV1, eventToV1, podSecurityPolicy, reviewToV1, sharesToV1 } from "./changes/small-changes.ts";
import { webhooksToV1 } from "./changes/webhook-configuration.ts";
import { daemonSetToV1, deploymentToV1, replicaSetToV1, statefulSetToV1 } from "./changes/workloads.ts";

/** A removed version of a kind. */
export interface RemovedVersion {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  /** The first release without this version, such as `1.22`. */
  readonly removedIn: string;
  /** Undefined if there is no successor. `change` then throws an error that says what to use. */
  readonly successor?: { readonly group: Name; readonly version: string };
  /** Undefined if only `apiVersion` changes. */
  readonly change?: ManifestChange;
}

interface Removal {
  readonly group: Name;
  readonly versions: readonly string[];
  readonly kinds: readonly string[];
  readonly removedIn: string;
  readonly successor?: { readonly group: Name; readonly version: string };
  readonly change?: ManifestChange;
}

const apps = { group: "apps", version: "v1" };
const networking = { group: group("networking"), version: "v1" };
const flowcontrol = { group: group("flowcontrol.apiserver"), version: "v1" };
const levels = ["PriorityLevelConfiguration"];
const webhookKinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
const accessReviews = ["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview"];
const roles = ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];
const storageKinds = ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"];

/** Returns the removal of v1beta1, whose successor is v1 of the same group. */
function beta(name: Name, kinds: readonly string[], removedIn: string, change?: ManifestChange): Removal {
  const successor = { group: name, version: "v1" };
  return { group: name, versions: ["v1beta1"], kinds, removedIn, successor, ...(change ? { change } : {}) };
}

/**
 * Returns the removals of a workload kind. @param versions removed versions of `apps`. In `extensions`, it was v1beta1
 */
function workload(kind: string, versions: readonly string[], change: ManifestChange): readonly Removal[] {
  const rest = { kinds: [kind], removedIn: "1.16", successor: apps, change };
  const ofExtensions = kind === "StatefulSet" ? [] : [{ group: "extensions", versions: ["v1beta1"], ...rest }];
  return [...ofExtensions, { group: "apps", versions, ...rest }];
}

const removals: readonly Removal[] = [
  {
    ...flowcontrol,
    versions: ["v1beta3"],
    kinds: ["FlowSchema", ...levels],
    removedIn: "1.32",
    successor: flowcontrol,
  },
  { ...flowcontrol, versions: ["v1beta2"], kinds: ["FlowSchema"], removedIn: "1.29", successor: flowcontrol },
  {
    ...flowcontrol,
    versions: ["v1beta2"],
    kinds: levels,
    removedIn: "1.29",
    successor: flowcontrol,
    change: sharesToV1,
  },
  { ...flowcontrol, versions: ["v1beta1"], kinds: ["FlowSchema"], removedIn: "1.26", successor: flowcontrol },
  {
    ...flowcontrol,
    versions: ["v1beta1"],
    kinds: levels,
    removedIn: "1.26",
    successor: flowcontrol,
    change: sharesToV1,
  },
  beta(group("storage"), ["CSIStorageCapacity"], "1.27"),
  ...(["v2beta2", "v2beta1"] as const).map((version) => ({
    group: "autoscaling",
    versions: [version],
    kinds: ["HorizontalPodAutoscaler"],
    removedIn: version === "v2beta2" ? "1.26" : "1.25",
    successor: { group: "autoscaling", version: "v2" },
    change: autoscalerToV2,
  })),
  beta("batch", ["CronJob"], "1.25"),
  beta(group("discovery"), ["EndpointSlice"], "1.25", endpointSliceToV1),
  beta(group("events"), ["Event"], "1.25", eventToV1),
  beta("policy", ["PodDisruptionBudget"], "1.25", budgetToV1),
  {
    group: "policy",
    versions: ["v1beta1"],
    kinds: ["PodSecurityPolicy"],
    removedIn: "1.25",
    change: podSecurityPolicy,
  },
  {
    group: "extensions",
    versions: ["v1beta1"],
    kinds: ["PodSecurityPolicy"],
    removedIn: "1.16",
    change: podSecurityPolicy,
  },
  beta(group("node"), ["RuntimeClass"], "1.25"),
  beta(group("admissionregistration"), webhookKinds, "1.22", webhooksToV1),
  beta(group("apiextensions"), ["CustomResourceDefinition"], "1.22", definitionToV1),
  beta(group("apiregistration"), ["APIService"], "1.22"),
  beta(group("authentication"), ["TokenReview"], "1.22"),
  beta(group("authorization"), accessReviews, "1.22", reviewToV1),
  beta(group("authorization"), ["SelfSubjectRulesReview"], "1.22"),
  beta(group("certificates"), ["CertificateSigningRequest"], "1.22", signingRequestToV1),
  beta(group("coordination"), ["Lease"], "1.22"),
  {
    group: "extensions",
    versions: ["v1beta1"],
    kinds: ["Ingress"],
    removedIn: "1.22",
    successor: networking,
    change: ingressToV1,
  },
  beta(group("networking"), ["Ingress"], "1.22", ingressToV1),
  beta(group("networking"), ["IngressClass"], "1.22"),
  beta(group("rbac.authorization"), roles, "1.22"),
  beta(group("scheduling"), ["PriorityClass"], "1.22"),
  beta(group("storage"), storageKinds, "1.22"),
  { group: "extensions", versions: ["v1beta1"], kinds: ["NetworkPolicy"], removedIn: "1.16", successor: networking },
  ...workload("DaemonSet", ["v1beta2"], daemonSetToV1),
  ...workload("Deployment", ["v1beta1", "v1beta2"], deploymentToV1),
  ...workload("StatefulSet", ["v1beta1", "v1beta2"], statefulSetToV1),
  ...workload("ReplicaSet", ["v1beta1", "v1beta2"], replicaSetToV1),
];

/** All removed versions of built-in kinds. */
export const removedVersions: readonly RemovedVersion[] = removals.flatMap(({ versions, kinds, ...rest }) =>
  versions.flatMap((version) => kinds.map((kind) => ({ ...rest, version, kind }))),
);
