/** The tests that every `Engine` must pass, including those of readers. Each test ends with `engine.check()`. */
import { describe, test } from "vitest";
import { newSeed } from "../../base/random.ts";
import { describeClosing, describeCommitsInFlight } from "./engine-closing-suite.ts";
import { describeCompaction, describeLaggingWatchers } from "./engine-history-suite.ts";
import { describePast } from "./engine-past-suite.ts";
import { type EngineTraits, EngineUnderTest, localTraits, type OpenEngine } from "./engine-under-test.ts";
import { describeWrites } from "./engine-write-suite.ts";
import { runRandomOperations } from "./random-operations.ts";
import { describeReader } from "./reader-suite.ts";

/** Options of the suite. */
export interface EngineSuiteOptions {
  readonly open: OpenEngine;
  /** Number of random runs, each of 300 operations. Default: 3. */
  readonly randomRuns?: number;
  /** Default: those of engines in this process. */
  readonly traits?: EngineTraits;
}

/** Describes the tests of an engine. */
export function describeEngine(name: string, { open, randomRuns = 3, traits = localTraits }: EngineSuiteOptions): void {
  describeReader(name, {
    open: async () => {
      const { engine, dispose } = await open({});
      return { reader: engine, writer: engine, check: () => engine.check(), [Symbol.asyncDispose]: dispose };
    },
  });

  describe(`${name} as an engine`, () => {
    const tested = new EngineUnderTest(open, traits);
    describeWrites(tested);
    describeCompaction(tested);
    describeLaggingWatchers(tested);
    describePast(tested);
    describeClosing(tested);
    describeRandomOperations(open, traits, randomRuns);
  });

  if (traits.isLocal) describeCommitsInFlight(name, open, traits);
}

function describeRandomOperations(open: OpenEngine, traits: EngineTraits, runs: number): void {
  test.skipIf(runs === 0)(
    "random operations agree with a plain model of the contract",
    { timeout: 60_000 },
    async () => {
      for (let run = 0; run < runs; run++) {
        const { engine, reopen, dispose } = await open({});
        try {
          await runRandomOperations({ engine, reopen, traits }, newSeed(), 300);
        } finally {
          await dispose();
        }
      }
    },
  );
}
