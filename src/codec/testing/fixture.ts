/** Reads the tables of inputs and answers that the tests of this room are held against. */
import { readFileSync } from "node:fs";

/** Every file says in `source` whose answers it holds. */
export function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
}
