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
  reason: optional(text, 1, "Why it waits, in one word."),
  message: optional(text, 2, "Why it waits, for people."),
};

export interface ContainerStateWaiting extends FieldsOf<typeof containerStateWaitingFields> {}

export const containerStateWaiting: StructSchema<ContainerStateWaiting> = struct(
  "core/v1.ContainerStateWaiting",
  "A container that does not run yet.",
  containerStateWaitingFields,
);

const containerStateRunningFields = {
  startedAt: optional(time, 1, "When it was last started."),
};

export interface ContainerStateRunning extends FieldsOf<typeof containerStateRunningFields> {}

export const containerStateRunning: StructSchema<ContainerStateRunning> = struct(
  "core/v1.ContainerStateRunning",
  "A container that runs.",
  containerStateRunningFields,
);

const containerStateTerminatedFields = {
  exitCode: required(int32, 1, "Exit status of its last run."),
  signal: optional(int32, 2, "Signal that ended its last run."),
  reason: optional(text, 3, "Why it ended, in one word."),
  message: optional(text, 4, "Its last words, or why it ended."),
  startedAt: optional(time, 5, "When its last run began."),
  finishedAt: optional(time, 6, "When its last run ended."),
  containerID: optional(text, 7, "Identifier of the container, as type://id."),
};

export interface ContainerStateTerminated extends FieldsOf<typeof containerStateTerminatedFields> {}

export const containerStateTerminated: StructSchema<ContainerStateTerminated> = struct(
  "core/v1.ContainerStateTerminated",
  "A container that has ended.",
  containerStateTerminatedFields,
);

const containerStateFields = {
  waiting: pointer(containerStateWaiting, 1, "Set while it waits to run."),
  running: pointer(containerStateRunning, 2, "Set while it runs."),
  terminated: pointer(containerStateTerminated, 3, "Set once it has ended."),
};

export interface ContainerState extends FieldsOf<typeof containerStateFields> {}

export const containerState: StructSchema<ContainerState> = struct(
  "core/v1.ContainerState",
  "What a container is doing. One member is set; none means waiting.",
  containerStateFields,
);

const resourceHealthFields = {
  resourceID: required(namedText("v1.ResourceID"), 1, "Identifier of the device, unique for its resource on the node."),
  health: optional(namedText("v1.ResourceHealthStatus"), 2, "Healthy, Unhealthy or Unknown."),
};

export interface ResourceHealth extends FieldsOf<typeof resourceHealthFields> {}

export const resourceHealth: StructSchema<ResourceHealth> = struct(
  "core/v1.ResourceHealth",
  "Health of one device.",
  resourceHealthFields,
);

const resourceStatusFields = {
  name: required(namedText("v1.ResourceName"), 1, "The resource's name; for a claim claim:NAME or claim:NAME/REQUEST."),
  resources: optional(list(resourceHealth, { type: "map", keys: ["resourceID"] }), 2, "Health by device."),
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
  linux: pointer(linuxContainerUser, 1, "On Linux: the ids of the process."),
};

export interface ContainerUser extends FieldsOf<typeof containerUserFields> {}

export const containerUser: StructSchema<ContainerUser> = struct(
  "core/v1.ContainerUser",
  "User and groups of a container's first process.",
  containerUserFields,
);

/** Options of fields in a status. Only the spec says whether a Pod uses a feature. */
export const noFeatureUse = { countsAsFeatureUse: false } as const;

const containerStatusFields = {
  name: required(text, 1, "Name of the container, as in the Pod's spec."),
  state: optional(containerState, 2, "What it is doing now."),
  lastState: optional(containerState, 3, "How it ended the last time, when it was restarted."),
  ready: required(boolean, 4, "Whether it passes its readiness probe; true without one once it runs."),
  restartCount: required(int32, 5, "How often it was restarted, as far as the node remembers."),
  image: required(text, 6, "Image that it runs; the name may differ from that in the spec."),
  imageID: required(text, 7, "Exact identifier of that image."),
  containerID: optional(text, 8, "Identifier of the container, as type://id."),
  started: pointer(boolean, 9, "Whether its post-start hook is done and its startup probe has passed."),
  allocatedResources: optional(resourceList, 10, "Amounts that the node has reserved for it.", {
    featureGate: "InPlacePodVerticalScalingAllocatedStatus",
    ...noFeatureUse,
  }),
  resources: pointer(resourceRequirements, 11, "Requests and limits that are in effect.", {
    featureGate: "InPlacePodVerticalScaling",
    ...noFeatureUse,
  }),
  volumeMounts: optional(
    list(volumeMountStatus, { type: "map", keys: ["mountPath"], merge: "mountPath" }),
    12,
    "Volume mounts in effect.",
    { featureGate: "RecursiveReadOnlyMounts", ...noFeatureUse },
  ),
  user: pointer(containerUser, 13, "User and groups that its first process started with.", {
    featureGate: "SupplementalGroupsPolicy",
    ...noFeatureUse,
  }),
  allocatedResourcesStatus: optional(
    list(resourceStatus, { type: "map", keys: ["name"], merge: "name" }),
    14,
    "Health of the devices that it uses.",
    { featureGate: "ResourceHealthStatus", ...noFeatureUse },
  ),
};

export interface ContainerStatus extends FieldsOf<typeof containerStatusFields> {}

export const containerStatus: StructSchema<ContainerStatus> = struct(
  "core/v1.ContainerStatus",
  "State of one container, reported by the node.",
  containerStatusFields,
);
