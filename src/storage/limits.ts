/** The limits of all queues and buffers in this folder, and of the work that an operation does before it yields. */

/** Maximum length of a key, in UTF-8 bytes. */
export const keyBytesMax = 1024;

/** Maximum length of a value, unless an engine is opened with another limit. */
export const valueBytesMaxDefault = 8 * 1024 * 1024;

/** The greatest limit for values that an engine accepts. LMDB handles values of more than 16 MiB in a different way. */
export const valueBytesMaxCeiling = 15 * 1024 * 1024;

/**
 * Maximum number of writes in one commit. Groups of more than 64 writes gain little; see docs/performance.md,
 * "Micro-measurements", "commit of 1,024 writes".
 */
export const groupWritesMax = 1024;

/** Maximum bytes of keys and values in one commit. A single larger write gets its own commit. */
export const groupBytesMax = 4 * 1024 * 1024;

/** Maximum number of writes that wait for a commit. Further writes are rejected at once. */
export const waitingWritesMax = 65_536;

/** Maximum bytes of keys and values that wait for a commit. */
export const waitingBytesMax = 256 * 1024 * 1024;

/** Maximum number of changes in memory, for watchers that lag a little. Older changes are read from the store. */
export const recentChangesMax = 4096;

/** Maximum bytes of those changes, including the values that they replaced. */
export const recentBytesMax = 4 * 1024 * 1024;

/** Number of records that a watcher reads from the store before other work runs. */
export const historyRecordsPerTurn = 256;

/** Number of bytes that a watcher reads from the store before other work runs. */
export const historyBytesPerTurn = 1024 * 1024;

/** Number of keys that a range read visits before other work runs. */
export const rangeKeysPerTurn = 1000;

/** Number of records that one step of a compaction visits. Writes continue between the steps. */
export const compactionRecordsPerStep = 512;
