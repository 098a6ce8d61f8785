import { explain } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { flagGroups } from "./shared-flags.ts";

/** `orch explain`. */
export const explainCommand = clientCommand({
  name: "explain",
  words: "type",
  usage: "TYPE[.FIELD...] [flags]",
  summary: "explain a type of objects and its fields",
  doc: [
    "Says what a type or a field means, which values it takes, and which fields it has, as the server describes them.",
  ],
  examples: [
    ["orch explain pods", "what a Pod is"],
    ["orch explain pods.spec.containers", "the fields of a container"],
    ["orch explain deploy.spec --recursive", "all fields at a glance"],
  ],
  flags: [
    {
      name: "recursive",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "The fields of the fields as well, by their names and types.",
    },
    {
      name: "api-version",
      type: "string",
      placeholder: "VERSION",
      group: flagGroups.behaviour,
      doc: "Explain the type in this version, as in apps/v1.",
    },
  ],
  hasNamespace: false,
  options: (values, words) => ({
    words,
    recursive: values.recursive,
    apiVersion: values["api-version"],
  }),
  execute: explain,
});
