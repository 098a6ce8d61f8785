import { afterAll } from "vitest";
import { systemClock } from "../base/clock.ts";
import { silentLogger } from "../base/logger.ts";
import { type Engine, openMemoryEngine } from "../storage/index.ts";
import { hasEtcd } from "../storage/testing/etcd-process.ts";
import { EtcdStores } from "../storage/testing/etcd-stores.ts";
import { openFollowedStore } from "../storage/testing/followed-store.ts";
import { describeReader } from "../storage/testing/reader-suite.ts";
import { TemporaryDirectory } from "../storage/testing/temporary-directory.ts";
import { ChangeFeed } from "./change-feed.ts";
import { defaultCacheLimits, ResourceCache } from "./resource-cache.ts";
import { cacheReader, plainFormat } from "./testing/cache-reader.ts";

/** A ring of a few events makes the cache go back to the engine for history. */
const rings = {
  "with a large event ring": defaultCacheLimits.ring,
  "with a ring of three events": { bytesMax: 1e9, eventsMax: 3 },
};

/** Opens a store, and a follower of it like in a worker process. Disposing the follower closes both. */
async function openFollower(): Promise<Engine> {
  const directory = new TemporaryDirectory();
  const follower = await openFollowedStore(directory.path);
  const close = follower[Symbol.asyncDispose].bind(follower);
  follower[Symbol.asyncDispose] = async () => {
    await close();
    directory[Symbol.dispose]();
  };
  return follower;
}

const etcd = new EtcdStores();
afterAll(() => etcd[Symbol.asyncDispose]());

/** Engines, and how many bytes of their objects a cache may hold. */
const stores: Readonly<Record<string, { open: () => Promise<Engine>; heldBytesMax: number }>> = {
  "": { open: async () => openMemoryEngine(), heldBytesMax: 0 },
  " that reads its objects from the store of another process": { open: openFollower, heldBytesMax: 0 },
  " that holds 40 bytes of the objects of another process": { open: openFollower, heldBytesMax: 40 },
  ...(hasEtcd ? { " that reads its objects from etcd": { open: openEtcd, heldBytesMax: 0 } } : {}),
};

async function openEtcd(): Promise<Engine> {
  return (await etcd.open({})).engine;
}

const variants = Object.entries(stores).flatMap(([storeName, store]) =>
  Object.entries(rings).map(([ringName, ring]) => ({ name: `a cache ${ringName}${storeName}`, ring, store })),
);

for (const { name, ring, store } of variants) {
  describeReader(name, {
    rejectsCompacted: false,
    open: async () => {
      const engine = await store.open();
      const { heldBytesMax } = store;
      const clock = systemClock;
      const feed = new ChangeFeed({ engine, prefix: "/registry/", clock, logger: silentLogger, heldBytesMax });
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
