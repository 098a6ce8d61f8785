import type { ConvertCommand } from "../../cli/index.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { manifestFiles, manifestFolders, manifestValues, manifestVocabulary } from "./manifest-flags.ts";

const flags = [
  manifestFiles,
  manifestFolders,
  {
    name: "output-version",
    type: "string",
    placeholder: "GROUP/VERSION",
    group: "Flags",
    doc: "Print objects in this version if their kind has it. Default: the replacement of a removed version.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["yaml", "json"],
    default: "yaml",
    group: "Flags",
    doc: "Form of the output.",
  },
  manifestVocabulary,
] as const satisfies readonly FlagSpec[];

/** `orch convert`. */
export const convertCommand: Command<ConvertCommand> = {
  name: "convert",
  group: commandGroups.manifests,
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "update manifests of removed versions",
  doc: [
    "Prints manifests in versions that are served. Every removed version of the API has a replacement. The " +
      "documents of a file keep their order and the comments above them, and fields keep their order.",
    "If an old version had another default than its replacement, the old default is written out and reported on " +
      "standard error: check it. If a document cannot be converted, nothing is printed and the reason is reported.",
  ],
  program: "server",
  flags,
  read(args) {
    const parsed = parseFlags<(typeof flags)[number]>(flags, args);
    const { explicitValues } = parsed;
    return {
      ...manifestValues(parsed),
      outputVersion: explicitValues["output-version"],
      output: explicitValues.output ?? "yaml",
    };
  },
  async run(options) {
    const { runConvert } = await import("../offline/run-manifest-command.ts");
    return await runConvert(options);
  },
};
