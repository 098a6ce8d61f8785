/** Comparisons of code that changes and stores objects. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyJsonPatch, parseJsonPatch } from "../../src/patch/index.ts";
import { compareKeys, type Engine } from "../../src/storage/index.ts";
import { openLmdbEngine } from "../../src/storage/lmdb/index.ts";
import type { MemoryComparison, TimeComparison } from "./comparison.ts";

const keys = Array.from({ length: 64 }, (_, index) => `/registry/configmaps/default/settings-${(index * 37) % 64}`);

const longList = Array.from({ length: 100_000 }, (_, index) => ({ name: `item-${index}` }));

/** Removes 1,000 items of a list of 100,000. @param path of each removal */
function removeItems(path: (index: number) => string): unknown {
  const operations = Array.from({ length: 1000 }, (_, index) => ({ op: "remove", path: path(index) }));
  return applyJsonPatch({ data: [...longList] }, parseJsonPatch(operations));
}

/** Comparisons of code in the path of writes. */
export const storageComparisons: readonly TimeComparison[] = [
  {
    name: "compareKeys",
    plainForm: "`Buffer.compare()` of the UTF-8 bytes",
    optimized: () => keys.toSorted(compareKeys),
    plain: () => keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  },
  {
    name: "shiftedItemsMax",
    plainForm: "1,000 removals from the middle of a list instead of its end, which shift 50 million items",
    optimized: () => removeItems((index) => `/data/${longList.length - 1 - index}`),
    plain: () => removeItems(() => `/data/${longList.length / 2}`),
  },
];

const value = Buffer.alloc(1024, "x");
let nextKey = 0;

/** Writes 1,024 values in groups. The writes of a group are submitted together. */
async function writeInGroups(engine: Engine, groupWrites: number): Promise<number> {
  for (let written = 0; written < 1024; written += groupWrites) {
    const group = Array.from({ length: groupWrites }, () => engine.put(`/group/${nextKey++}`, value, 0));
    await Promise.all(group);
  }
  return nextKey;
}

/** Opens a store in a temporary folder, and returns comparisons of groups of writes. */
export async function groupComparisons(): Promise<{
  readonly comparisons: readonly TimeComparison[];
  readonly close: () => Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), "orch-groups-"));
  const engine = await openLmdbEngine({ path: directory, identity: { vocabulary: "orch" } });
  const comparison = (groupWrites: number, plainForm: string): TimeComparison => ({
    name: "commit of 1,024 writes",
    plainForm,
    promiseTime: "elapsed",
    optimized: () => writeInGroups(engine, 1024),
    plain: () => writeInGroups(engine, groupWrites),
  });
  return {
    comparisons: [
      comparison(1, "1,024 commits of one write"),
      comparison(64, "16 commits of 64 writes"),
      comparison(512, "2 commits of 512 writes"),
    ],
    close: async () => {
      await engine[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true });
    },
  };
}

const writeCount = 100_000;

/** Comparisons of the memory that the check of a store needs. */
export const storageMemory: readonly MemoryComparison[] = [
  {
    name: "memory of inspectStore",
    plainForm: "an array of objects",
    unit: "bytes per write",
    count: writeCount,
    optimized: () => [
      new Float64Array(writeCount),
      new Float64Array(writeCount),
      new Uint32Array(writeCount),
      new Uint8Array(writeCount),
    ],
    plain: () =>
      Array.from({ length: writeCount }, (_, index) => ({
        revision: index + 2 ** 31,
        previous: index + 2 ** 32,
        keyHash: (index * 2_654_435_761) >>> 0,
        state: index % 16,
      })),
  },
];
