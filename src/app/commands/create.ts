import { create } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  allowMissingTemplateKeys,
  dryRun,
  fieldManager,
  fieldValidations,
  filename,
  formOf,
  missingKeysOf,
  outputDocuments,
  recursiveFolders,
  validate,
} from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch create`. */
export const createCommand = clientCommand({
  name: "create",
  words: "type",
  usage: "-f FILE|FOLDER|- | TYPE NAME [flags]",
  summary: "create objects that there are not yet",
  doc: [
    "Creates the objects of manifests, in their order, or an object of which nothing but type and name has to be said. " +
      "What exists already is a failure; `orch apply` changes it.",
    "Everything that is wrong with an object is told at once; the others are created nevertheless.",
    exitCodesText("an object could not be created"),
  ],
  examples: [
    ["orch create -f shop.yaml", "what the manifest says"],
    ["orch create namespace shop", "a namespace"],
    ["orch create -f pod.yaml --dry-run=server -o yaml", "what would come of it, defaults included"],
    ["orch create namespace shop --dry-run=client -o yaml", "what would be sent, as a manifest"],
  ],
  flags: [filename, recursiveFolders, validate, dryRun, fieldManager, outputDocuments, allowMissingTemplateKeys],
  options: (values, words) => ({
    words,
    files: values.filename,
    recursive: values.recursive,
    dryRun: values["dry-run"],
    fieldManager: values["field-manager"],
    fieldValidation: fieldValidations[values.validate],
    output: formOf(values.output),
    missingKeys: missingKeysOf(values),
  }),
  execute: create,
});
