import { owners } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch owners`. */
export const ownersCommand = clientCommand({
  name: "owners",
  words: "objects",
  usage: "TYPE NAME | TYPE/NAME ... | -f FILE [flags]",
  summary: "show who owns which fields of an object",
  doc: [
    "Shows an object as YAML and, beside each field, who owns it, by which sort of write, and since when; fields with " +
      "several owners are shared: each of them keeps the others from changing the value unseen. What has no owner was " +
      "filled in by the server.",
    exitCodesText("an object does not exist"),
  ],
  examples: [["orch owners deploy web", "who owns what of a Deployment"]],
  flags: [],
  options: (_values, words) => ({
    words,
    files: [],
    recursive: false,
  }),
  execute: owners,
});
