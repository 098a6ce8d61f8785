/** Reads and writes a store's own data: its format, its identity and cluster, and its compacted revision. */
import type { RootDatabase } from "lmdb";
import { StorageError } from "../errors.ts";
import { corrupt } from "../failures.ts";
import { TransactionFlags } from "./binding.ts";
import type { MetaName } from "./names.ts";
import type { MetaStore } from "./stores.ts";

/** Increased with each change that older programs would misread. */
const formatNumber = 1;

/** Names and values that distinguish a store from others, such as `{ vocabulary: "orch" }`. */
export type StoreIdentity = Readonly<Record<string, string>>;

/** The store that a caller wants to open. */
export interface RequestedStore {
  readonly directory: string;
  readonly identity: StoreIdentity;
  readonly cluster: string | undefined;
}

/**
 * Checks that the caller may use the store. Writes nothing, so that a rejected store is not changed.
 * @throws StorageError `not-usable`, `corrupt`
 */
export function checkMeta(meta: MetaStore, asked: RequestedStore): void {
  const format = read(meta, "format");
  if (format === undefined) return;
  checkFormat(format, asked.directory);
  checkIdentity(read(meta, "identity") as StoreIdentity, asked);
  checkCluster(read(meta, "cluster"), asked);
}

/** Writes the identity and format of a new store. Does not change an initialized store. Call this as the owner. */
export function initialiseMeta(root: RootDatabase, meta: MetaStore, { identity, cluster }: RequestedStore): void {
  const isMarked = meta.get("format") !== undefined;
  const lacksCluster = cluster !== undefined && meta.get("cluster") === undefined;
  if (isMarked && !lacksCluster) return;
  root.transactionSync(() => {
    // A store of an older release has no cluster ID. It gets one when it is opened next.
    if (lacksCluster) void meta.put("cluster", cluster);
    if (isMarked) return;
    void meta.put("identity", identity);
    void meta.put("format", formatNumber);
  }, TransactionFlags.SYNCHRONOUS_COMMIT);
}

/** Returns the compacted revision. @throws StorageError `corrupt` */
export function readCompactedThrough(meta: MetaStore): number {
  const revision = read(meta, "forgottenThrough") ?? 0;
  const copy = read(meta, "forgottenThroughCheck") ?? revision;
  if (!Number.isSafeInteger(revision)) throw corrupt("it is no revision", { key: "forgottenThrough" });
  if (copy !== revision) throw corrupt("it does not match its copy", { key: "forgottenThrough" });
  return revision as number;
}

/**
 * Stores the compacted revision in the present transaction. It stores a copy as well, so that a damaged number is
 * detected.
 */
export function writeCompactedThrough(meta: MetaStore, revision: number): Promise<boolean> {
  void meta.put("forgottenThroughCheck", revision);
  return meta.put("forgottenThrough", revision);
}

/** Returns the oldest revision that watches and lists can use. 0 if it is not stored. @throws StorageError `corrupt` */
export function readReadableFrom(meta: MetaStore): number {
  const revision = read(meta, "readableFrom") ?? 0;
  if (!Number.isSafeInteger(revision)) throw corrupt("it is no revision", { key: "readableFrom" });
  return revision as number;
}

/** Makes the revisions of a new store begin after `revision`. Call this as the owner, before `initialiseMeta`. */
export function skipRevisions(root: RootDatabase, meta: MetaStore, revision: number): void {
  root.transactionSync(() => void writeCompactedThrough(meta, revision), TransactionFlags.SYNCHRONOUS_COMMIT);
}

function checkFormat(format: unknown, directory: string): void {
  if (format === formatNumber) return;
  const message =
    typeof format === "number" && format > formatNumber
      ? `the store in ${directory} has format ${format}, written by a newer program; this one knows formats up to ${formatNumber}`
      : `the store in ${directory} has the unknown format ${JSON.stringify(format)}`;
  throw new StorageError("not-usable", message);
}

function checkCluster(stored: unknown, { directory, cluster }: RequestedStore): void {
  if (stored === undefined || cluster === undefined || stored === cluster) return;
  const message =
    `the store in ${directory} belongs to cluster ${JSON.stringify(stored)}, but cluster.json names cluster "${cluster}"; ` +
    "restore both from the same backup";
  throw new StorageError("not-usable", message);
}

function checkIdentity(stored: StoreIdentity, { directory, identity }: RequestedStore): void {
  for (const name of new Set([...Object.keys(stored), ...Object.keys(identity)])) {
    if (stored[name] === identity[name]) continue;
    const [is, wanted] = [stored[name], identity[name]].map((value) =>
      value === undefined ? "no value" : `"${value}"`,
    );
    const message = `the store in ${directory} was made with ${is} as its ${name}, asked for is ${wanted}`;
    throw new StorageError("not-usable", message);
  }
}

function read(meta: MetaStore, name: MetaName): unknown {
  try {
    return meta.get(name);
  } catch (error) {
    throw corrupt("it is not JSON", { key: name, cause: error });
  }
}
