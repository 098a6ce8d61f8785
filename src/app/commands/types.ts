import type { TypesCommand } from "../../cli/definitions/index.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { manifestFiles, manifestFolders, manifestValues, manifestVocabulary } from "./manifest-flags.ts";

const flags = [
  manifestFiles,
  manifestFolders,
  {
    name: "version",
    type: "string",
    placeholder: "NAME",
    group: "Flags",
    doc: "The version of the types. Default: the served version that the server prefers.",
  },
  { name: "output", short: "o", type: "path", group: "Flags", doc: "File to write. Default: standard output." },
  manifestVocabulary,
] as const satisfies readonly FlagSpec[];

/** `orch types`. */
export const typesCommand: Command<TypesCommand> = {
  name: "types",
  group: commandGroups.manifests,
  usage: "-f FILE|FOLDER|- [flags]",
  summary: "print TypeScript types of custom types",
  doc: [
    "Prints a module with an interface for each object type in the schemas of CustomResourceDefinitions, and a constant for " +
      "each kind. `client.api(constant)` of the client library is then typed. Other objects in the files are skipped.",
    "A property is optional unless the schema requires it and has no default for it.",
  ],
  examples: [
    ["orch types -f crd.yaml -o src/database.ts", "a module with the types"],
    ["orch types -f crd.yaml --version=v1beta1", "the types of another version"],
  ],
  program: "server",
  flags,
  read(args) {
    const parsed = parseFlags<(typeof flags)[number]>(flags, args);
    const { explicitValues } = parsed;
    return {
      ...manifestValues(parsed),
      version: explicitValues.version,
      outputFile: explicitValues.output,
    };
  },
  async run(options) {
    const { runTypes } = await import("../offline/run-definition-command.ts");
    return await runTypes(options);
  },
};
