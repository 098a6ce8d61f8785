/** The types of this group, and the kinds that declare them. */
export type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from "./v1/affinity.ts";
export { type Binding, binding } from "./v1/binding.ts";
export type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from "./v1/cloud-volumes.ts";
export { type ComponentCondition, type ComponentStatus, componentStatus } from "./v1/component-status.ts";
export { type ConfigMap, configMap } from "./v1/config-map.ts";
export type { Container } from "./v1/container.ts";
export type { ContainerPort } from "./v1/container-port.ts";
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
} from "./v1/container-status.ts";
export {
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
  type Endpoints,
  endpoints,
} from "./v1/endpoints.ts";
export type { ConfigMapEnvSource, EnvFromSource, EnvVar, EnvVarSource, SecretEnvSource } from "./v1/env.ts";
export type { EphemeralContainer } from "./v1/ephemeral-container.ts";
export { type Event, type EventSeries, type EventSource, event } from "./v1/event.ts";
export type { ObjectFieldSelector, ResourceFieldSelector } from "./v1/field-selector.ts";
export type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  SecretVolumeSource,
} from "./v1/file-volumes.ts";
export type {
  ExecAction,
  GRPCAction,
  HTTPGetAction,
  HTTPHeader,
  SleepAction,
  TCPSocketAction,
} from "./v1/handler.ts";
export type { ConfigMapKeySelector, SecretKeySelector } from "./v1/key-selector.ts";
export type { Lifecycle, LifecycleHandler } from "./v1/lifecycle.ts";
export { type LimitRange, type LimitRangeItem, type LimitRangeSpec, limitRange } from "./v1/limit-range.ts";
export type { LoadBalancerIngress, LoadBalancerStatus, PortStatus } from "./v1/load-balancer.ts";
export type { LocalObjectReference } from "./v1/local-object-reference.ts";
export {
  type Namespace,
  type NamespaceCondition,
  type NamespaceSpec,
  type NamespaceStatus,
  namespace,
} from "./v1/namespace.ts";
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
} from "./v1/network-volumes.ts";
export { type Node, type NodeSpec, node } from "./v1/node.ts";
export type { ConfigMapNodeConfigSource, NodeConfigSource, NodeConfigStatus } from "./v1/node-config.ts";
export type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from "./v1/node-selector.ts";
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
} from "./v1/node-status.ts";
export type {
  EmptyDirVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
} from "./v1/node-volumes.ts";
export type { ObjectReference } from "./v1/object-reference.ts";
export type { AzureFilePersistentVolumeSource, CinderPersistentVolumeSource } from "./v1/persistent-cloud-volumes.ts";
export type {
  CephFSPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  RBDPersistentVolumeSource,
  ScaleIOPersistentVolumeSource,
  StorageOSPersistentVolumeSource,
} from "./v1/persistent-network-volumes.ts";
export type { CSIPersistentVolumeSource, FlexPersistentVolumeSource } from "./v1/persistent-plugin-volumes.ts";
export {
  type PersistentVolume,
  type PersistentVolumeSpec,
  type PersistentVolumeStatus,
  persistentVolume,
  type VolumeNodeAffinity,
} from "./v1/persistent-volume.ts";
export {
  type ModifyVolumeStatus,
  type PersistentVolumeClaim,
  type PersistentVolumeClaimCondition,
  type PersistentVolumeClaimStatus,
  persistentVolumeClaim,
} from "./v1/persistent-volume-claim.ts";
export type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
} from "./v1/persistent-volume-claim-spec.ts";
export type { LocalVolumeSource, PersistentVolumeSource } from "./v1/persistent-volume-source.ts";
export type { CSIVolumeSource, FlexVolumeSource } from "./v1/plugin-volumes.ts";
export { type Pod, pod } from "./v1/pod.ts";
export type { HostAlias, PodDNSConfig, PodDNSConfigOption } from "./v1/pod-dns.ts";
export { type PodLogOptions, podLogOptions } from "./v1/pod-log-options.ts";
export type { PodResourceClaim, PodResourceClaimStatus } from "./v1/pod-resource-claim.ts";
export type { PodSecurityContext, Sysctl } from "./v1/pod-security-context.ts";
export type { PodOS, PodReadinessGate, PodSchedulingGate, PodSpec } from "./v1/pod-spec.ts";
export type { HostIP, PodCondition, PodIP, PodStatus } from "./v1/pod-status.ts";
export {
  type PodAttachOptions,
  type PodExecOptions,
  type PodPortForwardOptions,
  podAttachOptions,
  podExecOptions,
  podPortForwardOptions,
} from "./v1/pod-stream-options.ts";
export { type PodTemplate, podTemplate } from "./v1/pod-template.ts";
export type { PodTemplateSpec } from "./v1/pod-template-spec.ts";
export type { Probe, ProbeHandler } from "./v1/probe.ts";
export type {
  ClusterTrustBundleProjection,
  ConfigMapProjection,
  DownwardAPIProjection,
  ProjectedVolumeSource,
  SecretProjection,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from "./v1/projected-volume.ts";
export { nodeProxyOptions, type ProxyOptions, podProxyOptions, serviceProxyOptions } from "./v1/proxy-options.ts";
export {
  type ReplicationController,
  type ReplicationControllerCondition,
  type ReplicationControllerSpec,
  type ReplicationControllerStatus,
  replicationController,
} from "./v1/replication-controller.ts";
export {
  type ResourceQuota,
  type ResourceQuotaSpec,
  type ResourceQuotaStatus,
  resourceQuota,
  type ScopedResourceSelectorRequirement,
  type ScopeSelector,
} from "./v1/resource-quota.ts";
export type {
  ContainerResizePolicy,
  ResourceClaim as CoreResourceClaim,
  ResourceRequirements,
  VolumeResourceRequirements,
} from "./v1/resources.ts";
export { type Secret, secret } from "./v1/secret.ts";
export type { SecretReference } from "./v1/secret-reference.ts";
export type { Capabilities, SecurityContext } from "./v1/security-context.ts";
export type {
  AppArmorProfile,
  SELinuxOptions,
  SeccompProfile,
  WindowsSecurityContextOptions,
} from "./v1/security-profile.ts";
export {
  type ClientIPConfig,
  type Service,
  type ServicePort,
  type ServiceSpec,
  type ServiceStatus,
  type SessionAffinityConfig,
  service,
} from "./v1/service.ts";
export { type ServiceAccount, serviceAccount } from "./v1/service-account.ts";
export type { Taint, Toleration } from "./v1/taint.ts";
export type { TopologySelectorLabelRequirement, TopologySelectorTerm } from "./v1/topology-selector.ts";
export type { TopologySpreadConstraint } from "./v1/topology-spread-constraint.ts";
export type { TypedLocalObjectReference, TypedObjectReference } from "./v1/typed-reference.ts";
export type { Volume } from "./v1/volume.ts";
export type { VolumeDevice, VolumeMount, VolumeMountStatus } from "./v1/volume-mount.ts";
export type {
  EphemeralVolumeSource,
  PersistentVolumeClaimVolumeSource,
  VolumeSource,
} from "./v1/volume-source.ts";
