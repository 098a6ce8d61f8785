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
const collect = globalThis.gc;
if (!collect) throw new Error("needs --expose-gc");

interface Taken {
  readonly ms: number;
  /** Processor time of this program. It hardly depends on other programs on the machine. */
  readonly cpuMs: number;
}

async function taken(work: () => Promise<unknown>): Promise<Taken> {
  const [begunMs, begun] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(begun);
  return { ms: performance.now() - begunMs, cpuMs: (user + system) / 1000 };
}

/** Returns the memory that is still in use after a garbage collection. */
async function keptBytes(): Promise<number> {
  // Objects such as streams are only released in a later iteration of the event loop.
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

/** V8 compiles the code during the first rounds. */
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
