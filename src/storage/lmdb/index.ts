/**
 * storage/lmdb: the durable engine for one machine, on LMDB. Only this folder may load the `lmdb` binding. Importing
 * this module loads it (35 ms, 10 MB).
 *
 * A store is a directory with four databases: `log` (all writes, by revision), `heads` (the newest revision of each
 * key), `times` (times of revisions) and `meta` (the format, the identity, and the compacted revision). codec.ts describes the layout.
 */
export { type CompactionOptions, compactStore } from "./compact-store.ts";
export { type DamagedKey, inspectStore, type StoreInspection } from "./inspect-store.ts";
export { type LmdbEngineOptions, openLmdbEngine } from "./lmdb-engine.ts";
export { type LmdbFollowerOptions, openLmdbFollower } from "./lmdb-follower.ts";
export { type GroupSize, measureStore, type StoreSizes } from "./measure-store.ts";
export { claimStore, isStoreInUse } from "./store-users.ts";
