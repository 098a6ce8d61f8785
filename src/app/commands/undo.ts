import { undo } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { fieldManager, flagGroups, noManifests } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch undo`. */
export const undoCommand = clientCommand({
  name: "undo",
  words: "objects",
  usage: "TYPE NAME | TYPE/NAME [flags]",
  summary: "write an earlier state of an object back",
  doc: [
    "Shows what an undo changes, and then writes the earlier state back as an update. The default is the state before the " +
      "newest change that is not only one of the status. Nothing is written if the object changes meanwhile. A deleted object is " +
      "created again, with a new uid.",
    "The status, and all that other objects hold, are not changed.",
    exitCodesText("the change could not be undone"),
  ],
  examples: [
    ["orch undo deploy web", "undo the newest change"],
    ["orch undo deploy web --to=-10m --dry-run", "show what differs from ten minutes ago"],
    ["orch undo configmap settings", "create a deleted ConfigMap again"],
  ],
  flags: [
    {
      name: "to",
      type: "string",
      placeholder: "STATE",
      group: flagGroups.behaviour,
      doc: "State to write back: a version as `orch history` shows it, a time such as 2026-01-31T12:00:00Z, or -10m.",
    },
    {
      name: "dry-run",
      type: "boolean",
      default: false,
      group: flagGroups.behaviour,
      doc: "Only show the diff. The server checks the write without storing it.",
    },
    fieldManager,
  ],
  options: (values, words) => ({
    words,
    ...noManifests,
    to: values.to,
    isDryRun: values["dry-run"],
    fieldManager: values["field-manager"],
  }),
  execute: undo,
});
