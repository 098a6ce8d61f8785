/** Comparisons of code that writes responses and checks many objects. */
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { fairTurns } from "../../src/base/fair-turns.ts";
import { stringifyJson } from "../../src/codec/json/stringify.ts";
import { ChunkCollector } from "../../src/server/output/chunk-collector.ts";
import { compress } from "../../src/server/output/compress.ts";
import { pod } from "../objects.ts";
import type { TimeComparison } from "./comparison.ts";

const podObject = JSON.parse(JSON.stringify(pod("web-1"))) as object;
const podBytes = Buffer.from(JSON.stringify(podObject));
const manyPods = Buffer.from(JSON.stringify(Array.from({ length: 64 }, (_, index) => pod(`web-${index}`))));
const compressAsync = promisify(gzip);

const texts = [",", '{"cells":["', '"],"object":', "}", ",{"];
const plainBuffer = Buffer.allocUnsafe(64 * 1024);

function collectTexts(): unknown {
  const collector = new ChunkCollector();
  for (let count = 0; count < 1000; count++) collector.addText(texts[count % texts.length] ?? "");
  return collector;
}

function writeTexts(): number {
  let length = 0;
  for (let count = 0; count < 1000; count++) {
    length += plainBuffer.write(texts[count % texts.length] ?? "", length, "utf8");
  }
  return length;
}

function hasBigint(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "bigint";
  return Object.values(value).some(hasBigint);
}

const labels = Array.from({ length: 16 }, (_, index) => ({ app: `value-${index}` }));

function countOver(objectsPerClockRead: number): number {
  let matching = 0;
  for (const [index, { app }] of labels.entries()) {
    if (app === "value-3") matching++;
    if (index % objectsPerClockRead === 0 && fairTurns.isOver) matching++;
  }
  return matching;
}

/** Comparisons of the server's code. */
export const serverComparisons: readonly TimeComparison[] = [
  {
    name: "ChunkCollector.addText",
    plainForm: "`Buffer.write()` for each short text",
    optimized: collectTexts,
    plain: writeTexts,
  },
  {
    name: "stringifyJson",
    plainForm: "a search for bigints before `JSON.stringify()`",
    optimized: () => stringifyJson(podObject),
    plain: () => hasBigint(podObject) || JSON.stringify(podObject),
  },
  {
    name: "objectsPerClockRead",
    plainForm: "reading the clock for each of 16 objects",
    optimized: () => countOver(16),
    plain: () => countOver(1),
  },
  {
    name: "windowBits",
    plainForm: "the largest window for a Pod",
    optimized: () => compress(podBytes),
    plain: () => gzipSync(podBytes, { level: 1 }),
  },
  {
    name: "compress: a Pod",
    plainForm: "`gzip()` in another thread",
    promiseTime: "elapsed",
    optimized: () => compress(podBytes),
    plain: () => compressAsync(podBytes, { level: 1 }),
  },
  {
    name: "compress: 64 Pods",
    plainForm: "`gzip()` in another thread",
    promiseTime: "elapsed",
    optimized: () => compress(manyPods),
    plain: () => compressAsync(manyPods, { level: 1 }),
  },
];
