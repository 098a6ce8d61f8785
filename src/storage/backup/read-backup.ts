/** Reads a backup and checks every part of it. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { isWellFormedKey } from "../local/key-order.ts";
import { BackupError } from "./backup-error.ts";
import { ByteQueue } from "./byte-queue.ts";
import {
  type BackupEntry,
  type BackupFile,
  type BackupHeader,
  type BackupSummary,
  blockBytesMax,
  blockHeadBytes,
  blockKinds,
  compressions,
  digestBytes,
  documentBytesMax,
  fileBytesMax,
  filesMax,
  isFileName,
  magic,
  revisionBytes,
} from "./format.ts";
import { parseHeader, parseSummary } from "./parse-documents.ts";

/** A part of a backup, in the order of the file. The summary comes last, after the digest was checked. */
export type BackupPart =
  | { readonly header: BackupHeader }
  | { readonly entries: readonly BackupEntry[] }
  | { readonly file: BackupFile }
  | { readonly summary: BackupSummary };

interface Block {
  readonly kind: number;
  readonly content: Buffer;
}

const inflate = promisify(inflateRaw);

/**
 * Yields the parts of a backup. They can only be trusted when the summary was yielded, because only then the digest was
 * checked. Values are views of larger buffers.
 * @param chunks the bytes of the file
 * @throws BackupError for a file that is no backup, is incomplete or was changed, or has a newer format
 */
export async function* readBackup(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart, undefined> {
  const queue = new ByteQueue(chunks, truncated);
  try {
    return yield* readParts(queue);
  } finally {
    await queue.close();
  }
}

async function* readParts(queue: ByteQueue): AsyncGenerator<BackupPart, undefined> {
  const hash = createHash("sha256");
  const first = await queue.peek(magic.length);
  if (!magic.equals(first))
    throw new BackupError("the file is no backup of orch; choose a file that `orch backup` wrote");
  const take = async (count: number): Promise<Buffer> => {
    const bytes = await queue.take(count);
    hash.update(bytes);
    return bytes;
  };
  await take(magic.length);
  const header = parseHeader(await expectBlock(take, blockKinds.header));
  yield { header };
  const counts = { keys: 0, bytes: 0, files: [] as string[] };
  let lastKey = Buffer.alloc(0);
  for (;;) {
    const { kind, content } = await readBlock(take);
    if (kind === blockKinds.entries && counts.files.length === 0) {
      const entries = parseEntries(content, { lastKey, header });
      lastKey = Buffer.from(entries.at(-1)?.key ?? "");
      counts.keys += entries.length;
      counts.bytes += entries.reduce((sum, { value }) => sum + value.length, 0);
      yield { entries };
    } else if (kind === blockKinds.file && counts.files.length < filesMax) {
      const file = parseFile(content);
      counts.files.push(file.name);
      yield { file };
    } else if (kind === blockKinds.summary) {
      const summary = parseSummary(content);
      checkDigest(hash.digest(), await queue.take(digestBytes));
      if (!(await queue.isAtEnd())) throw altered("it continues after its end");
      if (summary.keys !== counts.keys || summary.bytes !== counts.bytes)
        throw altered("it has another number of keys");
      if (summary.files.join() !== counts.files.join()) throw altered("it has other files");
      yield { summary };
      return undefined;
    } else if (kind === blockKinds.failure) {
      throw new BackupError(`the server could not complete the backup: ${content.toString()}`);
    } else throw altered(`a block of kind ${kind} is at the wrong place`);
  }
}

function truncated(): BackupError {
  return new BackupError("the backup is incomplete: its end is missing; copy the file again, or use another backup");
}

function altered(fault: string): BackupError {
  return new BackupError(`the backup was changed or damaged: ${fault}; copy the file again, or use another backup`);
}

function checkDigest(computed: Buffer, stored: Buffer): void {
  if (!computed.equals(stored)) throw altered("its digest does not match");
}

async function expectBlock(take: (count: number) => Promise<Buffer>, kind: number): Promise<Buffer> {
  const block = await readBlock(take);
  if (block.kind !== kind) throw altered("it has no header");
  return block.content;
}

async function readBlock(take: (count: number) => Promise<Buffer>): Promise<Block> {
  const head = await take(blockHeadBytes);
  const kind = head.readUInt8(0);
  const compression = head.readUInt8(1);
  const contentBytes = head.readUInt32BE(2);
  const storedBytes = head.readUInt32BE(6);
  if (contentBytes > bytesMaxOf(kind) || storedBytes > contentBytes) throw altered("a block states a wrong length");
  const stored = await take(storedBytes);
  if (compression === compressions.none && storedBytes === contentBytes) return { kind, content: stored };
  if (compression !== compressions.deflated) throw altered("a block has an unknown compression");
  return { kind, content: await decompress(stored, contentBytes) };
}

function bytesMaxOf(kind: number): number {
  switch (kind) {
    case blockKinds.entries:
      return blockBytesMax;
    case blockKinds.file:
      return fileBytesMax + 200;
    default:
      return documentBytesMax;
  }
}

async function decompress(stored: Buffer, contentBytes: number): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await inflate(stored, { maxOutputLength: Math.max(contentBytes, 1) });
  } catch (error) {
    throw altered(`a block cannot be decompressed (${error instanceof Error ? error.message : String(error)})`);
  }
  if (content.length !== contentBytes) throw altered("a block has another length than it states");
  return content;
}

function parseEntries(
  content: Buffer,
  { lastKey, header }: { readonly lastKey: Buffer; readonly header: BackupHeader },
): readonly BackupEntry[] {
  const entries: BackupEntry[] = [];
  const prefix = `${header.keyPrefix}/`;
  let before = lastKey;
  for (let at = 0; at < content.length; ) {
    const keyAt = at + 2;
    const revisionAt = keyAt + (keyAt <= content.length ? content.readUInt16BE(at) : Number.NaN);
    const valueAt = revisionAt + revisionBytes + 4;
    if (!(valueAt <= content.length)) throw altered("an entry is cut off");
    const end = valueAt + content.readUInt32BE(valueAt - 4);
    if (end > content.length) throw altered("an entry is cut off");
    const keyBytes = content.subarray(keyAt, revisionAt);
    const key = keyBytes.toString();
    if (!key.startsWith(prefix) || !isWellFormedKey(key)) throw altered(`the key ${JSON.stringify(key)} is wrong`);
    if (Buffer.compare(before, keyBytes) >= 0) throw altered(`the key ${key} is not in order`);
    const revision = content.readUIntBE(revisionAt, revisionBytes);
    if (revision > header.revision) throw altered(`${key} is newer than the backup`);
    entries.push({ key, revision, value: content.subarray(valueAt, end) });
    before = keyBytes;
    at = end;
  }
  return entries;
}

function parseFile(content: Buffer): BackupFile {
  const end = content.indexOf(0);
  const name = content.toString("latin1", 0, Math.max(end, 0));
  if (!isFileName(name)) throw altered(`a file has the name ${JSON.stringify(name)}`);
  return { name, content: content.subarray(end + 1) };
}
