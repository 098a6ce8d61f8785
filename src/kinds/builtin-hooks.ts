/** The hooks of every built-in kind. */
import {
  configMap,
  cronJob,
  daemonSet,
  deployment,
  endpoints,
  event,
  job,
  lease,
  namespace,
  node,
  persistentVolumeClaim,
  pod,
  replicaSet,
  replicationController,
  secret,
  service,
  serviceAccount,
  statefulSet,
} from "../api/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindDeclaration, KindHooks } from "../schema/index.ts";
import { daemonSetHooks } from "./apps/daemon-set.ts";
import { deploymentHooks } from "./apps/deployment.ts";
import { replicaSetHooks } from "./apps/replica-set.ts";
import { statefulSetHooks } from "./apps/stateful-set.ts";
import { cronJobHooks } from "./batch/cron-job.ts";
import { jobHooks } from "./batch/job.ts";
import { leaseHooks } from "./coordination/lease.ts";
import { configMapHooks } from "./core/config-map.ts";
import { endpointsHooks } from "./core/endpoints.ts";
import { eventHooks } from "./core/event.ts";
import { namespaceHooks } from "./core/namespace.ts";
import { nodeHooks } from "./core/node.ts";
import { persistentVolumeClaimHooks } from "./core/persistent-volume-claim.ts";
import { podHooks } from "./core/pod.ts";
import { replicationControllerHooks } from "./core/replication-controller.ts";
import { secretHooks } from "./core/secret.ts";
import { serviceHooks } from "./core/service.ts";
import { serviceAccountHooks } from "./core/service-account.ts";

type Entry = readonly [KindDeclaration, KindHooks];

export const builtinHooks: ReadonlyMap<KindDeclaration, KindHooks> = new Map<KindDeclaration, KindHooks>([
  entry(daemonSet, daemonSetHooks),
  entry(deployment, deploymentHooks),
  entry(replicaSet, replicaSetHooks),
  entry(statefulSet, statefulSetHooks),
  entry(cronJob, cronJobHooks),
  entry(job, jobHooks),
  entry(lease, leaseHooks),
  entry(configMap, configMapHooks),
  entry(endpoints, endpointsHooks),
  entry(event, eventHooks),
  entry(namespace, namespaceHooks),
  entry(node, nodeHooks),
  entry(persistentVolumeClaim, persistentVolumeClaimHooks),
  entry(pod, podHooks),
  entry(replicationController, replicationControllerHooks),
  entry(secret, secretHooks),
  entry(serviceAccount, serviceAccountHooks),
  entry(service, serviceHooks),
]);

/** Ties the types of kind and hooks together. */
function entry<T extends ApiObject>(kind: KindDeclaration<T>, hooks: KindHooks<T>): Entry {
  return [kind, hooks as KindHooks];
}
