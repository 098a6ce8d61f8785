/** A storage engine whose operations a test can replace while a server uses it. */
import { type Engine, openMemoryEngine } from "../../src/storage/index.ts";

type Operations = Pick<Engine, "put" | "delete" | "commit" | "get" | "range" | "progress">;

/** Replacements by operation name. A test may set or clear them at any time. They apply to later calls. */
export type EngineFaults = { -readonly [Name in keyof Operations]?: Operations[Name] | undefined };

/** Returns an engine that calls the replacement of an operation if `faults` has one, and `engine` otherwise. */
export function faultyEngine(faults: EngineFaults, engine: Engine = openMemoryEngine()): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const fault: unknown = Reflect.get(faults, name);
      if (fault !== undefined) return fault;
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
