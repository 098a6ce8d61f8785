/** The types of this group, and the kinds that declare them. */
export { type ControllerRevision, controllerRevision } from "./v1/controller-revision.ts";
export {
  type DaemonSet,
  type DaemonSetCondition,
  type DaemonSetSpec,
  type DaemonSetStatus,
  type DaemonSetUpdateStrategy,
  daemonSet,
  type RollingUpdateDaemonSet,
} from "./v1/daemon-set.ts";
export {
  type Deployment,
  type DeploymentCondition,
  type DeploymentSpec,
  type DeploymentStatus,
  type DeploymentStrategy,
  deployment,
  type RollingUpdateDeployment,
} from "./v1/deployment.ts";
export {
  type ReplicaSet,
  type ReplicaSetCondition,
  type ReplicaSetSpec,
  type ReplicaSetStatus,
  replicaSet,
} from "./v1/replica-set.ts";
export {
  type ClaimTemplate,
  type RollingUpdateStatefulSetStrategy,
  type StatefulSet,
  type StatefulSetCondition,
  type StatefulSetOrdinals,
  type StatefulSetPersistentVolumeClaimRetentionPolicy,
  type StatefulSetSpec,
  type StatefulSetStatus,
  type StatefulSetUpdateStrategy,
  statefulSet,
} from "./v1/stateful-set.ts";
