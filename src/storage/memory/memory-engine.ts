/** The engine of in-process servers: everything the contract asks for except outliving the process. */
import type { Engine } from "../engine.ts";
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { MemoryLedger } from "./memory-ledger.ts";

export type MemoryEngineOptions = LocalEngineOptions;

/** An empty engine in memory. */
export function openMemoryEngine(options: MemoryEngineOptions = {}): Engine {
  return new LocalEngine(new MemoryLedger(), options);
}
