/** What a soak is told on its command line. */
import { parseArgs } from "node:util";
import { newSeed } from "../../src/base/random.ts";

export interface SoakOptions {
  readonly minutes: number;
  /** The share that is asked for of what the server can do. */
  readonly load: number;
  /** Of everything that is left to chance. */
  readonly seed: number;
}

export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "60" },
      load: { type: "string", default: "0.5" },
      seed: { type: "string" },
    },
  });
  return {
    minutes: positive("--minutes", values.minutes),
    load: positive("--load", values.load),
    seed: values.seed === undefined ? newSeed() : positive("--seed", values.seed),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} is a number above 0, not ${text}`);
  return value;
}
