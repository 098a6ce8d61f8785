import { diff, exitCodes } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  fieldManager,
  fieldValidations,
  filename,
  forceConflicts,
  recursiveFolders,
  validate,
} from "./shared-flags.ts";

/** `orch diff`. */
export const diffCommand = clientCommand({
  name: "diff",
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "show what `orch apply` would change",
  doc: [
    "Asks the server what would come of an apply, and shows in which lines the objects would differ from those that are " +
      "there: defaults, and what others own, are taken into account. Nothing is changed.",
    "What goes into a namespace that the manifests before it create is shown as it is written: until the namespace is " +
      "there, the server does not check and complete it.",
    "Ends with 0 when nothing would change, with 1 when something would, with 2 when that could not be found out, with 130 " +
      "when it is interrupted.",
  ],
  examples: [["orch diff -f shop.yaml", "what would change"]],
  flags: [filename, recursiveFolders, forceConflicts, validate, fieldManager],
  failureCode: exitCodes.diffFailed,
  options: (values, words) => ({
    words,
    files: values.filename,
    recursive: values.recursive,
    forceConflicts: values["force-conflicts"],
    fieldManager: values["field-manager"],
    fieldValidation: fieldValidations[values.validate],
  }),
  execute: diff,
});
