import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { StoreOwner } from "../../storage/index.ts";
import { openLmdbEngine } from "../../storage/lmdb/index.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import type { WorkerStart } from "./messages.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A worker that requests a pause of the commits. Depending on `afterPause`, it hangs, ends or lets them continue. */
const workerText = (afterPause: string): string => `
const { Socket } = require("node:net");
exports.runWorker = () => {
  const channel = new Socket({ fd: 4, readable: true, writable: true });
  const send = (message) => {
    const head = Buffer.from(JSON.stringify({ message, sizes: [] }));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(4 + head.length, 0);
    lengths.writeUInt32BE(head.length, 4);
    channel.write(Buffer.concat([lengths, head]));
  };
  send({ type: "store", id: 1, call: { operation: "pauseCommits" } });
  channel.on("data", (chunk) => {
    if (!chunk.includes("storeResult")) return;
    send({ type: "ready" });
    ${afterPause}
  });
};
`;

const checkout = fileURLToPath(new URL("../../..", import.meta.url));

let directory: TemporaryDirectory;
/** The starter of workers is found from the folder of the program, so it must be two levels below the checkout. */
let programFolder: string;

beforeEach(() => {
  directory = new TemporaryDirectory();
  const cache = join(checkout, ".cache");
  mkdirSync(cache, { recursive: true });
  programFolder = mkdtempSync(join(cache, "worker-"));
});

afterEach(() => {
  rmSync(programFolder, { recursive: true });
  directory[Symbol.dispose]();
});

/** Starts a worker that requests a pause of the commits. @param afterPause code that it runs when the commits pause */
function startWorker(ownedStore: StoreOwner, afterPause: string) {
  const program = join(programFolder, "worker.cjs");
  writeFileSync(program, workerText(afterPause));
  const [ready, ended] = [deferred(), deferred<string>()];
  const clock = new ManualClock();
  const worker = new WorkerProcess({
    program,
    start: {} as WorkerStart,
    ownedStore,
    auditSink: undefined,
    clock,
    setVerbosity: () => undefined,
    collectMetrics: async () => [],
    onReady: () => ready.resolve(),
    onEnd: (_worker, how) => ended.resolve(how),
  });
  return { worker, clock, ready: ready.promise, ended: ended.promise };
}

test.each([
  {
    behaviour: "hangs",
    afterPause: "for (;;);",
    advanceMs: 2001,
    reason: "it did not open the store within 2 seconds, and was killed",
  },
  { behaviour: "ends", afterPause: "process.exit(3);", advanceMs: 0, reason: "exit code 3" },
  {
    behaviour: "ends the pause",
    afterPause: 'send({ type: "commitsMayContinue" });',
    advanceMs: 0,
    reason: undefined,
  },
])("commits continue after the pause of a worker that $behaviour", async ({ afterPause, advanceMs, reason }) => {
  await using engine = await openLmdbEngine({ path: directory.path, identity: {} });
  const { worker, clock, ready, ended } = startWorker(engine, afterPause);
  await ready;
  const write = engine.put("/a", Buffer.from("x"), 0);
  if (advanceMs > 0) {
    // A commit that was not held back would end in this time.
    await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 50))]);
    expect(engine.revision).toBe(0);
  }
  await clock.advance(advanceMs);
  if (reason !== undefined) expect(await ended).toBe(reason);
  expect(await write).toBe(1);
  const stopped = worker.stop(1);
  await clock.advance(1);
  await stopped;
});

test("a worker that does not answer keeps its last known counts, but not its gauges", async () => {
  await using engine = await openLmdbEngine({ path: directory.path, identity: {} });
  const common = { help: "", stability: "STABLE", combine: "sum" };
  const counts = [{ ...common, name: "requests_total", type: "counter", samples: [["n", 4]] }];
  const families = [...counts, { ...common, name: "processes", type: "gauge", samples: [["n", 1]] }];
  const { worker, clock, ready } = startWorker(
    engine,
    `
    send({ type: "commitsMayContinue" });
    channel.on("data", (chunk) => {
      if (chunk.includes('"showMetrics","id":1,')) send({ type: "metrics", id: 1, families: ${JSON.stringify(families)} });
    });`,
  );
  expect(await worker.metrics("/metrics")).toEqual([]);
  await ready;
  expect(await worker.metrics("/metrics")).toEqual(families);
  expect([...worker.lastMetrics]).toEqual([["/metrics", families]]);
  const unanswered = worker.metrics("/metrics");
  await clock.advance(5000);
  expect(await unanswered).toEqual(counts);
  const stopped = worker.stop(1);
  await clock.advance(1);
  await stopped;
});

test("a worker that gets no file descriptors ends at once, and the main process continues", async () => {
  const program = `
    import { openSync } from "node:fs";
    import { systemClock } from "./src/base/clock.ts";
    import { WorkerProcess } from "./src/app/workers/worker-process.ts";
    try {
      for (;;) openSync("/dev/null");
    } catch {}
    const worker = new WorkerProcess({
      program: "/unused/a/b.cjs",
      start: {},
      clock: systemClock,
      onEnd: (ended, reason) => {
        console.log(reason, ended.isReady);
        worker.send({ type: "ping" });
        process.exit(0);
      },
    });
  `;
  const flags = ["--import", "tsx", "--input-type=module", "--eval", program];
  const limited = ["-c", 'ulimit -n 512; exec "$@"', "sh", process.execPath, ...flags];
  const { stdout } = await promisify(execFile)("sh", limited, { cwd: checkout });
  expect(stdout).toBe(`spawn ${process.execPath} EMFILE false\n`);
});
