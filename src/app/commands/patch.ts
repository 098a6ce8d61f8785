import { patch } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { documentFlags, flagGroups, formOf, noManifests, writingFlags, writingOf } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch patch`. */
export const patchCommand = clientCommand({
  name: "patch",
  words: "objects",
  usage: "TYPE NAME | TYPE/NAME ... (-p PATCH | --patch-file=FILE) [flags]",
  summary: "change fields of objects",
  doc: [
    "Changes objects with a patch in JSON or YAML. A null value removes a field.",
    exitCodesText("an object could not be patched"),
  ],
  examples: [
    [`orch patch configmap settings -p '{"data": {"colour": "red"}}'`, "one field"],
    [`orch patch deploy web --type=json -p '[{"op": "remove", "path": "/spec/paused"}]'`, "with operations"],
    ["orch patch pod web --subresource=status --patch-file=status.yaml", "the status"],
  ],
  flags: [
    {
      name: "patch",
      short: "p",
      type: "string",
      placeholder: "PATCH",
      group: flagGroups.behaviour,
      doc: "The patch, in JSON or YAML.",
    },
    {
      name: "patch-file",
      type: "path",
      group: flagGroups.behaviour,
      doc: "File with the patch; - is standard input.",
    },
    {
      name: "type",
      type: "enum",
      values: ["strategic", "merge", "json"],
      default: "strategic",
      group: flagGroups.behaviour,
      doc:
        "Kind of patch: strategic merges lists by their keys, merge replaces them, json is a list of operations. " +
        "Custom types support merge and json.",
    },
    {
      name: "subresource",
      type: "string",
      placeholder: "NAME",
      group: flagGroups.behaviour,
      doc: "Subresource to patch: status, scale.",
    },
    ...writingFlags,
    ...documentFlags,
  ],
  options: (values, words) => ({
    words,
    ...noManifests,
    patch: values.patch,
    patchFile: values["patch-file"],
    type: values.type,
    subresource: values.subresource,
    ...writingOf(values),
    ...formOf(values),
  }),
  execute: patch,
});
