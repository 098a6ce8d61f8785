import { resolve } from "node:path";
import { type Command, commandGroups } from "../command-line/command.ts";
import { colorFlag, connectionOf } from "../command-line/connection-flags.ts";
import { etcdFlags, etcdPrefixFlag, etcdProblems, keyPrefixOf } from "../config/etcd-flags.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { RestoreCommand } from "../offline/backup/restore-entries.ts";
import { etcdTargetOf } from "./etcd-target.ts";

const flags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Flags",
    doc: "Data directory in which the store is created. It is created if it does not exist.",
  },
  {
    name: "dry-run",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Only check the backup, and show what it contains.",
  },
  {
    name: "force",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Replace the store of the data directory. The replaced store is kept as store.replaced-1, store.replaced-2 and so on.",
  },
  {
    name: "other-cluster",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Accept a backup of another cluster than that of the data directory. Only the objects are restored, not the keys.",
  },
  {
    name: "revision-margin",
    type: "integer",
    min: 0,
    max: 1_000_000_000,
    group: "Flags",
    doc:
      "Number of revisions to leave out after that of the backup, for writes that were made since. Default: 0 if the " +
      "data directory has a store, whose revision is then known, 10000 for etcd, otherwise 1000000.",
  },
  ...etcdFlags,
  { ...etcdPrefixFlag, doc: "Prefix of all keys in etcd." },
  colorFlag,
] as const satisfies readonly FlagSpec[];

type RestoreFlag = (typeof flags)[number];

interface RestoreInvocation {
  readonly options: RestoreCommand;
  readonly connection: ReturnType<typeof connectionOf>;
}

/** `orch restore`. */
export const restoreCommand: Command<RestoreInvocation> = {
  name: "restore",
  group: commandGroups.servers,
  usage: "FILE [flags]",
  summary: "create the store of a cluster from a backup",
  doc: [
    "Creates the store of a data directory from a file that `orch backup` wrote. Stop the server first. The whole file is " +
      "checked before anything is written, and the store gets its name when it is complete. Versions of objects increase, so " +
      "clients list again.",
    "The keys and certificates of the backup are restored if the data directory has none. With --etcd-servers, the objects " +
      "are restored into an empty etcd.",
    "Exits with 0 if the backup was restored, 1 if the command failed, and 2 if the command line is invalid.",
  ],
  examples: [
    ["orch restore monday.backup --dry-run", "check a backup, and show what it contains"],
    ["orch restore monday.backup --data-dir=.orch", "restore it into a new data directory"],
    ["orch restore monday.backup --force", "replace the store of ./.orch, and keep the former one"],
  ],
  words: "files",
  program: "server",
  flags,
  read(args, { cwd }) {
    const { explicitValues, problems, words } = parseArguments<RestoreFlag>(flags, args);
    const [file, ...unexpectedWords] = words;
    const allProblems = [
      ...problems,
      ...(file === undefined ? ["name the file of the backup"] : []),
      ...(file === "-"
        ? ["standard input cannot be used, because the backup is read twice; `./-` names the file -"]
        : []),
      ...unexpectedWords.map((word) => `unexpected argument ${JSON.stringify(word)}`),
      ...etcdProblems(explicitValues),
    ];
    if (file === undefined || allProblems.length > 0) throw new UsageError(allProblems);
    const values = withDefaults<RestoreFlag>(flags, explicitValues);
    return {
      connection: connectionOf({ color: values.color }),
      options: {
        file: resolve(cwd, file),
        dataDir: resolve(cwd, values["data-dir"]),
        etcd: etcdTargetOf(values, cwd),
        keyPrefix: keyPrefixOf(values["etcd-prefix"]),
        force: values.force,
        otherCluster: values["other-cluster"],
        revisionMargin: values["revision-margin"],
        dryRun: values["dry-run"],
      },
    };
  },
  async run({ options, connection }) {
    const { runClientCommand } = await import("../command-line/run-client-command.ts");
    const { runRestore } = await import("../offline/backup/run-restore.ts");
    const task = { name: "restore", connection, failureCode: 1 };
    return await runClientCommand({ ...task, execute: (context) => runRestore(options, context) });
  },
};
