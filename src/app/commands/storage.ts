import { resolve } from "node:path";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { StorageOptions } from "../offline/run-storage-command.ts";

const flags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Flags",
    doc: "Data directory of the cluster.",
  },
] as const satisfies readonly FlagSpec[];

/** `orch storage`. */
export const storageCommand: Command<StorageOptions> = {
  name: "storage",
  group: commandGroups.servers,
  usage: "check|remove-damaged KEY [flags]",
  summary: "find and remove damaged objects in a store",
  doc: [
    "`check` reads the whole store of a data directory, and prints the key of every object that cannot be read. " +
      "It changes nothing, and can run beside a server.",
    "`remove-damaged` removes an object that cannot be read, by the key that `check` prints. It ignores " +
      "finalizers and dependents. Stop the server first. Readable objects are not removed.",
    "Exits with 0 if nothing is damaged or the object was removed, 1 if something is damaged or the command " +
      "failed, and 2 if the command line is invalid.",
  ],
  examples: [
    ["orch storage check --data-dir=.orch", "find damaged objects of this cluster"],
    ["orch storage remove-damaged /registry/configmaps/default/web", "remove one object"],
  ],
  program: "server",
  flags,
  read: (args, { cwd }) => storageOptions(args, cwd),
  async run(options) {
    const { runStorageCommand } = await import("../offline/run-storage-command.ts");
    return await runStorageCommand(options, (text) => process.stdout.write(text));
  },
};

function storageOptions(args: readonly string[], cwd: string): StorageOptions {
  const { explicitValues, problems, words } = parseArguments(flags, args);
  const [action, key, ...unexpectedWords] = words;
  const dataDir = resolve(cwd, explicitValues["data-dir"] ?? flags[0].default);
  const allProblems = [...problems, ...unexpectedWords.map((word) => `unexpected argument ${JSON.stringify(word)}`)];
  if (action === "remove-damaged") {
    if (key === undefined)
      allProblems.push("remove-damaged needs the key of an object, as `orch storage check` prints it");
    else if (allProblems.length === 0) return { dataDir, action, key };
  } else if (action === "check") {
    if (key !== undefined) allProblems.push(`unexpected argument ${JSON.stringify(key)}`);
    else if (allProblems.length === 0) return { dataDir, action };
  } else {
    allProblems.push(
      action === undefined ? "name an action: check or remove-damaged" : `unknown action ${JSON.stringify(action)}`,
    );
  }
  throw new UsageError(allProblems);
}
