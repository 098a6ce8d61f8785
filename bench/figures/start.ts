/** Cold start: from the spawn of the process until it can be used. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import type { Figure, Measurement } from "../figure.ts";
import { ask, configMap, createOf, fill } from "../objects.ts";
import { newDataDir, startOrch } from "../orch-server.ts";
import { memoryOf } from "../process.ts";

const manyObjects = 100_000;
const listPath = "/api/v1/namespaces/default/configmaps";

export const start: Figure = {
  name: "start",
  title: "cold start and idle memory",
  async measure(context) {
    const dataDir = newDataDir();
    try {
      const measurements: Measurement[] = [];
      const first: number[] = [];
      for (let run = 1; run <= context.runs; run++) {
        context.progress(`start on an empty disk: run ${run} of ${context.runs}`);
        await using server = await startOrch();
        first.push(server.readyMs);
      }
      const nothing = first.map(bareNodeMs);
      measurements.push({
        name: "start with new keys and certificates",
        unit: "ms",
        better: "less",
        values: first,
        raw: { name: "node -e 0", values: nothing },
      });
      const ready: number[] = [];
      const listed: number[] = [];
      const resident: number[] = [];
      for (let run = 0; run <= context.runs; run++) {
        context.progress(`start with an empty store: run ${run} of ${context.runs}`);
        const begun = performance.now();
        await using server = await startOrch({ dataDir });
        await ask(server.target, { method: "GET", path: listPath, headers: {} });
        // The first run makes keys and certificates.
        if (run === 0) continue;
        ready.push(server.readyMs);
        listed.push(performance.now() - begun);
        resident.push(memoryOf(server.pid).residentBytes / 1e6);
      }
      const raw = { name: "node -e 0", values: nothing };
      measurements.push(
        { name: "start to ready", unit: "ms", better: "less", values: ready, raw, goal: { of: "value", bound: 500 } },
        { name: "start to the end of a first list", unit: "ms", better: "less", values: listed, raw },
        { name: "idle memory (RSS)", unit: "MB", better: "less", values: resident, goal: { of: "value", bound: 90 } },
      );
      measurements.push(...(await withManyObjects(context, dataDir)));
      return measurements;
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function withManyObjects(context: Parameters<Figure["measure"]>[0], dataDir: string): Promise<Measurement[]> {
  const name = "start to the end of a first list, 100,000 objects of 1 KB";
  {
    await using server = await startOrch({ dataDir });
    context.progress(`${name}: filling the store`);
    await fill(context, server.target, createOf(listPath, configMap("m-######", 1024)), manyObjects);
  }
  const values: number[] = [];
  const memory: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    const begun = performance.now();
    await using server = await startOrch({ dataDir });
    const { body } = await ask(server.target, { method: "GET", path: listPath, headers: {} });
    values.push(performance.now() - begun);
    memory.push(memoryOf(server.pid).anonymousBytes / body.length);
  }
  return [
    { name, unit: "ms", better: "less", values },
    { name: "anonymous memory with 100,000 objects, by payload", unit: "x", better: "less", values: memory },
  ];
}

function bareNodeMs(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - begun;
}
