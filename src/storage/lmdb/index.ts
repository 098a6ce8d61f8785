/**
 * storage/lmdb: the durable engine of one machine, on LMDB. The only place that may load the `lmdb` binding; importing
 * this module loads it (35 ms, 10 MB).
 *
 * A store is a directory with three databases: `log` (every write, by revision), `heads` (every key's newest revision)
 * and `meta` (format, identity, how far it was compacted); codec.ts has the layout.
 */
export { type DamagedKey, inspectStore, type StoreInspection } from "./inspect-store.ts";
export { type LmdbEngineOptions, openLmdbEngine } from "./lmdb-engine.ts";
