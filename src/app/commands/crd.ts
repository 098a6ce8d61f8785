import type { CrdDiffCommand } from "../../cli/definitions/index.ts";
import { exitCodes } from "../../cli/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";
import { filename, flagGroups, recursiveFolders } from "./shared-flags.ts";

const flags = [
  { ...filename, doc: "Files and folders with objects of the type to check; - is standard input." },
  recursiveFolders,
  {
    name: "from-server",
    type: "boolean",
    default: false,
    group: flagGroups.which,
    doc: "Check the objects of the server. Without OLD, the old definition is that of the server.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["text", "json"],
    default: "text",
    group: flagGroups.printing,
    doc: "Form of the output.",
  },
] as const satisfies readonly FlagSpec[];

/** `orch crd`. */
export const crdCommand = {
  ...clientCommand({
    name: "crd",
    usage: "diff [OLD] NEW [-f FILE|FOLDER|- | --from-server] [flags]",
    summary: "report what a change of custom types breaks",
    doc: [
      "`diff` compares CustomResourceDefinitions in two files, and reports the changes that break something. `breaks clients`: " +
        "writes of values that were valid are rejected. A stored value that is invalid stays valid while it does not change. " +
        "`breaks stored objects`: the same for a value with parts, so that an update of a valid part is rejected, too. " +
        "`loses data`: the server drops values. `warning`: nothing is rejected, but something changes.",
      "With objects, it also names those that become invalid or lose data. They are created in a server without a network " +
        "that has the new definition, and in one that has the old definition.",
      "Exits with 0 if nothing breaks, 1 if something breaks, 2 if the command line is invalid, the command failed or an object " +
        "could not be checked, and 130 if it is interrupted.",
    ],
    examples: [
      ["orch crd diff old.yaml new.yaml", "the changes that break something"],
      ["orch crd diff old.yaml new.yaml -f objects.yaml", "also the objects in a file that they concern"],
      ["orch crd diff new.yaml --from-server", "the same for the definition and the objects of a server"],
    ],
    flags,
    hasNamespace: false,
    failureCode: exitCodes.diffFailed,
    words: "files",
    options: readCrdDiff,
    execute: async (options, context) => {
      const { runCrdDiff } = await import("../offline/run-definition-command.ts");
      return await runCrdDiff({ ...options, vocabulary: context.vocabulary }, context);
    },
  }),
  group: commandGroups.manifests,
  program: "server" as const,
};

interface CrdFlags {
  readonly filename: readonly string[];
  readonly recursive: boolean;
  readonly "from-server": boolean;
  readonly output: "text" | "json";
}

function readCrdDiff(values: CrdFlags, [action, ...files]: readonly string[]): CrdDiffCommand {
  const { filename: objects, recursive, "from-server": usesServerObjects, output } = values;
  const [first, second] = files;
  const problems: string[] = [];
  if (action !== "diff") problems.push("name an action: diff");
  if (first === undefined) problems.push("name two files with definitions: OLD NEW");
  else if (second === undefined && !usesServerObjects)
    problems.push("name a second file with definitions, or --from-server");
  if (files.length > 2) problems.push(`unexpected argument ${JSON.stringify(files[2])}`);
  if (usesServerObjects && objects.length > 0) problems.push("--from-server cannot be combined with --filename");
  if (problems.length > 0 || first === undefined) throw new UsageError(problems);
  return {
    oldFile: second === undefined ? undefined : first,
    newFile: second ?? first,
    objects: { files: objects, recursive },
    usesServerObjects,
    output,
    vocabulary: vocabularies.orch,
  };
}
