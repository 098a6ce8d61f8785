/** The requests that each plugin sees. One entry per plugin, in the order of their names. */
import {
  certificateSigningRequest,
  clusterTrustBundle,
  ingress,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  service,
} from "../../api/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { AdmissionOperation, AdmissionPlugin, PluginDefinition, PluginResource } from "../plugin.ts";
import type { PluginServices } from "./plugin-services.ts";

/** A plugin without the services that it uses. */
interface PluginSpec {
  readonly operations: readonly AdmissionOperation[];
  /** Absent: all resources. */
  readonly resources?: readonly PluginSubject[];
  /** Whether the plugin never changes objects. */
  readonly onlyRejects?: boolean;
  readonly load: () => Promise<(services: PluginServices) => AdmissionPlugin>;
}

/** A kind, and one of its subresources. */
type PluginSubject = KindDeclaration | { readonly kind: KindDeclaration; readonly subresource: string };

const everyWrite = ["CREATE", "UPDATE", "DELETE"] as const;

const specs = {
  AlwaysDeny: {
    operations: [...everyWrite, "CONNECT"],
    onlyRejects: true,
    load: async () => (await import("./always-deny.ts")).alwaysDeny,
  },
  CertificateApproval: {
    operations: ["UPDATE"],
    resources: [{ kind: certificateSigningRequest, subresource: "approval" }],
    onlyRejects: true,
    load: async () => (await import("./certificates/signing-requests.ts")).certificateApproval,
  },
  CertificateSigning: {
    operations: ["UPDATE"],
    resources: [{ kind: certificateSigningRequest, subresource: "status" }],
    onlyRejects: true,
    load: async () => (await import("./certificates/signing-requests.ts")).certificateSigning,
  },
  CertificateSubjectRestriction: {
    operations: ["CREATE"],
    resources: [certificateSigningRequest],
    onlyRejects: true,
    load: async () => (await import("./certificates/signing-requests.ts")).certificateSubjectRestriction,
  },
  ClusterTrustBundleAttest: {
    operations: ["CREATE", "UPDATE"],
    resources: [clusterTrustBundle],
    onlyRejects: true,
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
    operations: ["CREATE", "UPDATE"],
    resources: [pod],
    load: async () => (await import("./pods/default-toleration-seconds.ts")).defaultTolerationSeconds,
  },
  DenyServiceExternalIPs: {
    operations: ["CREATE", "UPDATE"],
    resources: [service],
    onlyRejects: true,
    load: async () => (await import("./services/deny-service-external-ips.ts")).denyServiceExternalIps,
  },
  NamespaceAutoProvision: {
    operations: ["CREATE"],
    onlyRejects: true,
    load: async () => (await import("./namespaces/namespace-auto-provision.ts")).namespaceAutoProvision,
  },
  NamespaceExists: {
    operations: everyWrite,
    onlyRejects: true,
    load: async () => (await import("./namespaces/namespace-exists.ts")).namespaceExists,
  },
  NamespaceLifecycle: {
    operations: everyWrite,
    onlyRejects: true,
    load: async () => (await import("./namespaces/namespace-lifecycle.ts")).namespaceLifecycle,
  },
  NodeRestriction: {
    operations: everyWrite,
    onlyRejects: true,
    load: async () => (await import("./nodes/node-restriction.ts")).nodeRestriction,
  },
  OwnerReferencesPermissionEnforcement: {
    operations: ["CREATE", "UPDATE"],
    onlyRejects: true,
    load: async () => (await import("./owner-references-permission.ts")).ownerReferencesPermissionEnforcement,
  },
  PersistentVolumeClaimResize: {
    operations: ["UPDATE"],
    resources: [persistentVolumeClaim],
    onlyRejects: true,
    load: async () => (await import("./storage/claim-resize.ts")).persistentVolumeClaimResize,
  },
  StorageObjectInUseProtection: {
    operations: ["CREATE"],
    resources: [persistentVolume, persistentVolumeClaim],
    load: async () => (await import("./storage/in-use-protection.ts")).storageObjectInUseProtection,
  },
  ValidatingAdmissionPolicy: {
    operations: [...everyWrite, "CONNECT"],
    onlyRejects: true,
    load: async () => (await import("./policies/validating-admission-policy.ts")).validatingAdmissionPolicyPlugin,
  },
} satisfies Readonly<Record<string, PluginSpec>>;

/** The name of a plugin that has an effect, as flags spell it. */
export type PluginName = keyof typeof specs;

/** Returns the plugins with these names, in this order. */
export function pluginDefinitions(names: readonly PluginName[], services: PluginServices): readonly PluginDefinition[] {
  return names.map((name) => {
    const { operations, resources, onlyRejects = false, load }: PluginSpec = specs[name];
    return {
      name,
      operations,
      resources: resources?.map((subject) => resourceOf(subject, services.vocabulary)),
      onlyRejects,
      load: async () => (await load())(services),
    };
  });
}

function resourceOf(subject: PluginSubject, vocabulary: Vocabulary): PluginResource {
  const { kind, subresource } = "subresource" in subject ? subject : { kind: subject, subresource: "" };
  return { group: vocabulary.bind(kind.group), resource: kind.plural, subresource };
}
