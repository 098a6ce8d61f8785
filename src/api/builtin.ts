/** The built-in kinds that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../schema/index.ts";
import { daemonSet } from "./apps/v1/daemon-set.ts";
import { deployment } from "./apps/v1/deployment.ts";
import { replicaSet } from "./apps/v1/replica-set.ts";
import { statefulSet } from "./apps/v1/stateful-set.ts";
import { cronJob } from "./batch/v1/cron-job.ts";
import { job } from "./batch/v1/job.ts";
import { lease } from "./coordination/v1/lease.ts";
import { configMap } from "./core/v1/config-map.ts";
import { endpoints } from "./core/v1/endpoints.ts";
import { event } from "./core/v1/event.ts";
import { namespace } from "./core/v1/namespace.ts";
import { node } from "./core/v1/node.ts";
import { persistentVolumeClaim } from "./core/v1/persistent-volume-claim.ts";
import { pod } from "./core/v1/pod.ts";
import { replicationController } from "./core/v1/replication-controller.ts";
import { secret } from "./core/v1/secret.ts";
import { service } from "./core/v1/service.ts";
import { serviceAccount } from "./core/v1/service-account.ts";

export const builtinKinds: readonly KindDeclaration[] = [
  configMap,
  endpoints,
  event,
  namespace,
  node,
  persistentVolumeClaim,
  pod,
  replicationController,
  secret,
  serviceAccount,
  service,
  daemonSet,
  deployment,
  replicaSet,
  statefulSet,
  cronJob,
  job,
  lease,
];
