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

const usage = `An hour of half the load that the built server can serve, with 200 watchers, slow clients and churn.

    npm run soak                     an hour
    npm run soak -- --minutes=2      a short look; memory is judged from 20 minutes on
    npm run soak -- --load=0.25      less, on a machine that has other work to do
    npm run soak -- --seed=1         the same choices as in another run

It exits with 1 when an event was missed, doubled or misplaced, an answer was not what it must be, the server logged an error,
or its memory or its store grew. The figures are in .cache/soak.json.`;

/** Reads the options of this process. Ends it after the help or wrong options. */
export function readOptions(): SoakOptions {
  const options = readToolOptions(usage, {
    minutes: { takes: "a number", default: "60" },
    load: { takes: "a number", default: "0.5" },
    seed: { takes: "a whole number", default: String(newSeed()) },
  });
  return { minutes: options.number("minutes"), load: options.number("load"), seed: options.number("seed") };
}
