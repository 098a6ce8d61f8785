/**
 * Measures one list of all objects by the client library, and an informer until it has synced. A separate program,
 * which uses the built package and prints its figures as JSON.
 */
import { setTimeout as pause } from "node:timers/promises";
import type * as api from "../../src/api/index.ts";
import type * as library from "../../src/app/client.ts";
import { builtModule } from "./built-module.ts";

const { configMap } = await builtModule<typeof api>("api/index");
const { connect, Informer } = await builtModule<typeof library>("app/client");

const [path = "", rounds = "1"] = process.argv.slice(2);
const collectGarbage = globalThis.gc;
if (!collectGarbage) throw new Error("start this program with --expose-gc");

interface Durations {
  readonly ms: number;
  /** Processor time of this program. It hardly depends on other programs on the machine. */
  readonly cpuMs: number;
}

async function durationsOf(work: () => Promise<unknown>): Promise<Durations> {
  const [startMs, cpuBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: performance.now() - startMs, cpuMs: (user + system) / 1000 };
}

/** Returns the memory that is still in use after a garbage collection. */
async function usedBytes(): Promise<number> {
  // Objects such as streams are only released in a later iteration of the event loop.
  await pause(50);
  collectGarbage?.();
  collectGarbage?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await using client = await connect({ path, vocabulary: "kubernetes" });
const maps = client.api(configMap, "default");

async function list(): Promise<number> {
  return (await maps.list()).items.length;
}

async function sync(
  options: library.InformerOptions<api.ConfigMap>,
): Promise<Durations & { readonly bytes: number; readonly objects: number }> {
  const before = await usedBytes();
  const stop = new AbortController();
  const informer = new Informer(maps, options);
  let running: Promise<void> | undefined;
  const time = await durationsOf(async () => {
    running = informer.run(stop.signal);
    await informer.synced;
  });
  const bytes = (await usedBytes()) - before;
  const objects = informer.lister.list().length;
  stop.abort();
  await running;
  return { ...time, bytes, objects };
}

/** V8 compiles the code during the first rounds. */
async function warmUp(): Promise<void> {
  const fewObjects = { labelSelector: "few=yes" };
  for (let round = 0; round < 3; round++) {
    await maps.list(fewObjects);
    await sync(fewObjects);
  }
}

await warmUp();
const results: object[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const listed = await durationsOf(list);
  const streamed = await sync({});
  const chunked = await sync({ streamsList: false });
  results.push({ listed, streamed, chunked });
}
process.stdout.write(JSON.stringify(results));
