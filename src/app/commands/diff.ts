import { diff, exitCodes } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  fieldManager,
  fieldValidations,
  forceConflicts,
  manifestFlags,
  manifestsOf,
  validate,
} from "./shared-flags.ts";

/** `orch diff`. */
export const diffCommand = clientCommand({
  name: "diff",
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "show what `orch apply` would change",
  doc: [
    "Requests the result of an apply from the server, and shows the lines in which the objects would differ from " +
      "the existing ones, with defaults and with the fields of other field managers. Nothing is changed.",
    "An object in a namespace that an earlier manifest creates is shown as written, because the server cannot " +
      "check and complete it before the namespace exists.",
    "Exits with 0 if nothing would change, 1 if something would change, 2 if that could not be determined, and " +
      "130 if it is interrupted.",
  ],
  examples: [["orch diff -f shop.yaml", "changes that the manifest would make"]],
  flags: [...manifestFlags, forceConflicts, validate, fieldManager],
  failureCode: exitCodes.diffFailed,
  options: (values, words) => ({
    words,
    ...manifestsOf(values),
    forceConflicts: values["force-conflicts"],
    fieldManager: values["field-manager"],
    fieldValidation: fieldValidations[values.validate],
  }),
  execute: diff,
});
