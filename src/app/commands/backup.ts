import { resolve } from "node:path";
import { type Command, commandGroups } from "../command-line/command.ts";
import { colorFlag, type connectionOf, serverChoiceFlags } from "../command-line/connection-flags.ts";
import { connectionToDataDir, namesServer } from "../command-line/data-dir-connection.ts";
import { etcdFlags, etcdPrefixFlag, etcdProblems, keyPrefixOf } from "../config/etcd-flags.ts";
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { BackupOptions } from "../offline/backup/run-backup.ts";
import { etcdTargetOf } from "./etcd-target.ts";

const flags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Flags",
    doc: "Data directory of the cluster.",
  },
  {
    name: "include-keys",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Include the private keys and certificates in pki/ of the data directory. Keep such a backup secret.",
  },
  {
    name: "overwrite",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Replace the file if it exists.",
  },
  {
    name: "encryption-provider-config",
    type: "path",
    group: "Flags",
    doc: "Configuration file of encryption. `verify` then decrypts all objects of the backup with its keys.",
  },
  ...etcdFlags,
  { ...etcdPrefixFlag, doc: "Prefix of all keys in the store." },
  colorFlag,
  ...serverChoiceFlags,
] as const satisfies readonly FlagSpec[];

type BackupFlag = (typeof flags)[number];

/** Flags that `verify` uses. It reads only the file and the configuration of encryption. */
const verifyFlagNames: readonly BackupFlag["name"][] = ["encryption-provider-config", "color", "vocabulary"];

interface BackupInvocation {
  readonly options: BackupOptions;
  readonly connection: ReturnType<typeof connectionOf>;
}

/** `orch backup`. */
export const backupCommand: Command<BackupInvocation> = {
  name: "backup",
  group: commandGroups.servers,
  usage: "FILE | verify FILE [flags]",
  summary: "write the state of a cluster to a file",
  doc: [
    "Writes all objects of a cluster to a file, in the state of one revision. The server can run meanwhile: it then sends " +
      "the backup, and needs the permission to get the path /store/backup, which administrators have. If no server runs, the " +
      "command reads the store of the data directory. With --etcd-servers, it reads etcd.",
    "With --kubeconfig or --context, the command takes the backup from this server instead. The file gets its name when it is " +
      "complete. It contains the Secrets of the cluster, and only you can read it.",
    "`verify` checks a backup, and shows what it contains. With --encryption-provider-config, it also decrypts all objects, prints " +
      "those that cannot be decrypted, and counts the objects that each key has written. `orch restore` restores a backup.",
    "Exits with 0 if the backup is complete, 1 if the command failed or objects cannot be decrypted, and 2 if the command line is invalid.",
  ],
  examples: [
    ["orch backup monday.backup", "back up the cluster of ./.orch"],
    ["orch backup verify monday.backup", "check a backup, and show what it contains"],
    ["orch backup monday.backup --etcd-servers=http://127.0.0.1:2379", "back up a cluster in etcd"],
  ],
  words: "files",
  program: "server",
  flags,
  read(args, { cwd }) {
    const { explicitValues, problems, words } = parseArguments<BackupFlag>(flags, args);
    const [action, file] = words[0] === "verify" ? ["verify" as const, words[1]] : ["write" as const, words[0]];
    const unexpectedWords = words.slice(action === "verify" ? 2 : 1);
    const allProblems = [
      ...problems,
      ...(file === undefined ? ["name the file of the backup"] : []),
      ...(file === "-"
        ? ["a backup needs a file, because standard output and input cannot be used; `./-` names the file -"]
        : []),
      ...unexpectedWords.map((word) => `unexpected argument ${JSON.stringify(word)}`),
      ...(action === "verify" ? problemsOfVerify(explicitValues) : etcdProblems(explicitValues)),
    ];
    if (file === undefined || allProblems.length > 0) throw new UsageError(allProblems);
    const values = withDefaults<BackupFlag>(flags, explicitValues);
    const dataDir = resolve(cwd, values["data-dir"]);
    const isServerNamed = namesServer(explicitValues);
    const path = resolve(cwd, file);
    const connection = connectionToDataDir(explicitValues, dataDir);
    const configFile = explicitValues["encryption-provider-config"];
    const encryptionConfig = configFile === undefined ? undefined : resolve(cwd, configFile);
    if (action === "verify") return { connection, options: { action, file: path, encryptionConfig } };
    if (encryptionConfig !== undefined) {
      throw new UsageError([
        "--encryption-provider-config belongs to `verify`; a backup has the values as they are stored",
      ]);
    }
    return {
      connection,
      options: {
        action,
        file: path,
        overwrite: values.overwrite,
        includeKeys: values["include-keys"],
        dataDir,
        isServerNamed,
        etcd: etcdTargetOf(values, cwd),
        keyPrefix: keyPrefixOf(values["etcd-prefix"]),
        vocabulary: explicitValues.vocabulary,
      },
    };
  },
  async run({ options, connection }) {
    const { runClientCommand } = await import("../command-line/run-client-command.ts");
    const { runBackup } = await import("../offline/backup/run-backup.ts");
    const task = { name: "backup", connection, failureCode: 1 };
    return await runClientCommand({ ...task, execute: (context) => runBackup(options, context) });
  },
};

/** Returns the problems of flags that `verify` does not use. They are rejected, because the user expects an effect. */
function problemsOfVerify(explicitValues: ExplicitValues<BackupFlag>): readonly string[] {
  return flags
    .filter(({ name }) => explicitValues[name] !== undefined && !verifyFlagNames.includes(name))
    .map(({ name }) => `--${name} has no effect on \`verify\`, which works on a file`);
}
