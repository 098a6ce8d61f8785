/**
 * Processor time of the server per get, create, delivery and listed object, with 1,000, 10,000 and 100,000 objects.
 * Processor time depends less on the load generator and on other programs than elapsed time does. All three servers run
 * during the whole figure, and are measured in turn.
 */
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { startOrch } from "../orch-server.ts";
import {
  cpuMicrosPerCreate,
  cpuMicrosPerDelivery,
  cpuMicrosPerGet,
  cpuMicrosPerListedObject,
  type FilledServer,
  fillServer,
} from "./growth-costs.ts";

const sizes = [1000, 10_000, 100_000] as const;
const [fewest] = sizes;
const warmUpMs = 1000;

interface Subject {
  readonly name: string;
  readonly unit: string;
  /** Returns microseconds per get, create, delivery or listed object. */
  readonly measure: (context: FigureContext, grown: FilledServer) => Promise<number>;
}

const subjects: readonly Subject[] = [
  { name: "get", unit: "us/get", measure: cpuMicrosPerGet },
  { name: "create", unit: "us/create", measure: cpuMicrosPerCreate },
  { name: "watch", unit: "us/delivery", measure: cpuMicrosPerDelivery },
  { name: "list", unit: "us/object", measure: cpuMicrosPerListedObject },
];

/** Measures each cost with each number of objects. The goal is a cost that does not grow. */
export const growth: Figure = {
  name: "growth",
  title: "get, create, watch and list with 1,000, 10,000 and 100,000 objects",
  async measure(context) {
    const all: FilledServer[] = [];
    try {
      for (const objects of sizes) {
        context.progress(`growth: filling a store with ${formatCount(objects)} objects`);
        all.push(await fillServer(context, await startOrch(), objects));
      }
      const measurements: Measurement[] = [];
      for (const subject of subjects) measurements.push(...(await measureSubject(context, subject, all)));
      return measurements;
    } finally {
      for (const { server } of all) await server[Symbol.asyncDispose]();
    }
  },
};

async function measureSubject(
  context: FigureContext,
  subject: Subject,
  all: readonly FilledServer[],
): Promise<Measurement[]> {
  const { name, unit, measure } = subject;
  context.progress(`growth: ${name}: warming up`);
  for (const grown of all) await warmUp(() => measure(context, grown));
  const costs = new Map<number, number[]>(sizes.map((objects) => [objects, []]));
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`growth: ${name}: run ${run} of ${context.runs}`);
    for (const grown of all) costs.get(grown.objects)?.push(await measure(context, grown));
  }
  const raw = { name: `with ${formatCount(fewest)} objects`, values: costs.get(fewest) ?? [] };
  return sizes.slice(1).map((objects) => ({
    name: `growth: ${name} with ${formatCount(objects)} objects`,
    unit,
    better: "less",
    values: costs.get(objects) ?? [],
    raw,
    goal: { of: "ratio", bound: 1.2 },
    growth: { subject: name, objects, fromObjects: fewest },
  }));
}

async function warmUp(work: () => Promise<unknown>): Promise<void> {
  for (const startMs = performance.now(); performance.now() - startMs < warmUpMs; ) await work();
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
