import { explain } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { flagGroups } from "./shared-flags.ts";

/** `orch explain`. */
export const explainCommand = clientCommand({
  name: "explain",
  words: "type",
  usage: "TYPE[.FIELD...] [flags]",
  summary: "explain a type of objects and its fields",
  doc: ["Explains a type or a field as the server describes it: its meaning, its values and its fields."],
  examples: [
    ["orch explain pods", "what a Pod is"],
    ["orch explain pods.spec.containers", "the fields of a container"],
    ["orch explain deploy.spec --recursive", "all fields of the spec"],
  ],
  flags: [
    {
      name: "recursive",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Also list the fields of fields, with their names and types.",
    },
    {
      name: "api-version",
      type: "string",
      placeholder: "VERSION",
      group: flagGroups.behaviour,
      doc: "Explain the type in this version: apps/v1.",
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
