import { watch } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  allNamespaces,
  allowMissingTemplateKeys,
  chunkSize,
  fieldSelector,
  formOf,
  labelColumns,
  missingKeysOf,
  noHeaders,
  outputTableOrDocuments,
  selector,
  showLabels,
  showManagedFields,
  watchOnly,
} from "./shared-flags.ts";

/** `orch watch`. */
export const watchCommand = clientCommand({
  name: "watch",
  words: "objects",
  usage: "TYPE [NAME] [flags]",
  summary: "show changes of objects",
  doc: [
    "Shows the existing objects, then each change as it happens, with its event type: ADDED, MODIFIED or DELETED. " +
      "After a lost connection it resumes where it stopped. It runs until it is interrupted.",
    "With -o json or -o yaml, each event is a document {type, object}.",
  ],
  examples: [
    ["orch watch pods", "changes of Pods"],
    ["orch watch events -A --watch-only", "new events in all namespaces"],
  ],
  flags: [
    allNamespaces,
    selector,
    fieldSelector,
    watchOnly,
    chunkSize,
    outputTableOrDocuments,
    allowMissingTemplateKeys,
    showLabels,
    labelColumns,
    noHeaders,
    showManagedFields,
  ],
  options: (values, words) => ({
    words,
    files: [],
    recursive: false,
    allNamespaces: values["all-namespaces"],
    labelSelector: values.selector,
    fieldSelector: values["field-selector"],
    chunkSize: values["chunk-size"],
    watchOnly: values["watch-only"],
    output: formOf(values.output),
    missingKeys: missingKeysOf(values),
    isWide: values.output === "wide",
    hasHeaders: !values["no-headers"],
    showLabels: values["show-labels"],
    labelColumns: values["label-columns"],
    showManagedFields: values["show-managed-fields"],
  }),
  execute: watch,
});
