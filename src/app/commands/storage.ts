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
    doc: "Folder of the cluster whose store is meant.",
  },
] as const satisfies readonly FlagSpec[];

/** `orch storage`. */
export const storageCommand: Command<StorageOptions> = {
  name: "storage",
  group: commandGroups.servers,
  usage: "check|remove-damaged KEY [flags]",
  summary: "find and remove damaged objects in a store",
  doc: [
    "`check` reads the whole store of a data directory, and prints the key of every object that cannot be read. It changes " +
      "nothing, and works beside a running server.",
    "`remove-damaged` removes an object that cannot be read, with the key that `check` prints. Its finalizers and its " +
      "dependents are not looked at. Stop the server first. Objects that can be read are not removed.",
    "Ends with 0 when nothing is damaged or the object was removed, with 1 when something is damaged or the command " +
      "failed, with 2 when the command line cannot be followed.",
  ],
  examples: [
    ["orch storage check --data-dir=.orch", "what is damaged in this cluster"],
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
  const { given, problems, words } = parseArguments(flags, args);
  const [action, key, ...stray] = words;
  const dataDir = resolve(cwd, given["data-dir"] ?? flags[0].default);
  const all = [...problems, ...stray.map((word) => `unexpected argument ${JSON.stringify(word)}`)];
  if (action === "remove-damaged") {
    if (key === undefined) all.push("remove-damaged needs the key of an object, as `orch storage check` prints it");
    else if (all.length === 0) return { dataDir, action, key };
  } else if (action === "check") {
    if (key !== undefined) all.push(`unexpected argument ${JSON.stringify(key)}`);
    else if (all.length === 0) return { dataDir, action };
  } else {
    all.push(
      action === undefined ? "say what to do: check or remove-damaged" : `unknown action ${JSON.stringify(action)}`,
    );
  }
  throw new UsageError(all);
}
