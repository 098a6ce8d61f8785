/**
 * The format of a backup. Numbers are big-endian.
 *
 *   file:   magic (8) | header block | entry blocks | file blocks | summary block | SHA-256 of all bytes before (32)
 *   block:  kind (1) | compression (1) | length of the content (4) | length in the file (4) | content
 *   entry:  key length (2) | key | revision (6) | value length (4) | value
 *
 * The header and the summary are JSON. An entry block has whole entries, in the order of their keys. A file block has the
 * name of a file, a NUL and its content. Blocks with `deflated` are compressed, each for itself. A server that cannot complete
 * a backup ends it with a failure block, whose content is the reason.
 */

/** Version of the format. Increased with each change that older programs would misread. */
export const fileFormat = 1;

/** Media type of a backup that a server sends. */
export const backupMediaType = "application/octet-stream";

/** The first bytes of a backup. */
export const magic = Buffer.from("ORCHBACK", "latin1");

/** The first byte of a block, which says how its content is read. */
export const blockKinds = { header: 1, entries: 2, file: 3, summary: 4, failure: 5 } as const;

/** Whether the content of a block is compressed. */
export const compressions = { none: 0, deflated: 1 } as const;

/** Length of the digest at the end. */
export const digestBytes = 32;
/** Length of the head of a block. */
export const blockHeadBytes = 10;
/** Length of a revision. */
export const revisionBytes = 6;

/** Entries are collected in a block until it has this size. */
export const blockBytes = 256 * 1024;
/** Greatest length of the content of a block: one entry with the longest key and value that engines accept. */
export const blockBytesMax = 16 * 1024 * 1024;
/** Greatest length of the header and of the summary. */
export const documentBytesMax = 4 * 1024 * 1024;
/** Greatest length of a file such as a private key. */
export const fileBytesMax = 1024 * 1024;
/** Greatest number of files. */
export const filesMax = 100;

/** Origin and time of a backup. */
export interface BackupDescription {
  /** Release of the program that wrote the backup, such as `0.1.0`. */
  readonly release: string;
  /** Vocabulary of the stored objects. */
  readonly vocabulary: string;
  /** ID of the cluster. Absent if it is in etcd. */
  readonly cluster?: string | undefined;
  /** Prefix of all keys, without a slash at its end. */
  readonly keyPrefix: string;
  /** When the backup was taken, in RFC 3339 form. */
  readonly time: string;
}

/** The description, and the revision whose state the backup has. */
export interface BackupHeader extends BackupDescription {
  readonly format: number;
  readonly revision: number;
}

/** Numbers of keys and bytes. It is the last block, because the numbers are not known before. */
export interface BackupSummary {
  /** Number of objects and claims. */
  readonly keys: number;
  /** Total length of their values. */
  readonly bytes: number;
  /** Number of keys by the first part of their path, such as `configmaps`. */
  readonly resources: Readonly<Record<string, number>>;
  /** Names of the files, such as `ca.key`. */
  readonly files: readonly string[];
}

/** A stored value. */
export interface BackupEntry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: number;
}

/** A file beside the store, such as a private key. */
export interface BackupFile {
  /** Without a folder. */
  readonly name: string;
  readonly content: Buffer;
}

/** Names of files have no folders and do not begin with a dot, so that a restore writes only into its own folder. */
export function isFileName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name);
}

/** Returns the resource of a key: the path after the prefix, up to the first slash. Groups of custom types keep two parts. */
export function resourceOf(key: string, keyPrefix: string): string {
  const [first = "", second = ""] = key.slice(keyPrefix.length + 1).split("/", 2);
  return first.includes(".") ? `${first}/${second}` : first;
}
