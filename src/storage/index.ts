/**
 * storage: keeps bytes by key. Each write gets its own revision. Changes are reported as an ordered stream without
 * gaps.
 *
 * `Engine` is the interface, and `StorageError` the only error that engines throw. `openMemoryEngine` keeps all data in
 * memory. A `MemoryState` is a cheap copy-on-write copy of its data. `openLmdbEngine` is imported from
 * `storage/lmdb/index.ts`, so that only programs that need it load the native binding.
 *
 * Both engines are a `LocalEngine` over a `Ledger`. `openEtcdEngine` is imported from `storage/etcd/index.ts`. It
 * implements `Engine` over a store on other machines. Every engine must pass the test suites in `testing/`. `HistoryCompactor` limits the history of an engine to the last few
 * minutes.
 */
export { HistoryCompactor, type HistoryCompactorOptions } from "./compactor.ts";
export type {
  Change,
  ChangeBatch,
  Engine,
  EngineReader,
  EngineWatchOptions,
  Entry,
  OldestState,
  Page,
  PastChange,
  PastChanges,
  PastStates,
  RangeOptions,
  StoredValues,
  Write,
} from "./engine.ts";
export {
  isStorageError,
  readUnlessCorrupt,
  StorageError,
  type StorageErrorCode,
  type StorageErrorOptions,
} from "./errors.ts";
export { fromFailure, type StoreFailure, toFailure } from "./failure-message.ts";
export type { FollowerEngine } from "./local/follower-engine.ts";
export { compareKeys } from "./local/key-order.ts";
export {
  MemoryEngine,
  type MemoryEngineOptions,
  type MemoryState,
  openMemoryEngine,
  type SameObjectCheck,
} from "./memory/memory-engine.ts";
export type { OwningEngine, StoreOwner } from "./store-owner.ts";
