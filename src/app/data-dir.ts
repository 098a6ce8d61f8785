/**
 * The folder of a cluster. `cluster.json` makes it ours and says which cluster it holds; everything else in it belongs
 * to that cluster. A folder that is not ours is never written to.
 */

import { mkdir, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "../base/random.ts";
import { reasonOf } from "../base/reason-of.ts";
import { type VocabularyName, vocabularyNames } from "../meta/vocabulary.ts";
import {
  isErrno,
  makeFolders,
  publicMode,
  readIfPresent,
  secretDirMode,
  temporaryPrefix,
  writeAtomically,
} from "./files.ts";
import { StartupError } from "./startup-error.ts";

/** Of the folder's layout; a later release that changes it reads this one. */
const format = 1;

export interface DataDir {
  readonly path: string;
  readonly cluster: Cluster;
  readonly pkiDir: string;
  readonly storeDir: string;
  readonly kubeconfigPath: string;
}

/** Content of `cluster.json`. */
export interface Cluster {
  readonly format: number;
  readonly vocabulary: VocabularyName;
  /** Made once, kept for the cluster's life. */
  readonly uid: string;
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
  const cluster = content === undefined ? await initialise(path, entries, options) : readCluster(path, content);
  if (cluster.vocabulary !== options.vocabulary) throw otherVocabulary(path, cluster, options);
  await checkWritable(path);
  return {
    path,
    cluster,
    pkiDir: join(path, "pki"),
    storeDir: join(path, "store"),
    kubeconfigPath: join(path, "admin.kubeconfig"),
  };
}

const clusterFile = "cluster.json";
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

async function initialise(path: string, entries: readonly string[], options: DataDirOptions): Promise<Cluster> {
  const foreign = entries.find((name) => !name.startsWith(temporaryPrefix) && name !== mountPointEntry);
  if (foreign !== undefined) {
    throw new StartupError(
      `${path} is not empty (it holds ${foreign}) and has no ${clusterFile}, so it is not a data directory of orch; ` +
        "choose another with --data-dir, or empty it",
    );
  }
  const cluster: Cluster = { format, vocabulary: options.vocabulary, uid: options.random.uuid() };
  try {
    await writeAtomically(join(path, clusterFile), `${JSON.stringify(cluster, null, 2)}\n`, { mode: publicMode });
  } catch (error) {
    throw notWritable(path, error);
  }
  return cluster;
}

function readCluster(path: string, content: string): Cluster {
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
  return { format, vocabulary: cluster.vocabulary, uid: cluster.uid };
}

function parseJson(content: string): Partial<Record<keyof Cluster, unknown>> | undefined {
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

function otherVocabulary(path: string, cluster: Cluster, options: DataDirOptions): StartupError {
  return new StartupError(
    `the cluster in ${path} was made with --vocabulary=${cluster.vocabulary}, which cannot be changed to ` +
      `${options.vocabulary}; start it with --vocabulary=${cluster.vocabulary}, or choose another --data-dir`,
  );
}

/** Found out before anything depends on it, rather than at the first write of the store. */
async function checkWritable(path: string): Promise<void> {
  const probe = join(path, `${temporaryPrefix}${process.pid}-probe`);
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
