/** Writes a backup: the state of an engine at one revision, as pieces of a file. */
import { createHash, type Hash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { Engine, Entry, Page } from "../engine.ts";
import { BackupError } from "./backup-error.ts";
import {
  type BackupDescription,
  type BackupEntry,
  type BackupFile,
  type BackupHeader,
  type BackupSummary,
  blockBytes,
  blockHeadBytes,
  blockKinds,
  compressions,
  fileFormat,
  magic,
  resourceOf,
  revisionBytes,
} from "./format.ts";
import { type BackupPart, readBackup } from "./read-backup.ts";

/** The store of a backup. */
export interface BackupSource {
  readonly engine: Engine;
  readonly description: BackupDescription;
  /** Called now and then with the number of keys so far. */
  readonly onProgress?: (keys: number) => void;
}

const compress = promisify(deflateRaw);
/** Higher levels take much longer and gain little. */
const compressionLevel = 1;
const compressedBytesMin = 256;
/** Pages of entries aim at this total length of values. */
const pageBytes = 1024 * 1024;
const pageKeysMax = 1000;

/**
 * Yields the bytes of a backup. The entries show the newest state at the first call, whatever is written meanwhile.
 * @throws BackupError if an object cannot be read; StorageError `compacted` if the history ends before the backup does
 */
export async function* backupPieces(source: BackupSource): AsyncGenerator<Buffer, undefined> {
  const { engine, description } = source;
  // The state includes every write that was confirmed before.
  await engine.progress();
  const prefix = `${description.keyPrefix}/`;
  const first = await engine.range(prefix, { limit: pageKeysMax });
  const header: BackupHeader = { format: fileFormat, ...description, revision: first.revision };
  yield* encode({ header, pages: readableEntries(source, pagesAfter(engine, prefix, first)), files: [] });
}

/**
 * Yields the bytes of a backup with files added to it.
 * @param chunks the bytes of a backup without files
 * @throws BackupError if the backup cannot be used
 */
export async function* addFiles(
  chunks: AsyncIterable<Uint8Array>,
  files: readonly BackupFile[],
): AsyncGenerator<Buffer, undefined> {
  const parts = readBackup(chunks);
  const { value: first } = await parts.next();
  if (!first || !("header" in first)) throw new TypeError("a backup begins with its header");
  yield* encode({ header: first.header, pages: entriesOf(parts), files });
}

async function* entriesOf(parts: AsyncIterable<BackupPart>): AsyncGenerator<readonly BackupEntry[], undefined> {
  for await (const part of parts) if ("entries" in part) yield part.entries;
}

async function* readableEntries(
  { onProgress }: BackupSource,
  pages: AsyncIterable<Page>,
): AsyncGenerator<readonly Entry[], undefined> {
  let keys = 0;
  for await (const { entries } of pages) {
    const damaged = entries.find(({ damage }) => damage);
    if (damaged) throw damagedObject(damaged);
    yield entries;
    keys += entries.length;
    onProgress?.(keys);
  }
}

interface BackupContent {
  readonly header: BackupHeader;
  readonly pages: AsyncIterable<readonly BackupEntry[]>;
  readonly files: readonly BackupFile[];
}

async function* encode({ header, pages, files }: BackupContent): AsyncGenerator<Buffer, undefined> {
  const writer = new BlockWriter();
  const summary = { keys: 0, bytes: 0, resources: {} as Record<string, number>, files: files.map(({ name }) => name) };
  const start = writer.raw(magic);
  yield Buffer.concat([start, await writer.block(blockKinds.header, Buffer.from(JSON.stringify(header)))]);
  for await (const entries of pages) {
    for (const entry of entries) {
      const resource = resourceOf(entry.key, header.keyPrefix);
      summary.resources[resource] = (summary.resources[resource] ?? 0) + 1;
      summary.keys += 1;
      summary.bytes += entry.value.length;
      const block = await writer.entry(entry);
      if (block) yield block;
    }
  }
  const lastBlock = await writer.endEntries();
  if (lastBlock) yield lastBlock;
  for (const { name, content } of files) {
    yield await writer.block(blockKinds.file, Buffer.concat([Buffer.from(`${name}\0`), content]));
  }
  yield await writer.block(blockKinds.summary, Buffer.from(JSON.stringify(summary satisfies BackupSummary)));
  yield writer.digest();
}

/** Returns the block with which a server ends a backup that it cannot complete. */
export async function failureBlock(reason: string): Promise<Buffer> {
  return await new BlockWriter().block(blockKinds.failure, Buffer.from(reason.slice(0, failureCharactersMax)));
}

const failureCharactersMax = 4096;

function damagedObject({ key }: Entry): BackupError {
  return new BackupError(
    `${key} cannot be read, so the backup would be incomplete; \`orch storage check\` lists such objects, and ` +
      "`orch storage remove-damaged` removes them",
  );
}

/** Yields a page and all that follow it in the same state. */
async function* pagesAfter(engine: Engine, prefix: string, first: Page): AsyncGenerator<Page, undefined> {
  for (let page = first; ; ) {
    yield page;
    const after = page.entries.at(-1)?.key;
    if (!page.more || after === undefined) return undefined;
    const bytes = page.entries.reduce((sum, { value }) => sum + value.length, 0);
    const limit = Math.floor((pageBytes * page.entries.length) / Math.max(bytes, 1));
    page = await engine.range(prefix, {
      limit: Math.max(1, Math.min(pageKeysMax, limit)),
      at: first.revision,
      after,
    });
  }
}

/** Makes the blocks of a file, and its digest. */
class BlockWriter {
  readonly #hash: Hash = createHash("sha256");
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  raw(bytes: Buffer): Buffer {
    this.#hash.update(bytes);
    return bytes;
  }

  digest(): Buffer {
    return this.#hash.digest();
  }

  /** Adds an entry. Returns a block if enough entries were collected. */
  async entry({ key, value, revision }: BackupEntry): Promise<Buffer | undefined> {
    const keyBytes = Buffer.byteLength(key);
    const head = Buffer.allocUnsafe(2 + keyBytes + revisionBytes + 4);
    head.writeUInt16BE(keyBytes, 0);
    head.write(key, 2);
    head.writeUIntBE(revision, 2 + keyBytes, revisionBytes);
    head.writeUInt32BE(value.length, 2 + keyBytes + revisionBytes);
    const bytes = head.length + value.length;
    const block = this.#pendingBytes + bytes > blockBytes ? await this.endEntries() : undefined;
    this.#pending.push(head, Buffer.from(value.buffer, value.byteOffset, value.length));
    this.#pendingBytes += bytes;
    return block;
  }

  async endEntries(): Promise<Buffer | undefined> {
    if (this.#pendingBytes === 0) return undefined;
    const content = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    return await this.block(blockKinds.entries, content);
  }

  async block(kind: number, content: Buffer): Promise<Buffer> {
    const compressed =
      content.length < compressedBytesMin ? content : await compress(content, { level: compressionLevel });
    const isSmaller = compressed.length < content.length;
    const stored = isSmaller ? compressed : content;
    const head = Buffer.allocUnsafe(blockHeadBytes);
    head.writeUInt8(kind, 0);
    head.writeUInt8(isSmaller ? compressions.deflated : compressions.none, 1);
    head.writeUInt32BE(content.length, 2);
    head.writeUInt32BE(stored.length, 6);
    return this.raw(Buffer.concat([head, stored]));
  }
}
