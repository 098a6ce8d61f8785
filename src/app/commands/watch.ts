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
  summary: "show what happens to objects",
  doc: [
    "Shows what there is, and then every change as it happens, each with the sort of event: ADDED, MODIFIED, DELETED. " +
      "It goes on when the connection is lost, from where it was, until it is interrupted.",
    "With -o json, each event is a document {type, object}, as with -o yaml.",
  ],
  examples: [
    ["orch watch pods", "what happens to Pods"],
    ["orch watch events -A --watch-only", "what is reported from now on, in all namespaces"],
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
