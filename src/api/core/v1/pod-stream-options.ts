import { boolean, type FieldsOf, int32, list, optional, required, text } from "../../../schema/index.ts";
import { type MessageKind, optionsKind } from "../../kind.ts";

const container = optional(text, 5, "Which container. May be left out where there is only one.");

const podAttachOptionsFields = {
  stdin: optional(boolean, 1, "Passes on what the client sends as standard input."),
  stdout: optional(boolean, 2, "Passes on the standard output."),
  stderr: optional(boolean, 3, "Passes on the standard error output."),
  tty: optional(boolean, 4, "Through a terminal."),
  container,
};

export interface PodAttachOptions extends FieldsOf<typeof podAttachOptionsFields> {}

export const podAttachOptions: MessageKind<PodAttachOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodAttachOptions",
  package: "core",
  doc: "How to attach to the process of a container.",
  fields: podAttachOptionsFields,
});

const podExecOptionsFields = {
  stdin: optional(boolean, 1, "Passes on what the client sends as standard input."),
  stdout: optional(boolean, 2, "Passes on the standard output."),
  stderr: optional(boolean, 3, "Passes on the standard error output."),
  tty: optional(boolean, 4, "Through a terminal."),
  container,
  command: required(list(text, { type: "atomic" }), 6, "The program and its arguments. No shell looks at them."),
};

export interface PodExecOptions extends FieldsOf<typeof podExecOptionsFields> {}

export const podExecOptions: MessageKind<PodExecOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodExecOptions",
  package: "core",
  doc: "What to run in a container, and how.",
  fields: podExecOptionsFields,
});

const podPortForwardOptionsFields = {
  ports: optional(list(int32, { type: "atomic" }), 1, "Ports to forward; needed when the streams are WebSockets."),
};

export interface PodPortForwardOptions extends FieldsOf<typeof podPortForwardOptionsFields> {}

export const podPortForwardOptions: MessageKind<PodPortForwardOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodPortForwardOptions",
  package: "core",
  doc: "Which ports of a Pod to forward.",
  fields: podPortForwardOptionsFields,
});
