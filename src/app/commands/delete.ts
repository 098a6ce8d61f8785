import { deleteObjects } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import {
  all,
  documentFlags,
  dryRun,
  flagGroups,
  formOf,
  ignoreNotFound,
  manifestFlags,
  manifestsOf,
  selectionFlags,
  selectionOf,
} from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch delete`. */
export const deleteCommand = clientCommand({
  name: "delete",
  words: "objects",
  usage: "TYPE NAME ... | TYPE/NAME ... | -f FILE | TYPE (-l LABELS | --all) [flags]",
  summary: "delete objects and wait until they are deleted",
  doc: [
    "Deletes objects by name, manifest or selector, and waits until they no longer exist. Objects with " +
      "finalizers, or with parts that are still running, take longer. --wait=false does not wait.",
    exitCodesText("an object could not be deleted, or still exists after --timeout"),
  ],
  examples: [
    ["orch delete pod web", "one Pod"],
    ["orch delete -f shop.yaml --ignore-not-found", "the objects of a manifest that exist"],
    ["orch delete deploy -l app=web --cascade=foreground", "after the objects that they own"],
  ],
  flags: [
    ...manifestFlags,
    ...selectionFlags,
    all,
    ignoreNotFound,
    {
      name: "cascade",
      type: "enum",
      values: ["background", "foreground", "orphan"],
      deprecatedValues: { true: "background", false: "orphan" },
      default: "background",
      group: flagGroups.behaviour,
      doc:
        "Objects that the deleted object owns: background deletes them afterwards, foreground deletes them first, " +
        "orphan keeps them.",
    },
    {
      name: "grace-period",
      type: "integer",
      min: 0,
      max: 2 ** 31 - 1,
      unit: "seconds",
      group: flagGroups.behaviour,
      doc:
        "Time that the object gets to terminate; 0 deletes it at once, even if parts of it are still running. " +
        "Default: the object's own.",
    },
    {
      name: "now",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Same as --grace-period=1.",
    },
    {
      name: "wait",
      type: "boolean",
      default: true,
      group: flagGroups.behaviour,
      doc: "Wait until the objects no longer exist.",
    },
    {
      name: "timeout",
      type: "duration",
      minMs: 0,
      default: "0s",
      group: flagGroups.behaviour,
      doc: "Longest time to wait; 0s waits without limit.",
    },
    dryRun,
    ...documentFlags,
  ],
  options: (values, words) => ({
    words,
    ...manifestsOf(values),
    ...selectionOf(values),
    all: values.all,
    cascade: values.cascade,
    gracePeriod: values["grace-period"],
    now: values.now,
    wait: values.wait,
    timeoutMs: values.timeout,
    ignoreNotFound: values["ignore-not-found"],
    dryRun: values["dry-run"],
    ...formOf(values),
  }),
  execute: deleteObjects,
});
