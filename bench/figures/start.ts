/** Cold start: time from the spawn of the process until it responds, and memory after the start. */
import { rmSync } from "node:fs";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { configMap, createNumberedObjects, createRequest, sendRequest } from "../objects.ts";
import { createDataDir, startOrch } from "../orch-server.ts";
import { memoryOf } from "../process.ts";
import { study } from "../study.ts";
import { bareNodeBytes, bareNodeMs, readStoreMs } from "./bare-start.ts";

const manyObjects = 100_000;
const manyObjectsText = `${manyObjects.toLocaleString("en-US")} objects of 1 KB`;
const listPath = "/api/v1/namespaces/default/configmaps";

/** Measures starts with new keys, with an empty store and with 100,000 objects. */
export const start: Figure = {
  name: "start",
  title: "cold start, empty and with 100,000 objects, and the memory after it",
  async measure(context) {
    const dataDir = createDataDir();
    try {
      return [
        ...(await measureWithNewKeys(context)),
        ...(await measureWithEmptyStore(context, dataDir)),
        ...(await measureWithFullStore(context, dataDir)),
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function measureWithNewKeys(context: FigureContext): Promise<Measurement[]> {
  const name = "start with new keys and certificates";
  const values: number[] = [];
  const raw: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    raw.push(bareNodeMs());
    await using server = await startOrch();
    values.push(server.readyMs);
  }
  return [{ name, unit: "ms", better: "less", values, raw: { name: "node -e 0", values: raw, study: study.node } }];
}

async function measureWithEmptyStore(context: FigureContext, dataDir: string): Promise<Measurement[]> {
  // The first start creates keys and certificates.
  await startAndList(dataDir);
  const starts: StartResult[] = [];
  const nodeMs: number[] = [];
  const nodeMegabytes: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`start with an empty store: run ${run} of ${context.runs}`);
    nodeMs.push(bareNodeMs());
    nodeMegabytes.push((await bareNodeBytes()) / 1e6);
    starts.push(await startAndList(dataDir));
  }
  const raw = { name: "node -e 0", values: nodeMs };
  return [
    {
      name: "start to ready",
      unit: "ms",
      better: "less",
      values: starts.map(({ readyMs }) => readyMs),
      raw,
      goal: { of: "value", bound: 500 },
    },
    {
      name: "start to the end of a first list",
      unit: "ms",
      better: "less",
      values: starts.map(({ listedMs }) => listedMs),
      raw,
      goal: { of: "value", bound: 500 },
    },
    {
      name: "idle memory (RSS)",
      unit: "MB",
      better: "less",
      values: starts.map(({ residentBytes }) => residentBytes / 1e6),
      raw: { name: "an idle Node", values: nodeMegabytes, study: study.nodeMemory },
      goal: { of: "value", bound: 90 },
    },
  ];
}

async function measureWithFullStore(context: FigureContext, dataDir: string): Promise<Measurement[]> {
  context.progress(`start with ${manyObjectsText}: filling the store`);
  await fillStore(context, dataDir);
  const starts: StartResult[] = [];
  const readMs: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`start with ${manyObjectsText}: run ${run} of ${context.runs}`);
    readMs.push(readStoreMs(dataDir));
    starts.push(await startAndList(dataDir));
  }
  const name = "reading the store bare";
  const goal = { of: "ratio", bound: 2.5 } as const;
  return [
    {
      name: `start to ready, ${manyObjectsText}`,
      unit: "ms",
      better: "less",
      values: starts.map(({ readyMs }) => readyMs),
      raw: { name, values: readMs, study: study.readStore },
      goal,
    },
    {
      name: `start to the end of a first list, ${manyObjectsText}`,
      unit: "ms",
      better: "less",
      values: starts.map(({ listedMs }) => listedMs),
      raw: { name, values: readMs },
      goal,
    },
    {
      name: `anonymous memory, ${manyObjectsText}`,
      unit: "MB",
      better: "less",
      values: starts.map(({ anonymousBytes }) => anonymousBytes / 1e6),
      raw: { name: "their bytes", values: starts.map(({ payloadBytes }) => payloadBytes / 1e6) },
      goal: { of: "ratio", bound: 1.6, plus: 60 },
    },
  ];
}

async function fillStore(context: FigureContext, dataDir: string): Promise<void> {
  await using server = await startOrch({ dataDir });
  await createNumberedObjects(
    context,
    server.target,
    createRequest(listPath, configMap("m-######", 1024)),
    manyObjects,
  );
}

interface StartResult {
  readonly readyMs: number;
  /** Time from the spawn to the end of a first list. */
  readonly listedMs: number;
  readonly payloadBytes: number;
  readonly residentBytes: number;
  readonly anonymousBytes: number;
}

async function startAndList(dataDir: string): Promise<StartResult> {
  const startMs = performance.now();
  await using server = await startOrch({ dataDir });
  const { body, status } = await sendRequest(server.target, { method: "GET", path: listPath, headers: {} });
  if (status !== 200) throw new Error(`a list returned status ${status}, not 200`);
  const listedMs = performance.now() - startMs;
  return { readyMs: server.readyMs, listedMs, payloadBytes: body.length, ...memoryOf(server.pid) };
}
