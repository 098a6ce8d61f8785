/** Where a backup comes from: the server, the store of a data directory, or etcd. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { silentLogger } from "../../../base/logger.ts";
import { type ClientContext, CommandError } from "../../../cli/index.ts";
import type { TransportResponse } from "../../../client/index.ts";
import type { VocabularyName } from "../../../meta/vocabulary.ts";
import { type BackupDescription, type BackupHeader, backupPieces } from "../../../storage/backup/index.ts";
import type { Engine } from "../../../storage/index.ts";
import { recordedClusterId, recordedVocabulary } from "../../machine/data-directory.ts";
import { packageVersion } from "../../machine/package-version.ts";
import { StartupError } from "../../machine/startup-error.ts";
import { type EtcdFiles, readEtcdTls } from "../../pki/etcd-files.ts";

/** Members and certificates of etcd. Paths are absolute. */
export interface EtcdTarget extends EtcdFiles {
  readonly servers: readonly string[];
}

/** Names the store of a backup. Paths are absolute. */
export interface BackupStore {
  readonly dataDir: string;
  /** Whether the command line names the server. Otherwise, the data directory determines it. */
  readonly isServerNamed: boolean;
  /** Undefined: the cluster is not in etcd, or its server sends the backup. */
  readonly etcd: EtcdTarget | undefined;
  readonly keyPrefix: string;
  /** The vocabulary that the cluster must have. Undefined: the one that its store has recorded. */
  readonly vocabulary: VocabularyName | undefined;
}

/** The path at which servers send backups. */
const backupTarget = "/store/backup";
/** An error response is read up to these limits. */
const errorChunksMax = 16;
const errorBytesMax = 4096;

/** The bytes of a backup. Disposing it closes their source. */
export interface OpenBackup extends AsyncDisposable {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly checkHeader: (header: BackupHeader) => void;
}

/** Opens the store, or begins a backup of the server that has it. @throws CommandError, StartupError or StorageError */
export async function openBackup(options: BackupStore, context: ClientContext): Promise<OpenBackup> {
  if (options.etcd) return await etcdSource(options, options.etcd, context);
  if (options.isServerNamed) return await serverSource(context, undefined);
  const store = join(options.dataDir, "store");
  const cluster = recordedClusterId(options.dataDir);
  if (cluster === undefined || !existsSync(join(store, "data.mdb"))) return await serverSource(context, undefined);
  const { isStoreInUse, openLmdbEngine } = await import("../../../storage/lmdb/index.ts");
  if (await isStoreInUse(store)) return await serverSource(context, cluster);
  const vocabulary = recordedVocabulary(options.dataDir) ?? options.vocabulary ?? "orch";
  const engine = await openLmdbEngine({ path: store, identity: { vocabulary }, cluster, mustExist: true });
  return engineSource(engine, { ...options, vocabulary }, context, cluster);
}

async function etcdSource(options: BackupStore, etcd: EtcdTarget, context: ClientContext): Promise<OpenBackup> {
  const { keyPrefix } = options;
  const { connectToEtcd, checkIdentity, storedVocabulary } = await import("../../../storage/etcd/index.ts");
  const { systemClock } = await import("../../../base/clock.ts");
  const { servers } = etcd;
  const { random } = context;
  const tls = readEtcdTls(etcd);
  const engine = await connectToEtcd({ servers, tls, clock: systemClock, random, logger: silentLogger });
  try {
    const vocabulary = options.vocabulary ?? (await storedVocabulary(engine, keyPrefix));
    await checkIdentity(engine, { prefix: keyPrefix, identity: { vocabulary } });
    return engineSource(engine, { vocabulary, keyPrefix }, context, undefined);
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

function engineSource(
  engine: Engine,
  { vocabulary, keyPrefix }: Pick<BackupDescription, "vocabulary" | "keyPrefix">,
  { clock }: ClientContext,
  cluster: string | undefined,
): OpenBackup {
  const time = new Date(clock.nowMs()).toISOString();
  const description = { release: packageVersion(), vocabulary, cluster, keyPrefix, time };
  return {
    pieces: backupPieces({ engine, description }),
    checkHeader: () => undefined,
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/** @param cluster the cluster that the server must have. Undefined: any */
async function serverSource({ client, signal }: ClientContext, cluster: string | undefined): Promise<OpenBackup> {
  const request = { method: "GET", target: backupTarget, headers: { accept: "*/*" }, signal };
  const response = await client.transport.send(request);
  await checkResponse(response);
  return {
    pieces: response.body,
    checkHeader: (header) => {
      if (cluster === undefined || header.cluster === cluster) return;
      throw new StartupError(
        `the server that responds belongs to cluster ${header.cluster ?? "in etcd"}, but the data directory to cluster ` +
          `${cluster}; name the server with --kubeconfig, or correct --data-dir`,
      );
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** @throws CommandError for a response without a backup */
async function checkResponse({ status, body }: TransportResponse): Promise<void> {
  if (status === 200) return;
  const text = await readStart(body);
  if (status === 404) {
    throw new CommandError(
      "the server sends no backups, because it has another release; use the command of its release, or stop it first",
    );
  }
  throw new CommandError(`the server responded with ${status}: ${statusMessage(text) ?? text}`);
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) if (chunks.push(chunk) === errorChunksMax) break;
  return Buffer.concat(chunks).toString("utf8", 0, errorBytesMax);
}

/** Returns the message of a Status. Undefined for other texts. */
function statusMessage(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
