/**
 * TEMPORARY RULE, until the server has roles: the parts of the control plane may do everything. Remove this file once
 * roles grant them what they need.
 */
import { allowEverything, type ListedAuthorizer } from "../../authz/index.ts";
import { systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";

/** Users of the parts that have client certificates. */
const componentUsers = ["system:kube-controller-manager", "system:kube-scheduler"];

/**
 * ServiceAccounts of controllers in the namespace of the system. The list contains all controllers of the reference, so
 * that its controller manager works with this server.
 */
const controllerAccounts = [
  "attachdetach-controller",
  "bootstrap-signer",
  "certificate-controller",
  "clusterrole-aggregation-controller",
  "cronjob-controller",
  "daemon-set-controller",
  "deployment-controller",
  "disruption-controller",
  "endpoint-controller",
  "endpointslice-controller",
  "endpointslicemirroring-controller",
  "ephemeral-volume-controller",
  "expand-controller",
  "generic-garbage-collector",
  "horizontal-pod-autoscaler",
  "job-controller",
  "legacy-service-account-token-cleaner",
  "namespace-controller",
  "node-controller",
  "persistent-volume-binder",
  "pod-garbage-collector",
  "pv-protection-controller",
  "pvc-protection-controller",
  "replicaset-controller",
  "replication-controller",
  "resource-claim-controller",
  "resourcequota-controller",
  "root-ca-cert-publisher",
  "route-controller",
  "selinux-warning-controller",
  "service-account-controller",
  "service-ca-cert-publisher",
  "service-cidrs-controller",
  "service-controller",
  "statefulset-controller",
  "storage-version-migrator-controller",
  "token-cleaner",
  "ttl-after-finished-controller",
  "ttl-controller",
  "validatingadmissionpolicy-status-controller",
  "volumeattributesclass-protection-controller",
];

/** Returns the authorizer that allows everything to the control plane. */
export function controlPlaneAccess(vocabulary: Vocabulary): ListedAuthorizer {
  const namespace = vocabulary.bind(systemNamespace("system"));
  const accountUsers = controllerAccounts.map((account) => `system:serviceaccount:${namespace}:${account}`);
  const users = new Set([...componentUsers, ...accountUsers]);
  return allowEverything(({ name }) => users.has(name));
}
