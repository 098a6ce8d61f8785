import { resolve } from "node:path";
import { type Command, commandGroups } from "../command-line/command.ts";
import { colorFlag, serverChoiceFlags } from "../command-line/connection-flags.ts";
import { connectionToDataDir, namesServer } from "../command-line/data-dir-connection.ts";
import { etcdFlags, etcdPrefixFlag, etcdProblems, keyPrefixOf } from "../config/etcd-flags.ts";
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { EncryptionCheckOptions } from "../offline/check-encryption.ts";
import type { StorageOptions } from "../offline/run-storage-command.ts";
import type { StorageCopyOptions } from "../offline/run-storage-copy.ts";
import type { StorageRewriteOptions } from "../offline/run-storage-rewrite.ts";
import type { StorageSizeOptions } from "../offline/run-storage-size.ts";
import { etcdTargetOf } from "./etcd-target.ts";

const flags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Flags",
    doc: "Data directory of the cluster.",
  },
  ...etcdFlags,
  { ...etcdPrefixFlag, doc: "Prefix of all keys in both stores." },
  {
    name: "encryption-provider-config",
    type: "path",
    group: "Flags",
    doc:
      "Configuration file of encryption. `check` then decrypts all objects with its keys, and `rewrite` rewrites the types that " +
      "the file names.",
  },
  colorFlag,
  ...serverChoiceFlags,
] as const satisfies readonly FlagSpec[];

type StorageFlag = (typeof flags)[number];

const storageActions = ["check", "stats", "compact", "rewrite", "remove-damaged", "copy"] as const;
type StorageAction = (typeof storageActions)[number];

const etcdFlagNames = [...etcdFlags, etcdPrefixFlag].map(({ name }) => name);
const serverFlagNames = serverChoiceFlags.map(({ name }) => name);

/** Names of the flags that each action uses. All actions accept the flags in `commonFlagNames`. */
const flagNamesOfActions: Readonly<Record<StorageAction | "check-encryption", readonly StorageFlag["name"][]>> = {
  check: [],
  "check-encryption": [...etcdFlagNames, ...serverFlagNames, "encryption-provider-config"],
  stats: ["etcd-prefix"],
  compact: [],
  rewrite: [...serverFlagNames, "encryption-provider-config"],
  "remove-damaged": [],
  copy: etcdFlagNames,
};
const commonFlagNames: readonly StorageFlag["name"][] = ["data-dir", "color", "vocabulary"];

/** A command line of `orch storage`. */
type StorageInvocation =
  | StorageOptions
  | {
      readonly action: "check-encryption";
      readonly connection: ReturnType<typeof connectionToDataDir>;
      readonly options: EncryptionCheckOptions;
    }
  | StorageSizeOptions
  | ({ readonly action: "copy" } & StorageCopyOptions)
  | ({
      readonly action: "rewrite";
      readonly connection: ReturnType<typeof connectionToDataDir>;
    } & StorageRewriteOptions);

/** `orch storage`. */
export const storageCommand: Command<StorageInvocation> = {
  name: "storage",
  group: commandGroups.servers,
  usage: "check|stats|compact|rewrite [TYPE ...]|remove-damaged KEY|copy to-etcd|copy from-etcd [flags]",
  summary: "check, measure, compact, rewrite and copy stores",
  doc: [
    "`check` reads the whole store of a data directory, and prints the key of every object that cannot be read. " +
      "It changes nothing, and can run beside a server. With --encryption-provider-config, it also decrypts all objects, prints " +
      "those that cannot be decrypted, and counts the objects that each key has written. Only then can it also check etcd with " +
      "--etcd-servers, or the server of --kubeconfig or --context, which needs the permission to get the path /store/backup.",
    "`stats` prints the size of the store, its revisions, and the keys and bytes of each resource. It changes nothing, and can " +
      "run beside a server.",
    "`compact` removes the history, and writes the data file again without free space. Stop the server first.",
    "`rewrite` makes a running server write all objects again whose stored form is outdated, because they were written with an " +
      "earlier encryption key, without encryption, or in a version from which a webhook converts them. It needs the permission to list and " +
      "patch them. You can interrupt it and repeat it. Without types, it rewrites those of --encryption-provider-config, or all.",
    "`remove-damaged` removes an object that cannot be read, by the key that `check` prints. It ignores " +
      "finalizers and dependents. Stop the server first. Readable objects are not removed.",
    "`copy to-etcd` copies the store of a data directory to etcd, and `copy from-etcd` copies a cluster from etcd to the " +
      "data directory. The target must be empty. Stop all servers of the cluster first. Versions of objects increase, so " +
      "clients list again. The source is not changed.",
    "Flags that have no effect on an action are rejected. Only `copy`, and `check` with --encryption-provider-config, work on etcd.",
    "Exits with 0 if nothing is damaged or the command did its work, 1 if something is damaged or the command failed, even " +
      "for one object, and 2 if the command line is invalid.",
  ],
  examples: [
    ["orch storage check --data-dir=.orch", "find damaged objects of this cluster"],
    ["orch storage stats", "the sizes of the store in ./.orch"],
    ["orch storage rewrite secrets configmaps", "encrypt these objects with the present key"],
    ["orch storage remove-damaged /registry/configmaps/default/web", "remove one object"],
    ["orch storage copy to-etcd --etcd-servers=http://127.0.0.1:2379", "move this cluster to etcd"],
  ],
  program: "server",
  flags,
  read: (args, { cwd }) => storageOptions(args, cwd),
  async run(options) {
    const print = (text: string): void => void process.stdout.write(text);
    if (options.action === "rewrite") {
      const { runClientCommand } = await import("../command-line/run-client-command.ts");
      const { runStorageRewrite } = await import("../offline/run-storage-rewrite.ts");
      const task = { name: "storage", connection: options.connection, failureCode: 1 };
      return await runClientCommand({ ...task, execute: (context) => runStorageRewrite(options, context) });
    }
    if (options.action === "check-encryption") return await runEncryptionCheck(options, print);
    if (options.action === "copy") {
      const { runStorageCopy } = await import("../offline/run-storage-copy.ts");
      await runStorageCopy(options, print);
      return 0;
    }
    if ("keyPrefix" in options) {
      const { runStorageSize } = await import("../offline/run-storage-size.ts");
      await runStorageSize(options, print);
      return 0;
    }
    const { runStorageCommand } = await import("../offline/run-storage-command.ts");
    return await runStorageCommand(options, print);
  },
};

/** Checks the store of the data directory first, unless the command line names etcd or a server. */
async function runEncryptionCheck(
  { connection, options }: StorageInvocation & { readonly action: "check-encryption" },
  print: (text: string) => void,
): Promise<number> {
  const { runClientCommand } = await import("../command-line/run-client-command.ts");
  const { checkEncryption } = await import("../offline/check-encryption.ts");
  const { checkStore } = await import("../offline/run-storage-command.ts");
  const { dataDir, etcd, isServerNamed } = options;
  const isLocal = etcd === undefined && !isServerNamed;
  const storeCode = isLocal ? await checkStore(dataDir, print) : 0;
  if (storeCode === undefined) print("the checksums were not checked, because the server is writing to the store\n");
  else if (storeCode !== 0) return storeCode;
  const task = { name: "storage", connection, failureCode: 1 };
  return await runClientCommand({ ...task, execute: (context) => checkEncryption(options, context) });
}

function storageOptions(args: readonly string[], cwd: string): StorageInvocation {
  const { explicitValues, problems, words } = parseArguments<StorageFlag>(flags, args);
  const [action, ...actionWords] = words;
  const [word, ...otherWords] = actionWords;
  const unexpectedWords = action === "rewrite" ? [] : otherWords;
  const dataDir = resolve(cwd, explicitValues["data-dir"] ?? flags[0].default);
  const allProblems = [...problems, ...unexpectedWords.map(unexpected), ...actionProblems(action, word)];
  if (isStorageAction(action)) allProblems.push(...flagProblems(action, explicitValues));
  if (allProblems.length > 0) throw new UsageError(allProblems);
  if (action === "copy") return copyOptions(word as StorageCopyOptions["direction"], explicitValues, cwd);
  const configFile = explicitValues["encryption-provider-config"];
  const encryptionConfig = configFile === undefined ? undefined : resolve(cwd, configFile);
  const connection = connectionToDataDir(explicitValues, dataDir);
  if (action === "rewrite") return { action, connection, words: actionWords, encryptionConfig };
  if (action === "check" && encryptionConfig !== undefined) {
    const values = withDefaults<StorageFlag>(flags, explicitValues);
    return {
      action: "check-encryption",
      connection,
      options: {
        dataDir,
        isServerNamed: namesServer(explicitValues),
        etcd: etcdTargetOf(values, cwd),
        keyPrefix: keyPrefixOf(values["etcd-prefix"]),
        vocabulary: explicitValues.vocabulary,
        encryptionConfig,
      },
    };
  }
  if (action === "stats" || action === "compact") {
    return { action, dataDir, keyPrefix: keyPrefixOf(explicitValues["etcd-prefix"] ?? etcdPrefixFlag.default) };
  }
  return action === "remove-damaged" ? { dataDir, action, key: word ?? "" } : { dataDir, action: "check" };
}

/** Returns the problems of the action and of the word after it. */
function actionProblems(action: string | undefined, word: string | undefined): readonly string[] {
  switch (action) {
    case "check":
    case "stats":
    case "compact":
      return word === undefined ? [] : [unexpected(word)];
    case "rewrite":
      return [];
    case "remove-damaged":
      return word === undefined ? ["remove-damaged needs the key of an object, as `orch storage check` prints it"] : [];
    case "copy":
      return word === "to-etcd" || word === "from-etcd" ? [] : ["copy needs a direction: to-etcd or from-etcd"];
    case undefined:
      return ["name an action: check, stats, compact, rewrite, remove-damaged or copy"];
    default:
      return [`unknown action ${JSON.stringify(action)}`];
  }
}

function isStorageAction(word: string | undefined): word is StorageAction {
  return storageActions.some((action) => action === word);
}

/** Returns the problems of the flags of an action. A flag without an effect is rejected, because the user expects one. */
function flagProblems(action: StorageAction, explicitValues: ExplicitValues<StorageFlag>): readonly string[] {
  const decrypts = explicitValues["encryption-provider-config"] !== undefined;
  const used = flagNamesOfActions[action === "check" && decrypts ? "check-encryption" : action];
  const unused = flags.filter(
    ({ name }) => explicitValues[name] !== undefined && !used.includes(name) && !commonFlagNames.includes(name),
  );
  if (unused.length > 0) return unused.map(({ name }) => unusedFlag(action, name));
  const missing =
    action === "copy" && explicitValues["etcd-servers"] === undefined ? ["copy needs --etcd-servers"] : [];
  return [...missing, ...etcdProblems(explicitValues)];
}

function unusedFlag(action: StorageAction, name: StorageFlag["name"]): string {
  if (action === "check") return `--${name}: \`check\` uses this flag only with --encryption-provider-config`;
  const subject = action === "rewrite" ? "a running server" : "the store of a data directory";
  return `--${name} has no effect on \`${action}\`, which works on ${subject}${action === "copy" ? " and on etcd" : ""}`;
}

function unexpected(word: string): string {
  return `unexpected argument ${JSON.stringify(word)}`;
}

function copyOptions(
  direction: StorageCopyOptions["direction"],
  explicitValues: ExplicitValues<StorageFlag>,
  cwd: string,
): { readonly action: "copy" } & StorageCopyOptions {
  const values = withDefaults<StorageFlag>(flags, explicitValues);
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  return {
    action: "copy",
    direction,
    dataDir: resolve(cwd, values["data-dir"]),
    etcd: {
      servers: values["etcd-servers"],
      caFile: absolute(values["etcd-cafile"]),
      certFile: absolute(values["etcd-certfile"]),
      keyFile: absolute(values["etcd-keyfile"]),
    },
    keyPrefix: keyPrefixOf(values["etcd-prefix"]),
  };
}
