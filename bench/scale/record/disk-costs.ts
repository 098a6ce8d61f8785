/** Records the time of durable writes on this disk, and the processor time of LMDB's commit thread. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { open } from "lmdb";
import { createDataDir } from "../../orch-server.ts";
import type { DiskCosts } from "../costs.ts";
import { repeatRuns, round, threadTimes } from "./measure.ts";

const syncCount = 400;
const syncedBytes = 16 * 1024;
const commitCount = 150;
const groupWrites = 64;

/** Measures in this process. */
export async function recordDisk(): Promise<DiskCosts> {
  const directory = createDataDir();
  try {
    return { syncMs: measureSyncs(directory), ...(await measureCommits(directory)) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function measureSyncs(directory: string): DiskCosts["syncMs"] {
  const file = openSync(join(directory, "syncs"), "w");
  const bytes = Buffer.alloc(syncedBytes, 1);
  const durations: number[] = [];
  for (let number = 0; number < syncCount; number++) {
    const startMs = performance.now();
    writeSync(file, bytes, 0, syncedBytes, (number % 64) * syncedBytes);
    fdatasyncSync(file);
    durations.push(performance.now() - startMs);
  }
  closeSync(file);
  durations.sort((a, b) => a - b);
  const at = (share: number): number => round(durations[Math.floor((syncCount - 1) * share)] ?? Number.NaN);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** Commits groups of one and of many writes with the settings of the engine. */
async function measureCommits(directory: string): Promise<Pick<DiskCosts, "commitMicros" | "writeMicros">> {
  const settings = { overlappingSync: false, eventTurnBatching: false, encoding: "binary", maxDbs: 2 } as const;
  const root = open({ path: join(directory, "commits"), ...settings, mapSize: 1024 ** 3 });
  const log = root.openDB<Buffer, number>({ name: "log", encoding: "binary" });
  const value = Buffer.alloc(1024, 0x61);
  let revision = 0;
  const commit = async (writes: number): Promise<void> => {
    await root.batch(() => {
      for (let write = 0; write < writes; write++) void log.put(++revision, value);
    });
  };
  const threadMicros = async (writes: number): Promise<number> => {
    const before = threadTimes(process.pid).otherMicros;
    for (let number = 0; number < commitCount; number++) await commit(writes);
    return (threadTimes(process.pid).otherMicros - before) / commitCount;
  };
  await threadMicros(1);
  const rounds = await repeatRuns(async () => ({ one: await threadMicros(1), many: await threadMicros(groupWrites) }));
  await root.close();
  return {
    commitMicros: rounds.map(({ one }) => round(one)),
    writeMicros: rounds.map(({ one, many }) => round((many - one) / (groupWrites - 1))),
  };
}
