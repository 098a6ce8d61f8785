/** The bounds of every queue, buffer and turn of this room. */

/** Longest key, in UTF-8 bytes. */
export const keyBytesMax = 1024;

/** Longest value unless an engine is opened with another limit. */
export const valueBytesMaxDefault = 8 * 1024 * 1024;

/** Longest value that an engine may be opened with: LMDB values beyond 16 MiB take another path through memory. */
export const valueBytesMaxCeiling = 15 * 1024 * 1024;

/** Writes of one commit. */
export const groupWritesMax = 1024;

/** Bytes of keys and values in one commit; a single larger write still gets one. */
export const groupBytesMax = 4 * 1024 * 1024;

/** Writes that may wait for a commit; more are refused at once. */
export const waitingWritesMax = 65_536;

/** Bytes of keys and values that may wait for a commit. */
export const waitingBytesMax = 256 * 1024 * 1024;

/** Changes that are kept in memory for watchers that are a little behind; older ones are read from the store. */
export const recentChangesMax = 4096;

/** Bytes of those changes, with what they replaced. */
export const recentBytesMax = 4 * 1024 * 1024;

/** Records that a watcher reads from the store before other work gets its turn. */
export const historyRecordsPerTurn = 256;

/** Bytes that a watcher reads from the store before other work gets its turn. */
export const historyBytesPerTurn = 1024 * 1024;

/** Keys that a range visits before other work gets its turn. */
export const rangeKeysPerTurn = 1000;

/** Records that one step of a compaction visits; writes go on between the steps. */
export const forgetRecordsPerStep = 512;
