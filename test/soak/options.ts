/** Command-line options of a soak. */
import { newSeed } from "../../src/base/random.ts";
import { readToolOptions } from "../support/tool-arguments.ts";

/** Duration, load and seed of a soak. */
export interface SoakOptions {
  readonly minutes: number;
  /** Requested share of the server's maximum throughput. */
  readonly load: number;
  /** Seed of all random choices. */
  readonly seed: number;
}

const usage = `Runs the built server for an hour at half its maximum load, with 200 watchers, slow clients and many changes.

    npm run soak                     an hour
    npm run soak -- --minutes=2      a short run; memory is checked from 20 minutes on
    npm run soak -- --load=0.25      less load, on a busy machine
    npm run soak -- --seed=1         the same random choices as in another run

The exit code is 1 if an event was lost, duplicated or misplaced, a response was wrong, the server logged an error, or its
memory or store grew. The figures are written to .cache/soak.json.`;

/** Reads the options of this process. Ends it after the help or wrong options. */
export function readOptions(): SoakOptions {
  const options = readToolOptions(usage, {
    minutes: { takes: "a number", default: "60" },
    load: { takes: "a number", default: "0.5" },
    seed: { takes: "a whole number", default: String(newSeed()) },
  });
  return { minutes: options.number("minutes"), load: options.number("load"), seed: options.number("seed") };
}
