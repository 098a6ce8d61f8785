import { get } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  flagGroups,
  ignoreNotFound,
  manifestFlags,
  manifestsOf,
  selectionFlags,
  selectionOf,
  tableFlags,
  tableFormOf,
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
    "Shows objects in the columns that the server defines for their type, or as YAML or JSON. Name a type for all " +
      "of its objects, name single objects, pass manifests, or use a selector. Separate several types with commas. " +
      "The type all stands for the most common types.",
    typeNames,
    "On a terminal, columns that do not fit are truncated, except names; -o wide shows everything.",
    "A template (-o jsonpath) is text with paths in braces: `{.metadata.name}`, `{.metadata.labels['app']}`, " +
      "`{.spec.containers[0].image}`. `[-1]`, `[1:3]` and `[*]` select elements of a list, `..name` a field at any " +
      "depth, `['a','b']` both fields, and `[?(@.name==\"web\")]` the elements that match (==, !=, <, <=, >, >=). " +
      '`{range .items[*]}...{end}` repeats its content for each element. `{"\\n"}` is a line break. Write a dot ' +
      "within a name as `\\.`: `.metadata.labels.example\\.com/tier`. The template gets the object if one is named, " +
      "else a List whose items are the objects. Columns (-o custom-columns) and --sort-by take the same paths, with " +
      "or without braces.",
    exitCodesText("an object does not exist or cannot be read"),
  ],
  examples: [
    ["orch get pods -A", "the Pods of all namespaces"],
    ["orch get deploy,svc -l app=web", "Deployments and Services with a label"],
    ["orch get pod/web -o yaml", "one Pod, with all its fields"],
    ["orch get pod web -o jsonpath='{.status.podIP}'", "one field"],
    [
      "orch get pods -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image",
      "a table with these columns",
    ],
    ["orch get pods -w", "Pods, and then every change"],
    ["orch get deploy --at=-5m", "Deployments as they were five minutes ago"],
  ],
  flags: [
    ...manifestFlags,
    ...selectionFlags,
    ignoreNotFound,
    {
      name: "watch",
      short: "w",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "After the objects, show every change until it is interrupted.",
    },
    watchOnly,
    {
      name: "at",
      type: "string",
      placeholder: "STATE",
      group: flagGroups.behaviour,
      doc:
        "Show an earlier state: a duration ago such as -5m, a time such as 2026-01-31T12:00:00Z, or a resourceVersion. " +
        "Write `--at=-5m`, with the equals sign.",
    },
    {
      name: "sort-by",
      type: "string",
      placeholder: "FIELD",
      group: flagGroups.printing,
      doc: "Sort by a field: .metadata.creationTimestamp or .status.containerStatuses[0].restartCount.",
    },
    ...tableFlags,
  ],
  options: (values, words) => ({
    words,
    ...manifestsOf(values),
    ...selectionOf(values),
    ignoreNotFound: values["ignore-not-found"],
    watch: values.watch,
    watchOnly: values["watch-only"],
    sortBy: values["sort-by"],
    at: values.at,
    ...tableFormOf(values),
  }),
  execute: get,
});
