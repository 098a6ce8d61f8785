import { boolean, type FieldsOf, int32, list, optional, required, text } from "../../../schema/index.ts";
import { type MessageKind, optionsKind } from "../../kind.ts";

const container = optional(text, 5, "Name of the container. Optional if the Pod has only one.");

const podAttachOptionsFields = {
  stdin: optional(boolean, 1, "Whether the client sends standard input."),
  stdout: optional(boolean, 2, "Whether standard output is returned."),
  stderr: optional(boolean, 3, "Whether standard error is returned."),
  tty: optional(boolean, 4, "Whether a terminal is used."),
  container,
};

export interface PodAttachOptions extends FieldsOf<typeof podAttachOptionsFields> {}

export const podAttachOptions: MessageKind<PodAttachOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodAttachOptions",
  package: "core",
  doc: "Options of a request to attach to a container.",
  fields: podAttachOptionsFields,
});

const podExecOptionsFields = {
  stdin: optional(boolean, 1, "Whether the client sends standard input."),
  stdout: optional(boolean, 2, "Whether standard output is returned."),
  stderr: optional(boolean, 3, "Whether standard error is returned."),
  tty: optional(boolean, 4, "Whether a terminal is used."),
  container,
  command: required(list(text, { type: "atomic" }), 6, "Command with its arguments. It runs without a shell."),
};

export interface PodExecOptions extends FieldsOf<typeof podExecOptionsFields> {}

export const podExecOptions: MessageKind<PodExecOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodExecOptions",
  package: "core",
  doc: "Options of a request to run a command in a container.",
  fields: podExecOptionsFields,
});

const podPortForwardOptionsFields = {
  ports: optional(list(int32, { type: "atomic" }), 1, "Ports to forward. Required for WebSocket connections."),
};

export interface PodPortForwardOptions extends FieldsOf<typeof podPortForwardOptionsFields> {}

export const podPortForwardOptions: MessageKind<PodPortForwardOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodPortForwardOptions",
  package: "core",
  doc: "Options of a request to forward ports of a Pod.",
  fields: podPortForwardOptionsFields,
});
