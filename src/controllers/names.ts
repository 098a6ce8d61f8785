/** Names of the built-in controllers, for code that does not run them. */
import type { ControllerName } from "./frame/controller-spec.ts";

/** The names of each controller. */
export const controllerNames = {
  bootstrapSigner: {
    name: "bootstrap-signer-controller",
    alias: "bootstrapsigner",
    account: "bootstrap-signer",
    isOffByDefault: true,
  },
  claimProtection: {
    name: "persistentvolumeclaim-protection-controller",
    alias: "pvc-protection",
    account: "pvc-protection-controller",
  },
  clusterRoleAggregation: {
    name: "clusterrole-aggregation-controller",
    alias: "clusterrole-aggregation",
    account: "clusterrole-aggregation-controller",
  },
  garbageCollector: {
    name: "garbage-collector-controller",
    alias: "garbagecollector",
    account: "generic-garbage-collector",
  },
  legacyTokenCleaner: {
    name: "legacy-serviceaccount-token-cleaner-controller",
    alias: "legacy-service-account-token-cleaner",
    account: "legacy-service-account-token-cleaner",
  },
  namespace: { name: "namespace-controller", alias: "namespace", account: "namespace-controller" },
  resourceQuota: {
    name: "resourcequota-controller",
    alias: "resourcequota",
    account: "resourcequota-controller",
  },
  rootCa: {
    name: "root-ca-certificate-publisher-controller",
    alias: "root-ca-cert-publisher",
    account: "root-ca-cert-publisher",
  },
  serviceAccount: { name: "serviceaccount-controller", alias: "serviceaccount", account: "service-account-controller" },
  // Acts as the controller manager, because the tokens of other accounts may depend on it.
  serviceAccountToken: { name: "serviceaccount-token-controller", alias: "serviceaccount-token" },
  tokenCleaner: {
    name: "token-cleaner-controller",
    alias: "tokencleaner",
    account: "token-cleaner",
    isOffByDefault: true,
  },
  validatingPolicyStatus: {
    name: "validatingadmissionpolicy-status-controller",
    alias: "validatingadmissionpolicy-status",
    account: "validatingadmissionpolicy-status-controller",
  },
  volumeProtection: {
    name: "persistentvolume-protection-controller",
    alias: "pv-protection",
    account: "pv-protection-controller",
  },
} as const satisfies Readonly<Record<string, ControllerName>>;
