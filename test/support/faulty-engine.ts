/** A store of which a test replaces single operations while a server runs on it. */
import { type Engine, openMemoryEngine } from "../../src/storage/index.ts";

type Operations = Pick<Engine, "put" | "delete" | "commit" | "get" | "range" | "progress">;

/** What stands here is done instead of the store's own operation, from the next call on. */
export type Faults = { -readonly [Name in keyof Operations]?: Operations[Name] | undefined };

export function faultyEngine(faults: Faults, engine: Engine = openMemoryEngine()): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const fault: unknown = Reflect.get(faults, name);
      if (fault !== undefined) return fault;
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
