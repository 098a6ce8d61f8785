import { apiResources } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { flagGroups, noHeaders } from "./shared-flags.ts";

/** `orch api-resources`. */
export const apiResourcesCommand = clientCommand({
  name: "api-resources",
  usage: "[flags]",
  summary: "list the types that the server serves",
  doc: ["Lists the types that the server serves, with the names that other commands accept."],
  examples: [["orch api-resources --namespaced=false", "types without namespaces"]],
  flags: [
    {
      name: "api-group",
      type: "string",
      placeholder: "GROUP",
      group: flagGroups.which,
      doc: "Only types of this group; core is the group of Pods.",
    },
    {
      name: "namespaced",
      type: "boolean",
      default: false,
      group: flagGroups.which,
      doc: "Only types with namespaces; with =false only types without. Default: all types.",
    },
    {
      name: "verbs",
      type: "list",
      default: [],
      placeholder: "VERB",
      group: flagGroups.which,
      doc: "Only types that support all of these verbs: list, patch, watch.",
    },
    {
      name: "output",
      short: "o",
      type: "enum",
      values: ["name", "wide"],
      group: flagGroups.printing,
      doc: "name: only the names; wide: verbs and categories too.",
    },
    noHeaders,
  ],
  hasNamespace: false,
  takesWords: false,
  options: (values, _words, given) => ({
    output: values.output,
    hasHeaders: !values["no-headers"],
    apiGroup: values["api-group"],
    namespaced: given.namespaced,
    verbs: values.verbs,
  }),
  execute: apiResources,
});
