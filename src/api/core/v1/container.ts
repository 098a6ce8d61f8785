import {
  boolean,
  enumText,
  type FieldsOf,
  formattedText,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { containerPort } from "./container-port.ts";
import { envFromSource, envVar } from "./env.ts";
import { lifecycle } from "./lifecycle.ts";
import { probe } from "./probe.ts";
import { pullPolicy } from "./pull-policy.ts";
import { containerResizePolicy, resourceRequirements } from "./resources.ts";
import { securityContext } from "./security-context.ts";
import { volumeDevice, volumeMount } from "./volume-mount.ts";

export const containerFields = {
  name: required(formattedText({ format: "dns1123Label" }), 1, "Name of the container, unique in the Pod. Immutable.", {
    nonEmpty: true,
  }),
  image: optional(text, 2, "Image to run.", { nonEmpty: true }),
  command: optional(
    list(text, { type: "atomic" }),
    3,
    "Entry point, which runs without a shell. $(NAME) is replaced by an environment variable. Default: that of the image.",
  ),
  args: optional(
    list(text, { type: "atomic" }),
    4,
    "Arguments of the entry point. $(NAME) is replaced by an environment variable. Default: those of the image.",
  ),
  workingDir: optional(text, 5, "Working directory. Default: that of the image."),
  ports: optional(
    list(containerPort, { type: "map", keys: ["containerPort", "protocol"], merge: "containerPort" }),
    6,
    "Ports of the container, for information. Other ports are reachable, too.",
  ),
  envFrom: optional(
    list(envFromSource, { type: "atomic" }),
    19,
    "Sources of environment variables. Later sources take precedence over earlier ones, and env over all of them.",
  ),
  env: optional(list(envVar, { type: "map", keys: ["name"], merge: "name" }), 7, "Environment variables."),
  resources: optional(resourceRequirements, 8, "Requests and limits of compute resources."),
  resizePolicy: optional(
    list(containerResizePolicy, { type: "atomic" }),
    23,
    "Whether a change of a resource requires a restart, by resource.",
  ),
  restartPolicy: pointer(
    namedText("v1.ContainerRestartPolicy"),
    24,
    "For init containers only. Always makes the container a sidecar, which keeps running beside the others.",
  ),
  volumeMounts: optional(
    list(volumeMount, { type: "map", keys: ["mountPath"], merge: "mountPath" }),
    9,
    "Volumes in the container's file system.",
  ),
  volumeDevices: optional(
    list(volumeDevice, { type: "map", keys: ["devicePath"], merge: "devicePath" }),
    21,
    "Block devices that the container uses.",
  ),
  livenessProbe: pointer(probe, 10, "Check that restarts the container if it fails."),
  readinessProbe: pointer(probe, 11, "Check that removes the Pod from Services while it fails."),
  startupProbe: pointer(
    probe,
    22,
    "Check that must succeed once before the other probes start. It restarts the container if it fails.",
  ),
  lifecycle: pointer(lifecycle, 12, "Handlers after the start and before the stop."),
  terminationMessagePath: optional(
    text,
    13,
    "File from which the node reads the termination message, at most 4096 bytes. Default: /dev/termination-log.",
    { default: "/dev/termination-log" },
  ),
  terminationMessagePolicy: optional(
    enumText("v1.TerminationMessagePolicy", ["File", "FallbackToLogsOnError"]),
    20,
    "File, or FallbackToLogsOnError, which uses the end of the log if the file is empty and the container failed. Default: File.",
    { default: "File" },
  ),
  imagePullPolicy: optional(
    pullPolicy,
    14,
    "Time at which the image is pulled: Always, IfNotPresent or Never. Default: Always for the tag latest, otherwise IfNotPresent.",
  ),
  securityContext: pointer(securityContext, 15, "Security settings of the container."),
  stdin: optional(
    boolean,
    16,
    "Whether the container has a standard input. Default: false, which means that reads return the end of the file.",
  ),
  stdinOnce: optional(boolean, 17, "Whether standard input is closed after the first client detaches. Default: false."),
  tty: optional(boolean, 18, "Whether the container has a terminal. Requires stdin. Default: false."),
};

export interface Container extends FieldsOf<typeof containerFields> {}

export const container: StructSchema<Container> = struct(
  "core/v1.Container",
  "A container that runs in a Pod.",
  containerFields,
);
