/** What a store says of itself: the format it is written in, whom it belongs to, and how far it was compacted. */
import type { RootDatabase } from "lmdb";
import { StorageError } from "../errors.ts";
import { corrupt } from "../failures.ts";
import { TransactionFlags } from "./binding.ts";
import type { MetaStore } from "./stores.ts";

/** Goes up with every change that older programs would misread. */
const formatNumber = 1;

/** Names and values that tell a store from others, such as `{ vocabulary: "orch" }`. */
export type Identity = Readonly<Record<string, string>>;

/**
 * Checks that the store is one that the caller may use. Writes nothing, so that refusing leaves no trace.
 * @throws StorageError `not-usable`, `corrupt`
 */
export function checkMeta(root: RootDatabase, meta: MetaStore, asked: { directory: string; identity: Identity }): void {
  // In a write transaction, because a read outside of one would look like an owner to other processes.
  root.transactionSync(() => {
    const format = read(meta, "format");
    if (format === undefined) return;
    checkFormat(format, asked.directory);
    checkIdentity(read(meta, "identity") as Identity, asked);
  }, TransactionFlags.SYNCHRONOUS_COMMIT);
}

/** Marks a new store; changes nothing in one that is marked. Call as the owner. */
export function initialiseMeta(root: RootDatabase, meta: MetaStore, identity: Identity): void {
  root.transactionSync(() => {
    if (meta.get("format") !== undefined) return;
    void meta.put("identity", identity);
    void meta.put("format", formatNumber);
  }, TransactionFlags.SYNCHRONOUS_COMMIT);
}

export function readForgottenThrough(meta: MetaStore): number {
  const revision = read(meta, "forgottenThrough") ?? 0;
  if (!Number.isSafeInteger(revision)) throw corrupt("it is no revision", { key: "forgottenThrough" });
  return revision as number;
}

/** Takes part in the transaction that is being written. */
export function writeForgottenThrough(meta: MetaStore, revision: number): Promise<boolean> {
  return meta.put("forgottenThrough", revision);
}

function checkFormat(format: unknown, directory: string): void {
  if (format === formatNumber) return;
  const message =
    typeof format === "number" && format > formatNumber
      ? `the store in ${directory} has format ${format}, written by a newer program; this one knows formats up to ${formatNumber}`
      : `the store in ${directory} has the unknown format ${JSON.stringify(format)}`;
  throw new StorageError("not-usable", message);
}

function checkIdentity(stored: Identity, { directory, identity }: { directory: string; identity: Identity }): void {
  for (const name of new Set([...Object.keys(stored), ...Object.keys(identity)])) {
    if (stored[name] === identity[name]) continue;
    const [is, wanted] = [stored[name], identity[name]].map((value) =>
      value === undefined ? "no value" : `"${value}"`,
    );
    const message = `the store in ${directory} was made with ${is} as its ${name}, asked for is ${wanted}`;
    throw new StorageError("not-usable", message);
  }
}

function read(meta: MetaStore, name: string): unknown {
  try {
    return meta.get(name);
  } catch (error) {
    throw corrupt("it is not JSON", { key: name, cause: error });
  }
}
