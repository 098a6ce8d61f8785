import type { ConvertCommand } from "../../cli/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { manifestFiles, manifestFolders, manifestVocabulary, requiredFiles } from "./manifest-flags.ts";

const flags = [
  manifestFiles,
  manifestFolders,
  {
    name: "output-version",
    type: "string",
    placeholder: "GROUP/VERSION",
    group: "Flags",
    doc: "Print objects in this version where their kind has it. Default: what is in the place of a removed version.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["yaml", "json"],
    default: "yaml",
    group: "Flags",
    doc: "Form in which to print.",
  },
  manifestVocabulary,
] as const satisfies readonly FlagSpec[];

/** `orch convert`. */
export const convertCommand: Command<ConvertCommand> = {
  name: "convert",
  group: commandGroups.manifests,
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "bring manifests of removed versions up to date",
  doc: [
    "Prints manifests in versions that are served: every version that the API has had and has no more leads to the one " +
      "that is in its place. Several documents in a file stay in their order, with the comments above them; fields " +
      "stay in the order in which they were written.",
    "What an old version took where nothing was said is written down where the new one would take something else, and " +
      "told on standard error: look at it. When a document cannot be converted, none is printed, and the reason is told.",
  ],
  program: "server",
  flags,
  read(args) {
    const { given, problems } = parseFlags<(typeof flags)[number]>(flags, args);
    return {
      files: requiredFiles(given.filename, problems),
      recursive: given.recursive ?? false,
      outputVersion: given["output-version"],
      output: given.output ?? "yaml",
      vocabulary: vocabularies[given.vocabulary ?? "orch"],
    };
  },
  async run(options) {
    const { runConvert } = await import("../offline/run-manifest-command.ts");
    return await runConvert(options);
  },
};
