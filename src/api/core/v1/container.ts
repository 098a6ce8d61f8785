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
  name: required(
    formattedText({ format: "dns1123Label" }),
    1,
    "Name of the container, unique in the Pod. Cannot be changed.",
    { nonEmpty: true },
  ),
  image: optional(text, 2, "The image to run.", { nonEmpty: true }),
  command: optional(
    list(text, { type: "atomic" }),
    3,
    "The entry point, without a shell. Default: that of the image. $(NAME) stands for a variable.",
  ),
  args: optional(
    list(text, { type: "atomic" }),
    4,
    "Arguments of the entry point. Default: those of the image. $(NAME) stands for a variable.",
  ),
  workingDir: optional(text, 5, "Directory to start in. Default: that of the image."),
  ports: optional(
    list(containerPort, { type: "map", keys: ["containerPort", "protocol"], merge: "containerPort" }),
    6,
    "Ports that the container opens. For information; a port that is not listed is reachable as well.",
  ),
  envFrom: optional(
    list(envFromSource, { type: "atomic" }),
    19,
    "Sources of many environment variables. Later ones win; env wins over all of them.",
  ),
  env: optional(list(envVar, { type: "map", keys: ["name"], merge: "name" }), 7, "Environment variables."),
  resources: optional(resourceRequirements, 8, "Compute resources that the container needs and may use."),
  resizePolicy: optional(
    list(containerResizePolicy, { type: "atomic" }),
    23,
    "Whether a change of resources needs a restart, by resource.",
  ),
  restartPolicy: pointer(
    namedText("v1.ContainerRestartPolicy"),
    24,
    "For init containers only: Always makes a sidecar that keeps running next to the others.",
  ),
  volumeMounts: optional(
    list(volumeMount, { type: "map", keys: ["mountPath"], merge: "mountPath" }),
    9,
    "Volumes that appear in the container's file system.",
  ),
  volumeDevices: optional(
    list(volumeDevice, { type: "map", keys: ["devicePath"], merge: "devicePath" }),
    21,
    "Block devices that the container uses.",
  ),
  livenessProbe: pointer(probe, 10, "Check whose failure restarts the container."),
  readinessProbe: pointer(probe, 11, "Check whose failure takes the Pod out of Services."),
  startupProbe: pointer(
    probe,
    22,
    "Check that must pass once before the other probes begin; its failure restarts the container.",
  ),
  lifecycle: pointer(lifecycle, 12, "What is done after the start and before the stop."),
  terminationMessagePath: optional(
    text,
    13,
    "File from which the node reads the container's last words, at most 4096 bytes. Default: /dev/termination-log.",
    { default: "/dev/termination-log" },
  ),
  terminationMessagePolicy: optional(
    enumText("v1.TerminationMessagePolicy", ["File", "FallbackToLogsOnError"]),
    20,
    "Whether the end of the log stands in when that file is empty and the container failed. Default: File.",
    { default: "File" },
  ),
  imagePullPolicy: optional(
    pullPolicy,
    14,
    "When the image is pulled. Default: Always for the tag latest, otherwise IfNotPresent.",
  ),
  securityContext: pointer(securityContext, 15, "Security settings of the container."),
  stdin: optional(boolean, 16, "Whether the container gets a standard input. Default: false, reads see end of file."),
  stdinOnce: optional(
    boolean,
    17,
    "Whether standard input is closed for good after the first client detaches. Default: false.",
  ),
  tty: optional(boolean, 18, "Whether the container gets a terminal; needs stdin. Default: false."),
};

export interface Container extends FieldsOf<typeof containerFields> {}

export const container: StructSchema<Container> = struct(
  "core/v1.Container",
  "A container that runs in a Pod.",
  containerFields,
);
