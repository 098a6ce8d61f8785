import { systemClock } from "../base/clock.ts";
import { silentLogger } from "../base/logger.ts";
import { openMemoryEngine } from "../storage/index.ts";
import { describeReader } from "../storage/testing/reader-suite.ts";
import { ChangeFeed } from "./change-feed.ts";
import { defaultCacheLimits, ResourceCache } from "./resource-cache.ts";
import { cacheReader, plainFormat } from "./testing/cache-reader.ts";

/** A ring of a few events makes the cache go back to the engine for history. */
const rings = {
  "with a large event ring": defaultCacheLimits.ring,
  "with a ring of three events": { bytesMax: 1e9, eventsMax: 3 },
};

for (const [name, ring] of Object.entries(rings)) {
  describeReader(`a cache ${name}`, {
    rejectsCompacted: false,
    open: async () => {
      const engine = openMemoryEngine();
      const clock = systemClock;
      const feed = new ChangeFeed({ engine, prefix: "/registry/", clock, logger: silentLogger });
      const cache = new ResourceCache({
        feed,
        prefix: "things/",
        format: plainFormat,
        clock,
        limits: { ...defaultCacheLimits, ring, revisionWaitMs: 20 },
      });
      const settled = async (revision: number): Promise<number> => {
        await feed.waitFor(revision, 10_000);
        return revision;
      };
      return {
        reader: cacheReader(cache, feed),
        writer: {
          put: async (key, value, expected) => await settled(await engine.put(key, value, expected)),
          delete: async (key, expected) => await settled(await engine.delete(key, expected)),
          compact: (revision) => engine.compact(revision),
        },
        check: () => engine.check(),
        async [Symbol.asyncDispose]() {
          await feed[Symbol.asyncDispose]();
          await engine[Symbol.asyncDispose]();
        },
      };
    },
  });
}
