/**
 * What a client of the library takes for one list of everything, and for an informer that has synced: run as a program of
 * its own, from the built package, and prints its figures in JSON.
 */
import { setTimeout as pause } from "node:timers/promises";
import type * as api from "../../src/api/index.ts";
import type * as library from "../../src/app/client.ts";
import { builtModule } from "./built-module.ts";

const { configMap } = await builtModule<typeof api>("api/index");
const { connect, Informer } = await builtModule<typeof library>("app/client");

const [path = "", rounds = "1"] = process.argv.slice(2);
const collect = globalThis.gc;
if (!collect) throw new Error("needs --expose-gc");

interface Taken {
  readonly ms: number;
  /** Processor time of this program: says the same on a machine that has other things to do. */
  readonly cpuMs: number;
}

async function taken(work: () => Promise<unknown>): Promise<Taken> {
  const [begunMs, begun] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(begun);
  return { ms: performance.now() - begunMs, cpuMs: (user + system) / 1000 };
}

/** Everything that is still used. */
async function keptBytes(): Promise<number> {
  // What ends only after a turn, such as a stream, is let go first.
  await pause(50);
  collect?.();
  collect?.();
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
): Promise<Taken & { readonly bytes: number; readonly objects: number }> {
  const before = await keptBytes();
  const stop = new AbortController();
  const informer = new Informer(maps, options);
  let running: Promise<void> | undefined;
  const time = await taken(async () => {
    running = informer.run(stop.signal);
    await informer.synced;
  });
  const bytes = (await keptBytes()) - before;
  const objects = informer.lister.list().length;
  stop.abort();
  await running;
  return { ...time, bytes, objects };
}

/** The first ones compile. */
async function warmUp(): Promise<void> {
  const few = { labelSelector: "few=yes" };
  for (let round = 0; round < 3; round++) {
    await maps.list(few);
    await sync(few);
  }
}

await warmUp();
const results: object[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const listed = await taken(list);
  const streamed = await sync({});
  const chunked = await sync({ streamsList: false });
  results.push({ listed, streamed, chunked });
}
process.stdout.write(JSON.stringify(results));
