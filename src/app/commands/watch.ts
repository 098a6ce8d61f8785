import { watch } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { noManifests, selectionFlags, selectionOf, tableFlags, tableFormOf, watchOnly } from "./shared-flags.ts";

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
  flags: [...selectionFlags, watchOnly, ...tableFlags],
  options: (values, words) => ({
    words,
    ...noManifests,
    ...selectionOf(values),
    watchOnly: values["watch-only"],
    ...tableFormOf(values),
  }),
  execute: watch,
});
