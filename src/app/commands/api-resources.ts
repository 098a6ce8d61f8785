import { apiResources } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { flagGroups, noHeaders } from "./shared-flags.ts";

/** `orch api-resources`. */
export const apiResourcesCommand = clientCommand({
  name: "api-resources",
  usage: "[flags]",
  summary: "list the types of objects that the server has",
  doc: ["Lists the types of objects that the server has, with the names by which other commands take them."],
  examples: [["orch api-resources --namespaced=false", "types whose objects lie in no namespace"]],
  flags: [
    {
      name: "api-group",
      type: "string",
      placeholder: "GROUP",
      group: flagGroups.which,
      doc: "Types of this group alone; core is the one of Pods.",
    },
    {
      name: "namespaced",
      type: "boolean",
      default: false,
      group: flagGroups.which,
      doc: "Types whose objects lie in namespaces; with =false, those whose objects do not. Default: all types.",
    },
    {
      name: "verbs",
      type: "list",
      default: [],
      placeholder: "VERB",
      group: flagGroups.which,
      doc: "Types with which all of this can be done: list, patch, watch.",
    },
    {
      name: "output",
      short: "o",
      type: "enum",
      values: ["name", "wide"],
      group: flagGroups.printing,
      doc: "Names alone, or verbs and categories as well.",
    },
    noHeaders,
  ],
  hasNamespace: false,
  options: (values, _words, given) => ({
    output: values.output,
    hasHeaders: !values["no-headers"],
    apiGroup: values["api-group"],
    namespaced: given.namespaced,
    verbs: values.verbs,
  }),
  execute: apiResources,
});
