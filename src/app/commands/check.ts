import type { CheckCommand } from "../../cli/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { manifestFiles, manifestFolders, manifestVocabulary, requiredFiles } from "./manifest-flags.ts";

const flags = [manifestFiles, manifestFolders, manifestVocabulary] as const satisfies readonly FlagSpec[];

/** `orch check`. */
export const checkCommand: Command<CheckCommand> = {
  name: "check",
  group: commandGroups.manifests,
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "say what a server would say to manifests, without one",
  doc: [
    "Tells, for each object, what a server would refuse, with the field, the value and the rule; fields that there are " +
      "not; versions that are deprecated, or removed and in which release. Nothing is written anywhere.",
    "Ends with 0 when everything would be accepted, with 1 when anything would be refused, with 2 when the command line " +
      "cannot be followed.",
  ],
  program: "server",
  flags,
  read(args) {
    const { given, problems } = parseFlags<(typeof flags)[number]>(flags, args);
    return {
      files: requiredFiles(given.filename, problems),
      recursive: given.recursive ?? false,

      vocabulary: vocabularies[given.vocabulary ?? "orch"],
    };
  },
  async run(options) {
    const { runCheck } = await import("../offline/run-manifest-command.ts");
    return await runCheck(options);
  },
};
