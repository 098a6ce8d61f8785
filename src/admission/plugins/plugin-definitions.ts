/** The requests that each plugin sees. One entry per plugin, in the order of their names. */
import {
  certificateSigningRequest,
  clusterTrustBundle,
  event,
  ingress,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  priorityClass,
  service,
} from "../../api/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AdmissionOperation, AdmissionPlugin, PluginDefinition, PluginResource } from "../plugin.ts";
import type { PluginServices } from "./plugin-services.ts";
import type { PluginSubject } from "./plugin-subject.ts";
import { podSecuritySubjects } from "./pods/pod-security-subjects.ts";

/** A plugin without the services that it uses. */
interface PluginSpec {
  readonly operations: readonly AdmissionOperation[];
  /** Absent: all resources. */
  readonly resources?: readonly PluginSubject[];
  /** Whether the plugin never changes an object in place. Default: false. */
  readonly keepsObject?: boolean;
  /** The feature gate without which the plugin has no effect. */
  readonly gate?: string;
  readonly load: () => Promise<(services: PluginServices) => AdmissionPlugin>;
}

const createAndUpdate = ["CREATE", "UPDATE"] as const;
const everyWrite = ["CREATE", "UPDATE", "DELETE"] as const;

const specs = {
  AlwaysDeny: {
    operations: [...everyWrite, "CONNECT"],
    keepsObject: true,
    load: async () => (await import("./always-deny.ts")).alwaysDeny,
  },
  AlwaysPullImages: {
    operations: createAndUpdate,
    resources: [pod],
    load: async () => (await import("./pods/always-pull-images.ts")).alwaysPullImages,
  },
  CertificateApproval: {
    operations: ["UPDATE"],
    resources: [{ kind: certificateSigningRequest, subresource: "approval" }],
    keepsObject: true,
    load: async () => (await import("./certificates/signing-requests.ts")).certificateApproval,
  },
  CertificateSigning: {
    operations: ["UPDATE"],
    resources: [{ kind: certificateSigningRequest, subresource: "status" }],
    keepsObject: true,
    load: async () => (await import("./certificates/signing-requests.ts")).certificateSigning,
  },
  CertificateSubjectRestriction: {
    operations: ["CREATE"],
    resources: [certificateSigningRequest],
    keepsObject: true,
    load: async () => (await import("./certificates/signing-requests.ts")).certificateSubjectRestriction,
  },
  ClusterTrustBundleAttest: {
    operations: createAndUpdate,
    resources: [clusterTrustBundle],
    keepsObject: true,
    load: async () => (await import("./certificates/trust-bundle-attest.ts")).clusterTrustBundleAttest,
  },
  DefaultIngressClass: {
    operations: ["CREATE"],
    resources: [ingress],
    load: async () => (await import("./services/default-ingress-class.ts")).defaultIngressClass,
  },
  DefaultStorageClass: {
    operations: ["CREATE"],
    resources: [persistentVolumeClaim],
    load: async () => (await import("./storage/default-storage-class.ts")).defaultStorageClass,
  },
  DefaultTolerationSeconds: {
    operations: createAndUpdate,
    resources: [pod],
    load: async () => (await import("./pods/default-toleration-seconds.ts")).defaultTolerationSeconds,
  },
  DenyServiceExternalIPs: {
    operations: createAndUpdate,
    resources: [service],
    keepsObject: true,
    load: async () => (await import("./services/deny-service-external-ips.ts")).denyServiceExternalIps,
  },
  EventRateLimit: {
    operations: createAndUpdate,
    resources: [event],
    keepsObject: true,
    load: async () => (await import("./events/event-rate-limit.ts")).eventRateLimit,
  },
  ExtendedResourceToleration: {
    operations: createAndUpdate,
    resources: [pod],
    load: async () => (await import("./pods/extended-resource-toleration.ts")).extendedResourceToleration,
  },
  ImagePolicyWebhook: {
    operations: createAndUpdate,
    resources: [pod, { kind: pod, subresource: "ephemeralcontainers" }],
    keepsObject: true,
    load: async () => (await import("./images/image-policy-webhook.ts")).imagePolicyWebhook,
  },
  LimitPodHardAntiAffinityTopology: {
    operations: createAndUpdate,
    resources: [pod],
    keepsObject: true,
    load: async () =>
      (await import("./pods/limit-pod-hard-anti-affinity-topology.ts")).limitPodHardAntiAffinityTopology,
  },
  LimitRanger: {
    operations: createAndUpdate,
    resources: [pod, { kind: pod, subresource: "resize" }, persistentVolumeClaim],
    load: async () => (await import("./pods/limit-ranger/limit-ranger.ts")).limitRanger,
  },
  MutatingAdmissionPolicy: {
    operations: [...createAndUpdate, "CONNECT"],
    gate: "MutatingAdmissionPolicy",
    keepsObject: true,
    load: async () => (await import("./policies/mutating-admission-policy.ts")).mutatingAdmissionPolicyPlugin,
  },
  MutatingAdmissionWebhook: {
    operations: [...everyWrite, "CONNECT"],
    keepsObject: true,
    load: async () => (await import("./webhooks/admission-webhooks.ts")).mutatingAdmissionWebhook,
  },
  NamespaceAutoProvision: {
    operations: ["CREATE"],
    keepsObject: true,
    load: async () => (await import("./namespaces/namespace-auto-provision.ts")).namespaceAutoProvision,
  },
  NamespaceExists: {
    operations: everyWrite,
    keepsObject: true,
    load: async () => (await import("./namespaces/namespace-exists.ts")).namespaceExists,
  },
  NamespaceLifecycle: {
    operations: everyWrite,
    keepsObject: true,
    load: async () => (await import("./namespaces/namespace-lifecycle.ts")).namespaceLifecycle,
  },
  NodeRestriction: {
    operations: everyWrite,
    keepsObject: true,
    load: async () => (await import("./nodes/node-restriction.ts")).nodeRestriction,
  },
  OwnerReferencesPermissionEnforcement: {
    operations: createAndUpdate,
    keepsObject: true,
    load: async () => (await import("./owner-references-permission.ts")).ownerReferencesPermissionEnforcement,
  },
  PersistentVolumeClaimResize: {
    operations: ["UPDATE"],
    resources: [persistentVolumeClaim],
    keepsObject: true,
    load: async () => (await import("./storage/claim-resize.ts")).persistentVolumeClaimResize,
  },
  PodNodeSelector: {
    operations: ["CREATE"],
    resources: [pod],
    load: async () => (await import("./pods/pod-node-selector.ts")).podNodeSelector,
  },
  PodTolerationRestriction: {
    operations: createAndUpdate,
    resources: [pod],
    load: async () => (await import("./pods/pod-toleration-restriction.ts")).podTolerationRestriction,
  },
  PodSecurity: {
    operations: ["CREATE", "UPDATE"],
    resources: podSecuritySubjects,
    keepsObject: true,
    load: async () => (await import("./pods/pod-security.ts")).podSecurity,
  },
  Priority: {
    operations: createAndUpdate,
    resources: [pod, priorityClass],
    load: async () => (await import("./pods/priority.ts")).priority,
  },
  ResourceQuota: {
    operations: createAndUpdate,
    keepsObject: true,
    load: async () => (await import("./quota/resource-quota.ts")).resourceQuotaPlugin,
  },
  RuntimeClass: {
    operations: ["CREATE"],
    resources: [pod],
    load: async () => (await import("./pods/runtime-class.ts")).runtimeClassPlugin,
  },
  ServiceAccount: {
    operations: createAndUpdate,
    resources: [pod, { kind: pod, subresource: "ephemeralcontainers" }],
    load: async () => (await import("./pods/service-account/service-account.ts")).serviceAccount,
  },
  StorageObjectInUseProtection: {
    operations: ["CREATE"],
    resources: [persistentVolume, persistentVolumeClaim],
    load: async () => (await import("./storage/in-use-protection.ts")).storageObjectInUseProtection,
  },
  TaintNodesByCondition: {
    operations: ["CREATE"],
    resources: [node],
    load: async () => (await import("./nodes/taint-nodes-by-condition.ts")).taintNodesByCondition,
  },
  ValidatingAdmissionWebhook: {
    operations: [...everyWrite, "CONNECT"],
    keepsObject: true,
    load: async () => (await import("./webhooks/admission-webhooks.ts")).validatingAdmissionWebhook,
  },
  ValidatingAdmissionPolicy: {
    operations: [...everyWrite, "CONNECT"],
    keepsObject: true,
    load: async () => (await import("./policies/validating-admission-policy.ts")).validatingAdmissionPolicyPlugin,
  },
} satisfies Readonly<Record<string, PluginSpec>>;

/** The name of a plugin that has an effect, as flags spell it. */
export type PluginName = keyof typeof specs;

/** Returns the plugins with these names, in this order. Those of disabled features are left out. */
export function pluginDefinitions(names: readonly PluginName[], services: PluginServices): readonly PluginDefinition[] {
  const hasEffect = ({ gate }: PluginSpec): boolean => gate === undefined || services.isEnabled(gate);
  return names
    .filter((name) => hasEffect(specs[name]))
    .map((name) => {
      const { operations, resources, keepsObject = false, load }: PluginSpec = specs[name];
      return {
        name,
        operations,
        resources: resources?.map((subject) => resourceOf(subject, services.vocabulary)),
        keepsObject,
        load: async () => (await load())(services),
      };
    });
}

function resourceOf(subject: PluginSubject, vocabulary: Vocabulary): PluginResource {
  const { kind, subresource } = "subresource" in subject ? subject : { kind: subject, subresource: "" };
  return { group: vocabulary.bind(kind.group), resource: kind.plural, subresource };
}
