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

/** Names of the plugins that have an effect in this release, in the order in which they are called. */
export const effectivePlugins = [
  "NamespaceLifecycle",
  "NodeRestriction",
] as const satisfies readonly AdmissionPluginName[];

/** A plugin of the reference. */
export type AdmissionPluginName = (typeof admissionPlugins)[number];

/** A plugin that has an effect in this release. */
export type EffectivePluginName = (typeof effectivePlugins)[number];
