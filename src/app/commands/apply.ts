import { apply } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  documentFlags,
  flagGroups,
  forceConflicts,
  formOf,
  manifestFlags,
  manifestsOf,
  writingFlags,
  writingOf,
} from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch apply`. */
export const applyCommand = clientCommand({
  name: "apply",
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "create or change objects as manifests describe",
  doc: [
    "Sets every field that a manifest contains, and creates missing objects. Other fields stay as they are. " +
      "Fields that an earlier apply set, and that the manifest no longer contains, are removed. This is server-side " +
      "apply: the server records the field manager of each field.",
    "A field that another field manager owns with a different value is a conflict. The object is then not " +
      "changed, and each such field is reported with its owner. --force-conflicts takes the fields over.",
    "With --applyset and --prune, the objects become members of a set, which records where they are. Members that " +
      "the manifests no longer contain are deleted. kubectl has the same sets (KUBECTL_APPLYSET=true), so both " +
      "tools can work on one set.",
    exitCodesText("an object could not be applied"),
  ],
  examples: [
    ["orch apply -f shop.yaml", "the objects of a manifest"],
    ["orch apply -R -f manifests/", "all manifests in a folder and its subfolders"],
    ["orch apply -f shop.yaml --field-manager=ci", "with another field manager"],
    ["orch apply -f shop/ -n shop --applyset=shop --prune", "and delete members that are in no file"],
  ],
  flags: [
    ...manifestFlags,
    forceConflicts,
    {
      name: "prune",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "After all objects are applied, delete members of the --applyset that the manifests no longer contain.",
    },
    {
      name: "applyset",
      type: "string",
      placeholder: "[TYPE/]NAME",
      group: flagGroups.behaviour,
      doc:
        "Set of objects that are applied together, for --prune: a Secret that stores it, or configmap/NAME, in the " +
        "namespace of --namespace. It is created if it is missing.",
    },
    ...writingFlags,
    ...documentFlags,
  ],
  options: (values, words) => ({
    words,
    ...manifestsOf(values),
    forceConflicts: values["force-conflicts"],
    applySet: values.applyset,
    prune: values.prune,
    ...writingOf(values),
    ...formOf(values),
  }),
  execute: apply,
});
