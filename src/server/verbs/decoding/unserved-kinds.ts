/** Types that the reference knows but does not serve, for error messages about documents of these types. */
import { builtinKinds } from "../../../api/index.ts";
import { group, type Name } from "../../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../../schema/index.ts";

interface UnservedVersions {
  readonly group: Name;
  readonly versions: readonly string[];
  /** Kinds that are served in another version. Each stored kind also has a list type. */
  readonly kinds?: readonly string[];
  /** Group that serves these kinds, if it is not `group`. */
  readonly servedBy?: Name;
  /** Names of other types. They have no list types. */
  readonly messages?: readonly string[];
}

/** A type that is known but not served. */
export interface UnservedType {
  readonly kind: string;
  /** The served kind. Undefined for a type that no version serves. */
  readonly declaration?: KindDeclaration;
}

const apps = "apps";
const networking = group("networking");

const unservedVersions: readonly UnservedVersions[] = [
  { group: "", versions: ["v1"], messages: ["ComponentStatusList", "PodStatusResult", "RangeAllocation"] },
  { group: "", versions: ["v1"], messages: ["SerializedReference"] },
  { group: apps, versions: ["v1beta1", "v1beta2"], kinds: ["ControllerRevision", "Deployment", "StatefulSet"] },
  { group: apps, versions: ["v1beta1"], messages: ["DeploymentRollback", "Scale"] },
  { group: apps, versions: ["v1beta2"], kinds: ["DaemonSet", "ReplicaSet"], messages: ["Scale"] },
  {
    group: "extensions",
    versions: ["v1beta1"],
    kinds: ["DaemonSet", "Deployment", "ReplicaSet"],
    servedBy: apps,
    messages: ["DeploymentRollback", "Scale"],
  },
  { group: "extensions", versions: ["v1beta1"], kinds: ["Ingress", "NetworkPolicy"], servedBy: networking },
  { group: "policy", versions: ["v1beta1"], kinds: ["PodDisruptionBudget"], messages: ["Eviction"] },
  { group: "autoscaling", versions: ["v2beta1", "v2beta2"], kinds: ["HorizontalPodAutoscaler"] },
  { group: "batch", versions: ["v1beta1"], kinds: ["CronJob"] },
  { group: group("events"), versions: ["v1beta1"], kinds: ["Event"] },
  { group: networking, versions: ["v1beta1"], kinds: ["Ingress", "IngressClass"] },
  { group: networking, versions: ["v1alpha1"] },
  { group: group("certificates"), versions: ["v1beta1"], kinds: ["CertificateSigningRequest"] },
  { group: group("coordination"), versions: ["v1beta1"], kinds: ["Lease"] },
  { group: group("discovery"), versions: ["v1beta1"], kinds: ["EndpointSlice"] },
  {
    group: group("flowcontrol.apiserver"),
    versions: ["v1beta1", "v1beta2", "v1beta3"],
    kinds: ["FlowSchema", "PriorityLevelConfiguration"],
  },
  { group: group("node"), versions: ["v1alpha1", "v1beta1"], kinds: ["RuntimeClass"] },
  {
    group: group("rbac.authorization"),
    versions: ["v1alpha1", "v1beta1"],
    kinds: ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
  },
  { group: group("scheduling"), versions: ["v1alpha1", "v1beta1"], kinds: ["PriorityClass"] },
  { group: group("storage"), versions: ["v1alpha1", "v1beta1"], kinds: ["CSIStorageCapacity", "VolumeAttachment"] },
  { group: group("storage"), versions: ["v1beta1"], kinds: ["CSIDriver", "CSINode", "StorageClass"] },
  {
    group: group("admissionregistration"),
    versions: ["v1beta1"],
    kinds: ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
  },
  {
    group: group("admissionregistration"),
    versions: ["v1alpha1"],
    kinds: ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"],
  },
  { group: group("admission"), versions: ["v1", "v1beta1"], messages: ["AdmissionReview"] },
  { group: group("authentication"), versions: ["v1beta1"], kinds: ["TokenReview"] },
  { group: group("authentication"), versions: ["v1alpha1"], kinds: ["SelfSubjectReview"] },
  {
    group: group("authorization"),
    versions: ["v1beta1"],
    kinds: ["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"],
  },
  { group: group("imagepolicy"), versions: ["v1alpha1"], messages: ["ImageReview"] },
  { group: group("apiextensions"), versions: ["v1", "v1beta1"], messages: ["ConversionReview"] },
  { group: group("apiextensions"), versions: ["v1beta1"], kinds: ["CustomResourceDefinition"] },
  { group: group("apiregistration"), versions: ["v1beta1"], kinds: ["APIService"] },
];

/**
 * Calls `visit` with each version that has unserved types, and with these types. One version may occur in several
 * calls.
 */
export function eachUnservedVersion(
  visit: (groupVersion: { readonly group: Name; readonly version: string }, types: readonly UnservedType[]) => void,
): void {
  for (const { group, versions, kinds = [], servedBy = group, messages = [] } of unservedVersions) {
    const types = [...kinds.flatMap((kind) => typesOf(servedBy, kind)), ...messages.map((kind) => ({ kind }))];
    for (const version of versions) visit({ group, version }, types);
  }
}

function typesOf(servedBy: Name, kind: string): readonly UnservedType[] {
  const declaration = builtinKinds.find((one) => one.group === servedBy && one.kind === kind);
  if (!declaration) return [{ kind }];
  return declaration.isStored
    ? [
        { kind, declaration },
        { kind: `${kind}List`, declaration },
      ]
    : [{ kind, declaration }];
}
