import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { silentLogger } from "../base/logger.ts";
import { StorageError } from "../storage/index.ts";
import { openLmdbEngine, openLmdbFollower } from "../storage/lmdb/index.ts";
import { TemporaryDirectory } from "../storage/testing/temporary-directory.ts";
import { ChangeFeed } from "./change-feed.ts";
import { ResourceCache } from "./resource-cache.ts";
import { plainFormat } from "./testing/cache-reader.ts";
import { openCache } from "./testing/fixture.ts";
import { HeldEngine } from "./testing/held-engine.ts";

/** Number of reads after which a cache loads all objects. */
const readsBeforeLoad = 100;

test("read() reads only its object while the cache is not loaded, and loads all objects after many reads", async () => {
  let held: HeldEngine | undefined;
  await using fixture = await openCache({
    isLoaded: false,
    wrap: (engine) => {
      held = new HeldEngine(engine);
      return held;
    },
  });
  const { cache } = fixture;
  await fixture.write("a", "1");
  await fixture.write("b", "2");
  for (let read = 1; read <= readsBeforeLoad; read++) expect((await cache.read("a"))?.bytes.toString()).toBe("1");
  expect(await cache.read("a")).toMatchObject({ key: "a", revision: 1 });
  expect([cache.isLoaded, held?.pagesRead]).toEqual([true, 1]);
  await fixture.write("a", "3");
  expect((await cache.read("a"))?.bytes.toString()).toBe("3");
  expect(held?.pagesRead).toBe(1);
});

test("read() of a cache that is not loaded shows each write and deletion that was confirmed before", async () => {
  await using fixture = await openCache({ isLoaded: false });
  const { cache } = fixture;
  expect(await cache.read("a")).toBeUndefined();
  for (const value of ["1", "2", "3"]) {
    const revision = await fixture.write("a", value);
    expect(await cache.read("a")).toMatchObject({ revision, bytes: Buffer.from(value) });
  }
  await fixture.remove("a");
  expect(await cache.read("a")).toBeUndefined();
  expect(cache.isLoaded).toBe(false);
});

test("read() in a worker process shows a write of which the process was not told", async () => {
  using directory = new TemporaryDirectory();
  const { path } = directory;
  await using owner = await openLmdbEngine({ path, identity: { vocabulary: "orch" } });
  await using engine = await openLmdbFollower({ path, owner, ownerProcessId: process.pid });
  await using feed = new ChangeFeed({ engine, prefix: "/registry/", clock: systemClock, logger: silentLogger });
  const cache = new ResourceCache({ feed, prefix: "things/", format: plainFormat, clock: systemClock });
  for (const [index, value] of ["1", "2", "3"].entries()) {
    const revision = await owner.put("/registry/things/a", Buffer.from(value), index);
    expect(await cache.read("a")).toMatchObject({ revision, bytes: Buffer.from(value) });
  }
  expect(cache.isLoaded).toBe(false);
});

test("read() of an object that cannot be read returns the reason, with and without a loaded cache", async () => {
  await using fixture = await openCache({ isLoaded: false });
  const reason = { code: "corrupt", message: "the value cannot be read", key: "/registry/things/a" };
  const format = {
    ...plainFormat,
    present: () => {
      throw new StorageError("corrupt", reason.message);
    },
  };
  const { feed, clock } = fixture;
  const cache = new ResourceCache({ feed, prefix: "things/", format, clock });
  await fixture.write("a", "1");
  expect((await cache.read("a"))?.unreadable).toMatchObject(reason);
  await cache.ready();
  expect((await cache.read("a"))?.unreadable).toMatchObject(reason);
});
