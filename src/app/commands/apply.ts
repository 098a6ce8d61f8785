import { apply } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  allowMissingTemplateKeys,
  dryRun,
  fieldManager,
  fieldValidations,
  filename,
  flagGroups,
  forceConflicts,
  formOf,
  missingKeysOf,
  outputDocuments,
  recursiveFolders,
  validate,
} from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch apply`. */
export const applyCommand = clientCommand({
  name: "apply",
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "make objects what manifests say, beside others who write them",
  doc: [
    "Makes every field that a manifest names what it says there, and creates objects that there are not. Fields that it " +
      "does not name stay as they are; those that it named the last time and names no more are taken away. This is " +
      "server-side apply: the server remembers who has written which field.",
    "A field that somebody else owns and that would get another value is a conflict: nothing of that object is changed, " +
      "and each such field is told with its owner. --force-conflicts takes the fields over.",
    "With --applyset and --prune, the objects are members of a set, which knows where they lie; those that an earlier apply " +
      "has made members, and that the manifests name no more, are deleted. kubectl has the same sets, of " +
      "KUBECTL_APPLYSET=true: either goes on with what the other one has applied.",
    exitCodesText("an object could not be applied"),
  ],
  examples: [
    ["orch apply -f shop.yaml", "what the manifest says"],
    ["orch apply -R -f manifests/", "all manifests below a folder"],
    ["orch apply -f shop.yaml --field-manager=ci", "as another owner"],
    ["orch apply -f shop/ -n shop --applyset=shop --prune", "and delete what is in no file any more"],
  ],
  flags: [
    filename,
    recursiveFolders,
    forceConflicts,
    {
      name: "prune",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Delete members of the set of --applyset that the manifests name no more, when all objects are applied.",
    },
    {
      name: "applyset",
      type: "string",
      placeholder: "[TYPE/]NAME",
      group: flagGroups.behaviour,
      doc:
        "The set of objects that are applied together, for --prune: a Secret that keeps it, or configmap/NAME, in the namespace " +
        "of --namespace. It is made where there is none.",
    },
    validate,
    dryRun,
    fieldManager,
    outputDocuments,
    allowMissingTemplateKeys,
  ],
  options: (values, words) => ({
    words,
    files: values.filename,
    recursive: values.recursive,
    forceConflicts: values["force-conflicts"],
    applySet: values.applyset,
    prune: values.prune,
    dryRun: values["dry-run"],
    fieldManager: values["field-manager"],
    fieldValidation: fieldValidations[values.validate],
    output: formOf(values.output),
    missingKeys: missingKeysOf(values),
  }),
  execute: apply,
});
