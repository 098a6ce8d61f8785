/**
 * Loads the code that compiles expressions before the first write that needs it. Most servers never write expressions, and
 * this code takes a twentieth of the memory of an idle server.
 */
import { assert } from "../../base/assert.ts";

type Engine = typeof import("./engine.ts");

let engine: Engine | undefined;

/** The hook of every kind whose rules compile expressions. */
export async function loadEngine(): Promise<void> {
  engine ??= await import("./engine.ts");
}

/** Returns the loaded code. */
export function loadedEngine(): Engine {
  assert(engine, "the hooks of a kind with expressions contain loadEngine");
  return engine;
}
