import { label } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  all,
  documentFlags,
  dryRun,
  fieldManager,
  fieldValidations,
  flagGroups,
  formOf,
  noManifests,
  selectionFlags,
  selectionOf,
} from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch label`. */
export const labelCommand = clientCommand({
  name: "label",
  words: "objects",
  usage: "TYPE NAME | TYPE/NAME ... | TYPE (-l LABELS | --all) NAME=VALUE ... NAME- ... [flags]",
  summary: "set or remove labels of objects",
  doc: [
    "Sets labels, or removes those whose names end with a dash. A label that has another value is kept and " +
      "reported, unless --overwrite is set.",
    exitCodesText("an object could not be labelled"),
  ],
  examples: [
    ["orch label pod web tier=front", "one label"],
    ["orch label pods -l app=web tier-", "remove a label from all Pods of an application"],
    ["orch label deploy web --list", "show the labels"],
  ],
  flags: [
    ...selectionFlags,
    all,
    {
      name: "overwrite",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Existing labels may get another value.",
    },
    {
      name: "list",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Print the labels, after the change if there is one.",
    },
    dryRun,
    fieldManager,
    ...documentFlags,
  ],
  options: (values, words) => ({
    words,
    ...noManifests,
    ...selectionOf(values),
    all: values.all,
    overwrite: values.overwrite,
    list: values.list,
    dryRun: values["dry-run"],
    fieldManager: values["field-manager"],
    fieldValidation: fieldValidations.strict,
    ...formOf(values),
  }),
  execute: label,
});
