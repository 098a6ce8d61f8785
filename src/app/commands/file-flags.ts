/** Flags of the commands that read manifests, and the options that they give. */
import type { CheckCommand, ConvertCommand } from "../../cli/index.ts";
import { vocabularies, vocabularyNames } from "../../meta/vocabulary.ts";
import type { FileCommand, FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";

const both = ["convert", "check"] as const;

const fileFlags = [
  {
    name: "filename",
    short: "f",
    type: "list",
    default: [],
    placeholder: "FILE",
    group: "Flags",
    commands: both,
    doc: "Files and folders with manifests; - is standard input.",
  },
  {
    name: "recursive",
    short: "R",
    type: "boolean",
    default: false,
    group: "Flags",
    commands: both,
    doc: "Look into the folders of a folder as well.",
  },
  {
    name: "output-version",
    type: "string",
    placeholder: "GROUP/VERSION",
    group: "Flags",
    commands: ["convert"],
    doc: "Print objects in this version where their kind has it. Default: what is in the place of a removed version.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["yaml", "json"],
    default: "yaml",
    group: "Flags",
    commands: ["convert"],
    doc: "Form in which to print.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: "Flags",
    commands: both,
    doc: "Spelling of names that carry the product's name, for manifests whose group does not say it.",
  },
] as const satisfies readonly FlagSpec[];

type FileFlag = (typeof fileFlags)[number];

export function flagsOfFiles(command: FileCommand): readonly FileFlag[] {
  return fileFlags.filter(({ commands }) => (commands as readonly FileCommand[]).includes(command));
}

/** @throws UsageError with every problem */
export function fileOptions(command: FileCommand, args: readonly string[]): ConvertCommand & CheckCommand {
  const { given, problems } = parseFlags(flagsOfFiles(command), args);
  const files = given.filename ?? [];
  const missing = files.length === 0 ? ["say which manifests: -f FILE, -f FOLDER, or -f - for standard input"] : [];
  if (problems.length + missing.length > 0) throw new UsageError([...problems, ...missing]);
  return {
    files,
    recursive: given.recursive ?? false,
    outputVersion: given["output-version"],
    output: given.output ?? "yaml",
    vocabulary: vocabularies[given.vocabulary ?? "orch"],
  };
}
