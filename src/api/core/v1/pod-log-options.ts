import { boolean, type FieldsOf, int64, optional, pointer, text, time } from "../../../schema/index.ts";
import { type MessageKind, optionsKind } from "../../kind.ts";

const podLogOptionsFields = {
  container: optional(text, 1, "Name of the container. Optional if the Pod has only one."),
  follow: optional(boolean, 2, "Whether new lines are sent as they are written."),
  previous: optional(boolean, 3, "Whether the log of the previous run is returned."),
  sinceSeconds: pointer(int64, 4, "Age in seconds of the oldest line. Mutually exclusive with sinceTime."),
  sinceTime: pointer(time, 5, "Time of the oldest line. Mutually exclusive with sinceSeconds."),
  timestamps: optional(boolean, 6, "Whether each line starts with its time."),
  tailLines: pointer(int64, 7, "Number of lines from the end of the log. Default: all."),
  limitBytes: pointer(int64, 8, "Largest number of bytes. The log may end within a line."),
  insecureSkipTLSVerifyBackend: optional(
    boolean,
    9,
    "Whether the node agent's certificate is not verified. The log may then come from an attacker.",
  ),
  stream: pointer(text, 10, "Stream of the container: All, Stdout or Stderr. Default: All.", {
    featureGate: "PodLogsQuerySplitStreams",
  }),
};

export interface PodLogOptions extends FieldsOf<typeof podLogOptionsFields> {}

export const podLogOptions: MessageKind<PodLogOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodLogOptions",
  package: "core",
  doc: "Options of a request for a container's log.",
  fields: podLogOptionsFields,
});
