import { owners } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { noManifests } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch owners`. */
export const ownersCommand = clientCommand({
  name: "owners",
  words: "objects",
  usage: "TYPE NAME | TYPE/NAME ... [flags]",
  summary: "show the field managers of an object's fields",
  doc: [
    "Shows an object as YAML, with the field managers of each field, the type of write, and its time. A field " +
      "with several owners is shared: none of them can change the value without a conflict. Fields without an owner " +
      "were set by the server.",
    exitCodesText("an object does not exist"),
  ],
  examples: [["orch owners deploy web", "the owners of a Deployment's fields"]],
  flags: [],
  options: (_values, words) => ({
    words,
    ...noManifests,
  }),
  execute: owners,
});
