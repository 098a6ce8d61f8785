/** The admission plugins that flags can name. */

/** Names of all plugins of the reference, in the order in which they are called. */
export const admissionPlugins = [
  "AlwaysAdmit",
  "NamespaceAutoProvision",
  "NamespaceLifecycle",
  "NamespaceExists",
  "LimitPodHardAntiAffinityTopology",
  "LimitRanger",
  "ServiceAccount",
  "NodeRestriction",
  "TaintNodesByCondition",
  "AlwaysPullImages",
  "ImagePolicyWebhook",
  "PodSecurity",
  "PodNodeSelector",
  "Priority",
  "DefaultTolerationSeconds",
  "PodTolerationRestriction",
  "EventRateLimit",
  "ExtendedResourceToleration",
  "DefaultStorageClass",
  "StorageObjectInUseProtection",
  "OwnerReferencesPermissionEnforcement",
  "PersistentVolumeClaimResize",
  "RuntimeClass",
  "CertificateApproval",
  "CertificateSigning",
  "ClusterTrustBundleAttest",
  "CertificateSubjectRestriction",
  "DefaultIngressClass",
  "DenyServiceExternalIPs",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
  "ResourceQuota",
  "AlwaysDeny",
] as const;

/** A plugin of the reference. */
export type AdmissionPluginName = (typeof admissionPlugins)[number];

/** Plugins without effect in this release. */
export const missingPlugins = ["MutatingAdmissionPolicy"] as const satisfies readonly AdmissionPluginName[];

/** A plugin that has an effect in this release. AlwaysAdmit does nothing by its nature. */
export type EffectivePluginName = Exclude<AdmissionPluginName, (typeof missingPlugins)[number] | "AlwaysAdmit">;

/** Whether the plugin has an effect in this release. */
export function isEffective(name: string): name is EffectivePluginName {
  const ineffective: readonly string[] = [...missingPlugins, "AlwaysAdmit"];
  return !ineffective.includes(name);
}

/** Plugins that are on unless a flag disables them, those of the reference and NodeRestriction. */
export const defaultPlugins: ReadonlySet<AdmissionPluginName> = new Set([
  "NamespaceLifecycle",
  "LimitRanger",
  "ServiceAccount",
  "NodeRestriction",
  "TaintNodesByCondition",
  "PodSecurity",
  "Priority",
  "DefaultTolerationSeconds",
  "DefaultStorageClass",
  "StorageObjectInUseProtection",
  "PersistentVolumeClaimResize",
  "RuntimeClass",
  "CertificateApproval",
  "CertificateSigning",
  "ClusterTrustBundleAttest",
  "CertificateSubjectRestriction",
  "DefaultIngressClass",
  "MutatingAdmissionWebhook",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
  "ResourceQuota",
]);
