import {
  boolean,
  type FieldsOf,
  int32,
  int64,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { resourceList, resourceRequirements } from "./resources.ts";
import { volumeMountStatus } from "./volume-mount.ts";

const containerStateWaitingFields = {
  reason: optional(text, 1, "Reason for waiting, in one word."),
  message: optional(text, 2, "Message about the reason for waiting."),
};

export interface ContainerStateWaiting extends FieldsOf<typeof containerStateWaitingFields> {}

export const containerStateWaiting: StructSchema<ContainerStateWaiting> = struct(
  "core/v1.ContainerStateWaiting",
  "State of a container that is not running yet.",
  containerStateWaitingFields,
);

const containerStateRunningFields = {
  startedAt: optional(time, 1, "Time at which the container was started."),
};

export interface ContainerStateRunning extends FieldsOf<typeof containerStateRunningFields> {}

export const containerStateRunning: StructSchema<ContainerStateRunning> = struct(
  "core/v1.ContainerStateRunning",
  "State of a running container.",
  containerStateRunningFields,
);

const containerStateTerminatedFields = {
  exitCode: required(int32, 1, "Exit code of the last run."),
  signal: optional(int32, 2, "Signal that ended the last run."),
  reason: optional(text, 3, "Reason for the end, in one word."),
  message: optional(text, 4, "Termination message of the container, or a message about the reason."),
  startedAt: optional(time, 5, "Time at which the last run started."),
  finishedAt: optional(time, 6, "Time at which the last run ended."),
  containerID: optional(text, 7, "Identifier of the container, as type://id."),
};

export interface ContainerStateTerminated extends FieldsOf<typeof containerStateTerminatedFields> {}

export const containerStateTerminated: StructSchema<ContainerStateTerminated> = struct(
  "core/v1.ContainerStateTerminated",
  "State of a terminated container.",
  containerStateTerminatedFields,
);

const containerStateFields = {
  waiting: pointer(containerStateWaiting, 1, "Details of a waiting container."),
  running: pointer(containerStateRunning, 2, "Details of a running container."),
  terminated: pointer(containerStateTerminated, 3, "Details of a terminated container."),
};

export interface ContainerState extends FieldsOf<typeof containerStateFields> {}

export const containerState: StructSchema<ContainerState> = struct(
  "core/v1.ContainerState",
  "State of a container. At most one member is set. None means waiting.",
  containerStateFields,
);

const resourceHealthFields = {
  resourceID: required(namedText("v1.ResourceID"), 1, "Identifier of the device, unique per resource and node."),
  health: optional(namedText("v1.ResourceHealthStatus"), 2, "Healthy, Unhealthy or Unknown."),
};

export interface ResourceHealth extends FieldsOf<typeof resourceHealthFields> {}

export const resourceHealth: StructSchema<ResourceHealth> = struct(
  "core/v1.ResourceHealth",
  "Health of one device.",
  resourceHealthFields,
);

const resourceStatusFields = {
  name: required(
    namedText("v1.ResourceName"),
    1,
    "Name of the resource. For a claim: claim:NAME or claim:NAME/REQUEST.",
  ),
  resources: optional(list(resourceHealth, { type: "map", keys: ["resourceID"] }), 2, "Health of each device."),
};

export interface ResourceStatus extends FieldsOf<typeof resourceStatusFields> {}

export const resourceStatus: StructSchema<ResourceStatus> = struct(
  "core/v1.ResourceStatus",
  "Health of the devices of one resource.",
  resourceStatusFields,
);

const linuxContainerUserFields = {
  uid: required(int64, 1, "User id."),
  gid: required(int64, 2, "Primary group id."),
  supplementalGroups: optional(list(int64, { type: "atomic" }), 3, "Further group ids."),
};

export interface LinuxContainerUser extends FieldsOf<typeof linuxContainerUserFields> {}

export const linuxContainerUser: StructSchema<LinuxContainerUser> = struct(
  "core/v1.LinuxContainerUser",
  "User and groups of a Linux process.",
  linuxContainerUserFields,
);

const containerUserFields = {
  linux: pointer(linuxContainerUser, 1, "Ids of the process, on Linux."),
};

export interface ContainerUser extends FieldsOf<typeof containerUserFields> {}

export const containerUser: StructSchema<ContainerUser> = struct(
  "core/v1.ContainerUser",
  "User and groups of the first process of a container.",
  containerUserFields,
);

/** Options of fields in a status. Only fields in the spec count as use of a feature. */
export const noFeatureUse = { countsAsFeatureUse: false } as const;

const containerStatusFields = {
  name: required(text, 1, "Name of the container, as in the Pod's spec."),
  state: optional(containerState, 2, "Current state."),
  lastState: optional(containerState, 3, "State at the end of the previous run, if the container was restarted."),
  ready: required(
    boolean,
    4,
    "Whether the readiness probe succeeds. Without a probe, whether the container is running.",
  ),
  restartCount: required(int32, 5, "Number of restarts that the node has recorded."),
  image: required(text, 6, "Name of the running image, which may differ from the name in the spec."),
  imageID: required(text, 7, "Exact identifier of that image."),
  containerID: optional(text, 8, "Identifier of the container, as type://id."),
  started: pointer(boolean, 9, "Whether the postStart handler has completed and the startup probe has succeeded."),
  allocatedResources: optional(resourceList, 10, "Resources that the node has allocated to the container.", {
    featureGate: "InPlacePodVerticalScalingAllocatedStatus",
    ...noFeatureUse,
  }),
  resources: pointer(resourceRequirements, 11, "Requests and limits in effect.", {
    featureGate: "InPlacePodVerticalScaling",
    ...noFeatureUse,
  }),
  volumeMounts: optional(
    list(volumeMountStatus, { type: "map", keys: ["mountPath"], merge: "mountPath" }),
    12,
    "Volume mounts in effect.",
    { featureGate: "RecursiveReadOnlyMounts", ...noFeatureUse },
  ),
  user: pointer(containerUser, 13, "User and groups with which the first process started.", {
    featureGate: "SupplementalGroupsPolicy",
    ...noFeatureUse,
  }),
  allocatedResourcesStatus: optional(
    list(resourceStatus, { type: "map", keys: ["name"], merge: "name" }),
    14,
    "Health of the devices that the container uses.",
    { featureGate: "ResourceHealthStatus", ...noFeatureUse },
  ),
};

export interface ContainerStatus extends FieldsOf<typeof containerStatusFields> {}

export const containerStatus: StructSchema<ContainerStatus> = struct(
  "core/v1.ContainerStatus",
  "State of one container, reported by the node.",
  containerStatusFields,
);
