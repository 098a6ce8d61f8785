import { get } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  allNamespaces,
  allowMissingTemplateKeys,
  chunkSize,
  fieldSelector,
  filename,
  flagGroups,
  formOf,
  ignoreNotFound,
  labelColumns,
  missingKeysOf,
  noHeaders,
  outputTableOrDocuments,
  recursiveFolders,
  selector,
  showLabels,
  showManagedFields,
  watchOnly,
} from "./shared-flags.ts";
import { exitCodesText, typeNames } from "./shared-text.ts";

/** `orch get`. */
export const getCommand = clientCommand({
  name: "get",
  words: "objects",
  usage: "TYPE [NAME ...] | TYPE/NAME ... | -f FILE [flags]",
  summary: "show objects",
  doc: [
    "Shows objects in the columns that the server has for their type, or as YAML or JSON; all of a type, those that are " +
      "named, those of manifests, or those that a selector leaves. Several types stand with commas between them; all " +
      "is what is most often of interest.",
    typeNames,
    "On a terminal, columns that would not fit are cut off, names never; -o wide shows everything.",
    "A template (-o jsonpath) is text, and paths in braces: `{.metadata.name}`, `{.metadata.labels['app']}`, " +
      "`{.spec.containers[0].image}`; `[-1]`, `[1:3]` and `[*]` for places in a list; `..name` for a name at any depth; " +
      "`['a','b']` for both; `[?(@.name==\"web\")]` for those of which that is true (==, !=, <, <=, >, >=); " +
      '`{range .items[*]}...{end}` for the same of each; `{"\\n"}` for a line break. A dot within a name is written ' +
      "`\\.`, as in `.metadata.labels.example\\.com/tier`. It looks in the object, where one is named, else in a List " +
      "whose items are the objects. Columns (-o custom-columns) and --sort-by take the same paths, with or without braces.",
    exitCodesText("an object does not exist or cannot be read"),
  ],
  examples: [
    ["orch get pods -A", "the Pods of all namespaces"],
    ["orch get deploy,svc -l app=web", "Deployments and Services with a label"],
    ["orch get pod/web -o yaml", "one Pod, with all its fields"],
    ["orch get pod web -o jsonpath='{.status.podIP}'", "one field"],
    ["orch get pods -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image", "columns of your own"],
    ["orch get pods -w", "Pods, and every change of them"],
  ],
  flags: [
    filename,
    recursiveFolders,
    allNamespaces,
    selector,
    fieldSelector,
    ignoreNotFound,
    {
      name: "watch",
      short: "w",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Go on with every change, until it is interrupted.",
    },
    watchOnly,
    chunkSize,
    outputTableOrDocuments,
    allowMissingTemplateKeys,
    showLabels,
    labelColumns,
    {
      name: "sort-by",
      type: "string",
      placeholder: "FIELD",
      group: flagGroups.printing,
      doc: "Order by a field, as in .metadata.creationTimestamp or .status.containerStatuses[0].restartCount.",
    },
    noHeaders,
    showManagedFields,
  ],
  options: (values, words) => ({
    words,
    files: values.filename,
    recursive: values.recursive,
    allNamespaces: values["all-namespaces"],
    labelSelector: values.selector,
    fieldSelector: values["field-selector"],
    chunkSize: values["chunk-size"],
    ignoreNotFound: values["ignore-not-found"],
    watch: values.watch,
    watchOnly: values["watch-only"],
    sortBy: values["sort-by"],
    output: formOf(values.output),
    missingKeys: missingKeysOf(values),
    isWide: values.output === "wide",
    hasHeaders: !values["no-headers"],
    showLabels: values["show-labels"],
    labelColumns: values["label-columns"],
    showManagedFields: values["show-managed-fields"],
  }),
  execute: get,
});
