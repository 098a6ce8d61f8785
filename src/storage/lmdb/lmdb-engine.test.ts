import type { Engine } from "../engine.ts";
import { describeEngine } from "../testing/engine-suite.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { openLmdbEngine } from "./index.ts";

describeEngine("the LMDB engine", {
  open: async (options) => {
    const directory = new TemporaryDirectory();
    const openHere = (): Promise<Engine> =>
      openLmdbEngine({ path: directory.path, identity: { vocabulary: "orch" }, ...options });
    let engine = await openHere();
    return {
      engine,
      reopen: async () => {
        await engine[Symbol.asyncDispose]();
        engine = await openHere();
        return engine;
      },
      dispose: async () => {
        await engine[Symbol.asyncDispose]();
        directory[Symbol.dispose]();
      },
    };
  },
});
