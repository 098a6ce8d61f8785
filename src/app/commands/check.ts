import type { CheckCommand } from "../../cli/index.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { manifestFiles, manifestFolders, manifestValues, manifestVocabulary } from "./manifest-flags.ts";

const flags = [
  manifestFiles,
  manifestFolders,
  {
    name: "costs",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Print what each rule of a CustomResourceDefinition costs at most, and the limits.",
  },
  manifestVocabulary,
] as const satisfies readonly FlagSpec[];

/** `orch check`. */
export const checkCommand: Command<CheckCommand> = {
  name: "check",
  group: commandGroups.manifests,
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "validate manifests without a server",
  doc: [
    "Reports, for each object, what a server would reject, with the field, the value and the rule. Also reports " +
      "unknown fields, and versions that are deprecated or removed, with the release. Nothing is written.",
    "CustomResourceDefinitions among the files define the types of other objects in the files. Objects of other custom types " +
      "are not checked.",
    "Exits with 0 if everything would be accepted, 1 if anything would be rejected, and 2 if the command line is " +
      "invalid.",
  ],
  program: "server",
  flags,
  read(args) {
    const parsed = parseFlags<(typeof flags)[number]>(flags, args);
    const { explicitValues } = parsed;
    return {
      ...manifestValues(parsed),
      showsCosts: explicitValues.costs ?? false,
    };
  },
  async run(options) {
    const { runCheck } = await import("../offline/run-manifest-command.ts");
    return await runCheck(options);
  },
};
