import {
  boolean,
  type FieldsOf,
  field,
  int32,
  int64,
  list,
  namedText,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { conditionStatus } from "./condition-status.ts";
import { nodeConfigStatus } from "./node-config.ts";
import { resourceList } from "./resources.ts";

const uniqueVolumeName = namedText("v1.UniqueVolumeName");

const attachedVolumeFields = {
  name: required(uniqueVolumeName, 1, "Name of the volume."),
  devicePath: required(text, 2, "Path of the device on the node."),
};

export interface AttachedVolume extends FieldsOf<typeof attachedVolumeFields> {}

export const attachedVolume: StructSchema<AttachedVolume> = struct(
  "core/v1.AttachedVolume",
  "Volume that is attached to a node.",
  attachedVolumeFields,
);

const containerImageFields = {
  names: field(
    list(text, { type: "atomic" }),
    { presence: "always", required: false },
    1,
    "Names of the image, with tags and digests.",
  ),
  sizeBytes: optional(int64, 2, "Size of the image in bytes."),
};

export interface ContainerImage extends FieldsOf<typeof containerImageFields> {}

export const containerImage: StructSchema<ContainerImage> = struct(
  "core/v1.ContainerImage",
  "Image that is present on a node.",
  containerImageFields,
);

const nodeConditionFields = {
  type: required(
    namedText("v1.NodeConditionType"),
    1,
    "Type of the condition, such as Ready, MemoryPressure or DiskPressure.",
  ),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastHeartbeatTime: optional(time, 3, "Time of the node's last report of the condition."),
  lastTransitionTime: optional(time, 4, "Time of the last change of the status."),
  reason: optional(text, 5, "Reason of the last change, in one word."),
  message: optional(text, 6, "Message about the last change for users."),
};

export interface NodeCondition extends FieldsOf<typeof nodeConditionFields> {}

export const nodeCondition: StructSchema<NodeCondition> = struct(
  "core/v1.NodeCondition",
  "Condition of a Node.",
  nodeConditionFields,
);

const nodeAddressFields = {
  type: required(namedText("v1.NodeAddressType"), 1, "Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS."),
  address: required(text, 2, "The address."),
};

export interface NodeAddress extends FieldsOf<typeof nodeAddressFields> {}

export const nodeAddress: StructSchema<NodeAddress> = struct(
  "core/v1.NodeAddress",
  "Address of a node.",
  nodeAddressFields,
);

const daemonEndpointFields = {
  Port: required(int32, 1, "Port number."),
};

export interface DaemonEndpoint extends FieldsOf<typeof daemonEndpointFields> {}

export const daemonEndpoint: StructSchema<DaemonEndpoint> = struct(
  "core/v1.DaemonEndpoint",
  "Port of a service that runs on a node.",
  daemonEndpointFields,
);

const nodeDaemonEndpointsFields = {
  kubeletEndpoint: optional(daemonEndpoint, 1, "Port of the node agent."),
};

export interface NodeDaemonEndpoints extends FieldsOf<typeof nodeDaemonEndpointsFields> {}

export const nodeDaemonEndpoints: StructSchema<NodeDaemonEndpoints> = struct(
  "core/v1.NodeDaemonEndpoints",
  "Ports of the services on a node.",
  nodeDaemonEndpointsFields,
);

const nodeRuntimeHandlerFeaturesFields = {
  recursiveReadOnlyMounts: pointer(boolean, 1, "Whether mounts below a read-only mount can be made read-only."),
  userNamespaces: pointer(boolean, 2, "Whether Pods can have separate user namespaces."),
};

export interface NodeRuntimeHandlerFeatures extends FieldsOf<typeof nodeRuntimeHandlerFeaturesFields> {}

export const nodeRuntimeHandlerFeatures: StructSchema<NodeRuntimeHandlerFeatures> = struct(
  "core/v1.NodeRuntimeHandlerFeatures",
  "Features of a runtime handler.",
  nodeRuntimeHandlerFeaturesFields,
);

const nodeRuntimeHandlerFields = {
  name: field(text, { presence: "always", required: false }, 1, "Name of the handler; empty for the default."),
  features: pointer(nodeRuntimeHandlerFeatures, 2, "Features of the handler."),
};

export interface NodeRuntimeHandler extends FieldsOf<typeof nodeRuntimeHandlerFields> {}

export const nodeRuntimeHandler: StructSchema<NodeRuntimeHandler> = struct(
  "core/v1.NodeRuntimeHandler",
  "Runtime handler of a node.",
  nodeRuntimeHandlerFields,
);

const nodeFeaturesFields = {
  supplementalGroupsPolicy: pointer(
    boolean,
    1,
    "Whether the runtime supports supplementalGroupsPolicy and reports the users of containers.",
  ),
};

export interface NodeFeatures extends FieldsOf<typeof nodeFeaturesFields> {}

export const nodeFeatures: StructSchema<NodeFeatures> = struct(
  "core/v1.NodeFeatures",
  "Features of a node's container runtime.",
  nodeFeaturesFields,
);

const nodeSystemInfoFields = {
  machineID: required(text, 1, "Identifier of the machine."),
  systemUUID: required(text, 2, "Identifier of the machine from its firmware."),
  bootID: required(text, 3, "Identifier of the current boot."),
  kernelVersion: required(text, 4, "Version of the kernel."),
  osImage: required(text, 5, "Name of the operating system's release."),
  containerRuntimeVersion: required(text, 6, "Name and version of the container runtime, as name://version."),
  kubeletVersion: required(text, 7, "Version of the node agent."),
  kubeProxyVersion: required(text, 8, "Deprecated. Version of the network proxy."),
  operatingSystem: required(text, 9, "Operating system."),
  architecture: required(text, 10, "Processor architecture."),
};

export interface NodeSystemInfo extends FieldsOf<typeof nodeSystemInfoFields> {}

export const nodeSystemInfo: StructSchema<NodeSystemInfo> = struct(
  "core/v1.NodeSystemInfo",
  "Identity and versions of a node.",
  nodeSystemInfoFields,
);

const nodeStatusFields = {
  capacity: optional(resourceList, 1, "Resources that the node has."),
  allocatable: optional(resourceList, 2, "Resources that are available to Pods. Default: the capacity."),
  phase: optional(openEnum("v1.NodePhase", ["Pending", "Running", "Terminated"]), 3, "Deprecated. Always empty."),
  conditions: optional(
    list(nodeCondition, { type: "map", keys: ["type"], merge: "type" }),
    4,
    "Conditions of the node.",
  ),
  addresses: optional(list(nodeAddress, { type: "map", keys: ["type"], merge: "type" }), 5, "Addresses of the node."),
  daemonEndpoints: optional(nodeDaemonEndpoints, 6, "Ports of the services on the node."),
  nodeInfo: optional(nodeSystemInfo, 7, "Identity and versions of the node."),
  images: optional(list(containerImage, { type: "atomic" }), 8, "Images that are present on the node."),
  volumesInUse: optional(list(uniqueVolumeName, { type: "atomic" }), 9, "Attachable volumes that are mounted."),
  volumesAttached: optional(list(attachedVolume, { type: "atomic" }), 10, "Volumes that are attached to the node."),
  config: pointer(nodeConfigStatus, 11, "State of the node's dynamic configuration. Not used."),
  runtimeHandlers: optional(list(nodeRuntimeHandler, { type: "atomic" }), 12, "Runtime handlers of the node."),
  features: pointer(nodeFeatures, 13, "Features of the node's container runtime.", {
    featureGate: "SupplementalGroupsPolicy",
  }),
};

export interface NodeStatus extends FieldsOf<typeof nodeStatusFields> {}

export const nodeStatus: StructSchema<NodeStatus> = struct(
  "core/v1.NodeStatus",
  "Observed state of a Node, which its agent reports.",
  nodeStatusFields,
);
