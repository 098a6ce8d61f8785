/**
 * The data directory of a cluster. The file `cluster.json` marks it and identifies the cluster. Nothing is written to a
 * folder that holds other files but no `cluster.json`.
 */

import { mkdir, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { type VocabularyName, vocabularyNames } from "../../meta/vocabulary.ts";
import {
  createAtomically,
  isErrno,
  makeFolders,
  publicMode,
  readIfPresent,
  secretDirMode,
  temporaryPath,
  temporaryPrefix,
  writeAtomically,
} from "./files.ts";
import { StartupError } from "./startup-error.ts";

/** Version of the directory layout. A later release that changes the layout still reads this version. */
const format = 1;

/** An open data directory. */
export interface DataDir {
  readonly path: string;
  readonly cluster: ClusterRecord;
  readonly pkiDir: string;
  readonly storeDir: string;
  /** Client configuration of an administrator. */
  readonly kubeconfigPath: string;
  /** Client configuration of the controller manager. */
  readonly controllerManagerKubeconfigPath: string;
}

/** Content of `cluster.json`. */
export interface ClusterRecord {
  readonly format: number;
  readonly vocabulary: VocabularyName;
  /** Created with the cluster, and never changed. */
  readonly uid: string;
  /** Whether the store was created. If so, a missing data file means lost data, not a new cluster. */
  readonly hasStore: boolean;
}

/** Options of `openDataDir`. */
export interface DataDirOptions {
  readonly vocabulary: VocabularyName;
  readonly random: Random;
  /** ID of a new cluster. Has no effect on a cluster that exists. Default: a new one. */
  readonly uid?: string | undefined;
}

/**
 * Opens a data directory. Creates it if it does not exist or is empty.
 * @throws StartupError if its cluster has another vocabulary or a newer format, or if it is damaged, foreign or not
 * writable
 */
export async function openDataDir(path: string, options: DataDirOptions): Promise<DataDir> {
  const entries = await listOrMake(path);
  const content = readIfPresent(join(path, clusterFile));
  const cluster =
    content === undefined ? await createCluster(path, entries, options) : readCluster(path, content, entries);
  if (cluster.vocabulary !== options.vocabulary) throw vocabularyError(path, cluster, options);
  await checkWritable(path);
  return {
    path,
    cluster,
    pkiDir: join(path, "pki"),
    storeDir: join(path, "store"),
    kubeconfigPath: join(path, kubeconfigFile),
    controllerManagerKubeconfigPath: join(path, "controller-manager.kubeconfig"),
  };
}

/**
 * Returns the vocabulary of the cluster in a folder. Undefined if there is no cluster, or if its file cannot be read;
 * `openDataDir` then reports why.
 */
export function recordedVocabulary(path: string): VocabularyName | undefined {
  const vocabulary = readRecord(path)?.vocabulary;
  return isVocabulary(vocabulary) ? vocabulary : undefined;
}

/** Returns the ID of the cluster in a folder. Undefined if there is no cluster, or if its file cannot be read. */
export function recordedClusterId(path: string): string | undefined {
  const uid = readRecord(path)?.uid;
  return typeof uid === "string" ? uid : undefined;
}

function readRecord(path: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(readIfPresent(join(path, clusterFile)) ?? "");
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** Records in `cluster.json` that the store was created. Call it when the store is durable. */
export async function recordStore({ path, cluster }: DataDir): Promise<void> {
  if (cluster.hasStore && parseJson(readIfPresent(join(path, clusterFile)) ?? "")?.hasStore === true) return;
  const content = `${JSON.stringify({ ...cluster, hasStore: true }, null, 2)}\n`;
  try {
    await writeAtomically(join(path, clusterFile), content, { mode: publicMode });
  } catch (error) {
    throw notWritableError(path, error);
  }
}

const clusterFile = "cluster.json";
const kubeconfigFile = "admin.kubeconfig";
/** Folder in the root of a newly formatted volume. */
const mountPointEntry = "lost+found";

async function listOrMake(path: string): Promise<string[]> {
  try {
    await makeFolders(path, { mode: secretDirMode });
    return await readdir(path);
  } catch (error) {
    const problem = isErrno(error, "EEXIST", "ENOTDIR") ? "is not a directory" : `cannot be used (${reasonOf(error)})`;
    throw new StartupError(`the data directory ${path} ${problem}; choose another with --data-dir`, { cause: error });
  }
}

async function createCluster(
  path: string,
  entries: readonly string[],
  options: DataDirOptions,
): Promise<ClusterRecord> {
  const foreignEntry = entries.find((name) => !isExpected(name));
  if (foreignEntry !== undefined) {
    throw new StartupError(
      `${path} is not empty (it holds ${foreignEntry}) and has no ${clusterFile}, so it is not a data directory of orch; ` +
        "choose another with --data-dir, or empty it",
    );
  }
  const cluster: ClusterRecord = {
    format,
    vocabulary: options.vocabulary,
    uid: options.uid ?? options.random.uuid(),
    hasStore: false,
  };
  const file = join(path, clusterFile);
  try {
    const isOurs = await createAtomically(file, `${JSON.stringify(cluster, null, 2)}\n`, { mode: publicMode });
    if (isOurs) return cluster;
  } catch (error) {
    throw notWritableError(path, error);
  }
  // Another process has created the cluster in the meantime.
  return readCluster(path, readIfPresent(file) ?? "", entries);
}

/**
 * Whether a folder without a cluster may contain this entry. Another process may be creating the cluster at the same
 * time.
 */
function isExpected(name: string): boolean {
  return name.startsWith(temporaryPrefix) || name === mountPointEntry || name === clusterFile;
}

function readCluster(path: string, content: string, entries: readonly string[]): ClusterRecord {
  const cluster = parseJson(content);
  if (typeof cluster?.format === "number" && cluster.format > format) {
    throw new StartupError(
      `the cluster in ${path} was written by a newer release (format ${cluster.format}, this one knows ${format}); ` +
        "run that release, or choose another --data-dir",
    );
  }
  if (cluster?.format !== format || !isVocabulary(cluster.vocabulary) || typeof cluster.uid !== "string") {
    throw new StartupError(
      `${join(path, clusterFile)} is damaged; restore it from a backup, or remove ${path} to begin with an empty cluster`,
    );
  }
  // Older releases did not record this. They wrote the kubeconfig when the store was in use.
  const hasStore = cluster.hasStore === undefined ? entries.includes(kubeconfigFile) : cluster.hasStore !== false;
  return { format, vocabulary: cluster.vocabulary, uid: cluster.uid, hasStore };
}

function parseJson(content: string): Partial<Record<keyof ClusterRecord, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isVocabulary(name: unknown): name is VocabularyName {
  return (vocabularyNames as readonly unknown[]).includes(name);
}

function vocabularyError(path: string, cluster: ClusterRecord, options: DataDirOptions): StartupError {
  return new StartupError(
    `the cluster in ${path} was created with --vocabulary=${cluster.vocabulary}, which cannot be changed to ` +
      `${options.vocabulary}; start it with --vocabulary=${cluster.vocabulary}, or choose another --data-dir`,
  );
}

/** Checks that the folder is writable, so that the start fails, and not the first write of the store. */
async function checkWritable(path: string): Promise<void> {
  const probe = temporaryPath(join(path, "probe"));
  try {
    await mkdir(probe);
    await rmdir(probe);
  } catch (error) {
    throw notWritableError(path, error);
  }
}

function notWritableError(path: string, error: unknown): StartupError {
  return new StartupError(
    `the data directory ${path} is not writable (${reasonOf(error)}); make it writable for this user, or choose another ` +
      "with --data-dir",
    { cause: error },
  );
}
