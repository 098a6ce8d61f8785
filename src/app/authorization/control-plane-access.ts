/**
 * TEMPORARY RULE, until the server has roles: the parts of the control plane may do everything. Remove this file once
 * roles grant them what they need.
 */
import { allowEverything, type ListedAuthorizer } from "../../authz/index.ts";
import { systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";
import { controllerUserNames } from "../config/controller-users.ts";

/** User of the scheduler, the same in both vocabularies. */
const schedulerUser = "system:kube-scheduler";

/**
 * ServiceAccounts of controllers that only the reference has, so that its controller manager works with this server. They
 * are in the namespace of the system.
 */
const referenceAccounts = [
  "attachdetach-controller",
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
  "horizontal-pod-autoscaler",
  "job-controller",
  "node-controller",
  "persistent-volume-binder",
  "pod-garbage-collector",
  "pv-protection-controller",
  "pvc-protection-controller",
  "replicaset-controller",
  "replication-controller",
  "resource-claim-controller",
  "resourcequota-controller",
  "route-controller",
  "selinux-warning-controller",
  "service-ca-cert-publisher",
  "service-cidrs-controller",
  "service-controller",
  "statefulset-controller",
  "storage-version-migrator-controller",
  "ttl-after-finished-controller",
  "ttl-controller",
  "validatingadmissionpolicy-status-controller",
  "volumeattributesclass-protection-controller",
];

/** Returns the authorizer that allows everything to the control plane. */
export function controlPlaneAccess(vocabulary: Vocabulary): ListedAuthorizer {
  const namespace = vocabulary.bind(systemNamespace("system"));
  const referenceUsers = referenceAccounts.map((account) => `system:serviceaccount:${namespace}:${account}`);
  const users = new Set([...controllerUserNames(vocabulary.name), ...referenceUsers, schedulerUser]);
  return allowEverything(({ name }) => users.has(name));
}
