/**
 * The folder of a cluster. `cluster.json` makes it ours and says which cluster it holds; everything else in it belongs
 * to that cluster. A folder that is not ours is never written to.
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

/** Of the folder's layout; a later release that changes it reads this one. */
const format = 1;

export interface DataDir {
  readonly path: string;
  readonly cluster: ClusterRecord;
  readonly pkiDir: string;
  readonly storeDir: string;
  readonly kubeconfigPath: string;
}

/** Content of `cluster.json`. */
export interface ClusterRecord {
  readonly format: number;
  readonly vocabulary: VocabularyName;
  /** Made once, kept for the cluster's life. */
  readonly uid: string;
  /** Whether the store was created. From then on a missing data file is a loss, and not a new cluster. */
  readonly hasStore: boolean;
}

export interface DataDirOptions {
  readonly vocabulary: VocabularyName;
  readonly random: Random;
}

/**
 * Opens the folder of a cluster, or makes it.
 * @throws StartupError when it is of another vocabulary, of a newer format, damaged, somebody else's, or not accessible
 */
export async function openDataDir(path: string, options: DataDirOptions): Promise<DataDir> {
  const entries = await listOrMake(path);
  const content = readIfPresent(join(path, clusterFile));
  const cluster =
    content === undefined ? await initialise(path, entries, options) : readCluster(path, content, entries);
  if (cluster.vocabulary !== options.vocabulary) throw otherVocabulary(path, cluster, options);
  await checkWritable(path);
  return {
    path,
    cluster,
    pkiDir: join(path, "pki"),
    storeDir: join(path, "store"),
    kubeconfigPath: join(path, kubeconfigFile),
  };
}

/**
 * Returns the vocabulary of the cluster in a folder. Undefined where there is none, or where its file cannot be read:
 * `openDataDir` reports that.
 */
export function recordedVocabulary(path: string): VocabularyName | undefined {
  try {
    const vocabulary = parseJson(readIfPresent(join(path, clusterFile)) ?? "")?.vocabulary;
    return isVocabulary(vocabulary) ? vocabulary : undefined;
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** Records in `cluster.json` that the store was created. Call when it is durable. */
export async function recordStore({ path, cluster }: DataDir): Promise<void> {
  if (cluster.hasStore && parseJson(readIfPresent(join(path, clusterFile)) ?? "")?.hasStore === true) return;
  const content = `${JSON.stringify({ ...cluster, hasStore: true }, null, 2)}\n`;
  try {
    await writeAtomically(join(path, clusterFile), content, { mode: publicMode });
  } catch (error) {
    throw notWritable(path, error);
  }
}

const clusterFile = "cluster.json";
const kubeconfigFile = "admin.kubeconfig";
/** What a volume holds that was just formatted. */
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

async function initialise(path: string, entries: readonly string[], options: DataDirOptions): Promise<ClusterRecord> {
  const foreign = entries.find((name) => !isExpected(name));
  if (foreign !== undefined) {
    throw new StartupError(
      `${path} is not empty (it holds ${foreign}) and has no ${clusterFile}, so it is not a data directory of orch; ` +
        "choose another with --data-dir, or empty it",
    );
  }
  const cluster: ClusterRecord = {
    format,
    vocabulary: options.vocabulary,
    uid: options.random.uuid(),
    hasStore: false,
  };
  const file = join(path, clusterFile);
  try {
    const isOurs = await createAtomically(file, `${JSON.stringify(cluster, null, 2)}\n`, { mode: publicMode });
    if (isOurs) return cluster;
  } catch (error) {
    throw notWritable(path, error);
  }
  // Another process has made the cluster in between.
  return readCluster(path, readIfPresent(file) ?? "", entries);
}

/** Whether a folder without a cluster may hold this entry: another process may be making the cluster. */
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
  // Older releases did not record it. They wrote the kubeconfig when the store was in use.
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

function otherVocabulary(path: string, cluster: ClusterRecord, options: DataDirOptions): StartupError {
  return new StartupError(
    `the cluster in ${path} was made with --vocabulary=${cluster.vocabulary}, which cannot be changed to ` +
      `${options.vocabulary}; start it with --vocabulary=${cluster.vocabulary}, or choose another --data-dir`,
  );
}

/** Found out before anything depends on it, rather than at the first write of the store. */
async function checkWritable(path: string): Promise<void> {
  const probe = temporaryPath(join(path, "probe"));
  try {
    await mkdir(probe);
    await rmdir(probe);
  } catch (error) {
    throw notWritable(path, error);
  }
}

function notWritable(path: string, error: unknown): StartupError {
  return new StartupError(
    `the data directory ${path} is not writable (${reasonOf(error)}); make it writable for this user, or choose another ` +
      "with --data-dir",
    { cause: error },
  );
}
