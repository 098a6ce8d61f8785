import { whoami } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { formOf, resultFlags } from "./shared-flags.ts";

/** `orch whoami`. */
export const whoamiCommand = clientCommand({
  name: "whoami",
  usage: "[flags]",
  summary: "show the user as whom the server authenticates you",
  doc: ["Shows the name, the groups and the other attributes of the user as whom the server authenticates requests."],
  examples: [
    ["orch whoami", "name and groups"],
    ["orch whoami -o jsonpath='{.status.userInfo.username}'", "only the name"],
  ],
  flags: [...resultFlags],
  hasNamespace: false,
  takesWords: false,
  options: formOf,
  execute: whoami,
});
