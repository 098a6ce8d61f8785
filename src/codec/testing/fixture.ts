/** Reads the fixtures of this room: tables of inputs and expected results. */
import { readFileSync } from "node:fs";

/** Returns the contents of a fixture. Its member `source` names the program that produced the expected results. */
export function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
}
