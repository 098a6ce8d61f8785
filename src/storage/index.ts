/**
 * storage: bytes in, bytes out, one revision per write, an ordered gapless stream of changes.
 *
 * `Engine` is the contract, `StorageError` the one error that it raises. `openMemoryEngine` keeps everything in memory; a
 * `MemoryState` is a copy of that which costs nothing. `openLmdbEngine` is imported from `storage/lmdb/index.ts`, so that
 * only those who want the disk load the binding.
 * Both are a `LocalEngine` over a `Ledger`; a store across a network implements `Engine` itself. Every implementation
 * passes the suites in `testing/`. `HistoryCompactor` keeps the history of an engine to the last few minutes.
 */
export { HistoryCompactor, type HistoryCompactorOptions } from "./compactor.ts";
export type {
  Change,
  ChangeBatch,
  Engine,
  EngineReader,
  Entry,
  Page,
  RangeOptions,
  WatchOptions,
  Write,
} from "./engine.ts";
export {
  isStorageError,
  readUnlessCorrupt,
  StorageError,
  type StorageErrorCode,
  type StorageErrorOptions,
} from "./errors.ts";
export { compareKeys } from "./local/key-order.ts";
export {
  MemoryEngine,
  type MemoryEngineOptions,
  type MemoryState,
  openMemoryEngine,
  type Sameness,
} from "./memory/memory-engine.ts";
