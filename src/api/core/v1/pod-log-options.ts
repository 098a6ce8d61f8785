import { boolean, type FieldsOf, int64, optional, pointer, text, time } from "../../../schema/index.ts";
import { type MessageKind, optionsKind } from "../../kind.ts";

const podLogOptionsFields = {
  container: optional(text, 1, "Which container. May be left out where there is only one."),
  follow: optional(boolean, 2, "Goes on with what is logged from now on."),
  previous: optional(boolean, 3, "The log of the container that ran before the present one."),
  sinceSeconds: pointer(int64, 4, "Only what was logged so many seconds ago or later. Excludes sinceTime."),
  sinceTime: pointer(time, 5, "Only what was logged since then. Excludes sinceSeconds."),
  timestamps: optional(boolean, 6, "Begins each line with its time."),
  tailLines: pointer(int64, 7, "Only so many lines, the last ones. Default: all."),
  limitBytes: pointer(int64, 8, "Ends after so many bytes, even within a line."),
  insecureSkipTLSVerifyBackend: optional(
    boolean,
    9,
    "Takes any serving certificate from the node agent, so that somebody else may have written the log.",
  ),
  stream: pointer(text, 10, "Which of the container's outputs: All, Stdout or Stderr. Default: All.", {
    featureGate: "PodLogsQuerySplitStreams",
  }),
};

export interface PodLogOptions extends FieldsOf<typeof podLogOptionsFields> {}

export const podLogOptions: MessageKind<PodLogOptions> = optionsKind({
  group: "",
  version: "v1",
  kind: "PodLogOptions",
  package: "core",
  doc: "Which part of a container's log is wanted.",
  fields: podLogOptionsFields,
});
