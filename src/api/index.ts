/**
 * The types of the API and the kinds that declare them: what `orch/api` offers to programs.
 *
 * A kind is exported as data, under the name of its type: `deployment` declares `Deployment`.
 */

export type { ApiObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../meta/object-meta.ts";
export type { KindDeclaration, StructSchema } from "../schema/index.ts";
export {
  type DaemonSet,
  type DaemonSetCondition,
  type DaemonSetSpec,
  type DaemonSetStatus,
  type DaemonSetUpdateStrategy,
  daemonSet,
  type RollingUpdateDaemonSet,
} from "./apps/v1/daemon-set.ts";
export {
  type Deployment,
  type DeploymentCondition,
  type DeploymentSpec,
  type DeploymentStatus,
  type DeploymentStrategy,
  deployment,
  type RollingUpdateDeployment,
} from "./apps/v1/deployment.ts";
export {
  type ReplicaSet,
  type ReplicaSetCondition,
  type ReplicaSetSpec,
  type ReplicaSetStatus,
  replicaSet,
} from "./apps/v1/replica-set.ts";
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
} from "./apps/v1/stateful-set.ts";
export { type Scale, type ScaleSpec, type ScaleStatus, scale } from "./autoscaling/v1/scale.ts";
export {
  type CronJob,
  type CronJobSpec,
  type CronJobStatus,
  cronJob,
  type JobTemplateSpec,
} from "./batch/v1/cron-job.ts";
export { type Job, type JobCondition, type JobStatus, job, type UncountedTerminatedPods } from "./batch/v1/job.ts";
export type { JobSpec } from "./batch/v1/job-spec.ts";
export type {
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from "./batch/v1/pod-failure-policy.ts";
export type { SuccessPolicy, SuccessPolicyRule } from "./batch/v1/success-policy.ts";
export { builtinKinds } from "./builtin.ts";
export { type Lease, type LeaseSpec, lease } from "./coordination/v1/lease.ts";
export type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from "./core/v1/affinity.ts";
export { type Binding, binding } from "./core/v1/binding.ts";
export type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from "./core/v1/cloud-volumes.ts";
export { type ConfigMap, configMap } from "./core/v1/config-map.ts";
export type { Container } from "./core/v1/container.ts";
export type { ContainerPort } from "./core/v1/container-port.ts";
export type {
  ContainerState,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  ContainerStatus,
  ContainerUser,
  LinuxContainerUser,
  ResourceHealth,
  ResourceStatus,
} from "./core/v1/container-status.ts";
export {
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
  type Endpoints,
  endpoints,
} from "./core/v1/endpoints.ts";
export type { ConfigMapEnvSource, EnvFromSource, EnvVar, EnvVarSource, SecretEnvSource } from "./core/v1/env.ts";
export type { EphemeralContainer } from "./core/v1/ephemeral-container.ts";
export { type Event, type EventSeries, type EventSource, event } from "./core/v1/event.ts";
export type { ObjectFieldSelector, ResourceFieldSelector } from "./core/v1/field-selector.ts";
export type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  SecretVolumeSource,
} from "./core/v1/file-volumes.ts";
export type {
  ExecAction,
  GRPCAction,
  HTTPGetAction,
  HTTPHeader,
  SleepAction,
  TCPSocketAction,
} from "./core/v1/handler.ts";
export type { ConfigMapKeySelector, SecretKeySelector } from "./core/v1/key-selector.ts";
export type { Lifecycle, LifecycleHandler } from "./core/v1/lifecycle.ts";
export type { LoadBalancerIngress, LoadBalancerStatus, PortStatus } from "./core/v1/load-balancer.ts";
export type { LocalObjectReference } from "./core/v1/local-object-reference.ts";
export {
  type Namespace,
  type NamespaceCondition,
  type NamespaceSpec,
  type NamespaceStatus,
  namespace,
} from "./core/v1/namespace.ts";
export type {
  CephFSVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from "./core/v1/network-volumes.ts";
export { type Node, type NodeSpec, node } from "./core/v1/node.ts";
export type { ConfigMapNodeConfigSource, NodeConfigSource, NodeConfigStatus } from "./core/v1/node-config.ts";
export type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from "./core/v1/node-selector.ts";
export type {
  AttachedVolume,
  ContainerImage,
  DaemonEndpoint,
  NodeAddress,
  NodeCondition,
  NodeDaemonEndpoints,
  NodeFeatures,
  NodeRuntimeHandler,
  NodeRuntimeHandlerFeatures,
  NodeStatus,
  NodeSystemInfo,
} from "./core/v1/node-status.ts";
export type {
  EmptyDirVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
} from "./core/v1/node-volumes.ts";
export type { ObjectReference } from "./core/v1/object-reference.ts";
export {
  type ModifyVolumeStatus,
  type PersistentVolumeClaim,
  type PersistentVolumeClaimCondition,
  type PersistentVolumeClaimStatus,
  persistentVolumeClaim,
} from "./core/v1/persistent-volume-claim.ts";
export type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
} from "./core/v1/persistent-volume-claim-spec.ts";
export type { CSIVolumeSource, FlexVolumeSource } from "./core/v1/plugin-volumes.ts";
export { type Pod, pod } from "./core/v1/pod.ts";
export type { HostAlias, PodDNSConfig, PodDNSConfigOption } from "./core/v1/pod-dns.ts";
export type { PodResourceClaim, PodResourceClaimStatus } from "./core/v1/pod-resource-claim.ts";
export type { PodSecurityContext, Sysctl } from "./core/v1/pod-security-context.ts";
export type { PodOS, PodReadinessGate, PodSchedulingGate, PodSpec } from "./core/v1/pod-spec.ts";
export type { HostIP, PodCondition, PodIP, PodStatus } from "./core/v1/pod-status.ts";
export type { PodTemplateSpec } from "./core/v1/pod-template-spec.ts";
export type { Probe, ProbeHandler } from "./core/v1/probe.ts";
export type {
  ClusterTrustBundleProjection,
  ConfigMapProjection,
  DownwardAPIProjection,
  ProjectedVolumeSource,
  SecretProjection,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from "./core/v1/projected-volume.ts";
export {
  type ReplicationController,
  type ReplicationControllerCondition,
  type ReplicationControllerSpec,
  type ReplicationControllerStatus,
  replicationController,
} from "./core/v1/replication-controller.ts";
export type {
  ContainerResizePolicy,
  ResourceClaim,
  ResourceRequirements,
  VolumeResourceRequirements,
} from "./core/v1/resources.ts";
export { type Secret, secret } from "./core/v1/secret.ts";
export type { Capabilities, SecurityContext } from "./core/v1/security-context.ts";
export type {
  AppArmorProfile,
  SELinuxOptions,
  SeccompProfile,
  WindowsSecurityContextOptions,
} from "./core/v1/security-profile.ts";
export {
  type ClientIPConfig,
  type Service,
  type ServicePort,
  type ServiceSpec,
  type ServiceStatus,
  type SessionAffinityConfig,
  service,
} from "./core/v1/service.ts";
export { type ServiceAccount, serviceAccount } from "./core/v1/service-account.ts";
export type { Taint, Toleration } from "./core/v1/taint.ts";
export type { TopologySpreadConstraint } from "./core/v1/topology-spread-constraint.ts";
export type { TypedLocalObjectReference, TypedObjectReference } from "./core/v1/typed-reference.ts";
export type { Volume } from "./core/v1/volume.ts";
export type { VolumeDevice, VolumeMount, VolumeMountStatus } from "./core/v1/volume-mount.ts";
export type {
  EphemeralVolumeSource,
  PersistentVolumeClaimVolumeSource,
  VolumeSource,
} from "./core/v1/volume-source.ts";
export type { MessageKind } from "./kind.ts";
export type { Condition } from "./meta/v1/condition.ts";
export type { DeleteOptions, Preconditions } from "./meta/v1/delete-options.ts";
export type { LabelSelector, LabelSelectorRequirement } from "./meta/v1/label-selector.ts";
export type { ListMeta } from "./meta/v1/list-meta.ts";
export type { Status, StatusCause, StatusDetails } from "./meta/v1/status.ts";
export { type Eviction, eviction } from "./policy/v1/eviction.ts";
