import { describeEngine } from "../testing/engine-suite.ts";
import { openMemoryEngine } from "./memory-engine.ts";

describeEngine("the memory engine", {
  open: async (options) => {
    const engine = openMemoryEngine(options);
    return {
      engine,
      dispose: async () => {
        await engine[Symbol.asyncDispose]();
      },
    };
  },
  randomRuns: 10,
});
