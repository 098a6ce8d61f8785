import { history } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { flagGroups, noManifests } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch history`. */
export const historyCommand = clientCommand({
  name: "history",
  words: "objects",
  usage: "TYPE NAME | TYPE/NAME ... [flags]",
  summary: "show the changes of an object",
  doc: [
    "Shows each change of an object as a diff, newest first, with its version, its time, and the field managers that made it. " +
      "Objects that were deleted are shown, too. You need the permission to get the object.",
    "A local store keeps as much history as --history-max-size of the server allows. With etcd, the history reaches back to " +
      "the last compaction.",
    exitCodesText("an object has no history"),
  ],
  examples: [
    ["orch history deploy web", "the last changes of a Deployment"],
    ["orch history deploy web --limit=1", "only the newest change"],
  ],
  flags: [
    {
      name: "limit",
      type: "integer",
      default: 10,
      min: 1,
      max: 499,
      group: flagGroups.behaviour,
      doc: "Number of changes to show.",
    },
    {
      name: "before",
      type: "string",
      placeholder: "VERSION",
      group: flagGroups.behaviour,
      doc: "Only show changes before this version.",
    },
  ],
  options: (values, words) => ({ words, ...noManifests, limit: values.limit, before: values.before }),
  execute: history,
});
