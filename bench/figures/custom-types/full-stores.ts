/** Memory and starts of servers whose stores hold definitions, compared with servers whose stores hold built-in objects. */
import { rmSync } from "node:fs";
import { type FigureContext, type Measurement } from "../../figure.ts";
import { createNumberedObjects, createRequest, sendRequest } from "../../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../../orch-server.ts";
import { cpuMs, memoryOf } from "../../process.ts";
import { settledMemory } from "../settled-memory.ts";
import { createDefinition, untilServed } from "./create-type.ts";
import { definitionsPath, numberedType, sizedSchemas } from "./definitions.ts";

const counts = [100, 1000] as const;
const manyDefinitions = 1000;
const objectsPerType = 10;
const objectBytes = 1024;
/** Size of a stored definition without its schema. */
const definitionRestBytes = 2000;
const maps = "/api/v1/namespaces/default/configmaps";
const formatCount = (count: number): string => count.toLocaleString("en-US");

interface StartedServer {
  readonly readyMs: number;
  /** Processor time until the server is ready. */
  readonly cpuMs: number;
  readonly anonymousBytes: number;
}

/** A store with definitions, or with objects that are compared with them. */
interface FullStore extends Disposable {
  readonly dataDir: string;
  /** Size of the definitions in JSON. */
  readonly definitionBytes: number;
}

/** Measures the memory of a server that was started with definitions, without those of a server with an empty store. */
export async function measureIdleDefinitions(context: FigureContext): Promise<Measurement[]> {
  using empty = await fillStore(context, async () => 0);
  await start(empty);
  const measurements: Measurement[] = [];
  for (const count of counts) {
    const name = `memory per idle definition, ${formatCount(count)} of 30 KB to 300 KB`;
    context.progress(`${name}: filling the store`);
    using full = await fillStore(
      context,
      async (server) => await fillWithTypes(context, server, { count, objects: 0 }),
    );
    const values: number[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      const before = (await start(empty)).anonymousBytes;
      values.push(((await start(full)).anonymousBytes - before) / count / 1000);
    }
    const jsonKilobytes = full.definitionBytes / count / 1000;
    const measurement = { name, unit: "KB", better: "less", values } as const;
    measurements.push({
      ...measurement,
      raw: { name: "their JSON", values: values.map(() => jsonKilobytes) },
      goal: { of: "ratio", bound: 3 },
    });
  }
  return measurements;
}

/** Measures starts with definitions and custom objects, and starts with as many ConfigMaps of the same sizes. */
export async function measureStartWithTypes(context: FigureContext): Promise<Measurement[]> {
  const objects = manyDefinitions * objectsPerType;
  const name = `start with ${formatCount(manyDefinitions)} definitions and ${formatCount(objects)} custom objects`;
  context.progress(`${name}: filling two stores`);
  using custom = await fillStore(
    context,
    async (server) => await fillWithTypes(context, server, { count: manyDefinitions, objects: objectsPerType }),
  );
  using builtIn = await fillStore(context, async (server) => await fillWithMaps(context, server));
  const [values, raw]: [StartedServer[], StartedServer[]] = [[], []];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    raw.push(await start(builtIn));
    values.push(await start(custom));
  }
  const measurement = (what: string, unit: string, member: "readyMs" | "cpuMs"): Measurement => ({
    name: `${name}${what}`,
    unit,
    better: "less",
    values: values.map((one) => one[member]),
    raw: { name: "as many ConfigMaps of the same sizes", values: raw.map((one) => one[member]) },
    goal: { of: "ratio", bound: 2 },
  });
  return [measurement("", "ms", "readyMs"), measurement(": processor time", "ms of processor time", "cpuMs")];
}

/** @param fill fills the server, and returns the size of its definitions in JSON */
async function fillStore(context: FigureContext, fill: (server: OrchServer) => Promise<number>): Promise<FullStore> {
  const dataDir = createDataDir();
  await using server = await startOrch({ dataDir, core: "any" });
  const definitionBytes = await fill(server);
  return { dataDir, definitionBytes, [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function fillWithTypes(
  context: FigureContext,
  server: OrchServer,
  { count, objects }: { readonly count: number; readonly objects: number },
): Promise<number> {
  const schemas = sizedSchemas();
  let bytes = 0;
  for (let number = 0; number < count; number++) {
    const { definition, group, plural, kind } = numberedType(number, schemas[number % schemas.length] ?? {});
    await createDefinition(server, definition);
    const collection = `/apis/${group}/v1/namespaces/default/${plural}`;
    await untilServed(server, collection);
    if (objects === 0) continue;
    const spec = { field4: { text: "x".repeat(objectBytes - 250) } };
    const object = { apiVersion: `${group}/v1`, kind, metadata: { name: "o-##" }, spec };
    await createNumberedObjects(context, server.target, createRequest(collection, object), objects);
  }
  const { body } = await sendRequest(server.target, { method: "GET", path: definitionsPath, headers: {} });
  for (const item of (JSON.parse(body.toString("utf8")) as { items: object[] }).items)
    bytes += JSON.stringify(item).length;
  return bytes;
}

/** Creates ConfigMaps of the sizes of the definitions and of the custom objects. */
async function fillWithMaps(context: FigureContext, { target }: OrchServer): Promise<number> {
  const schemas = sizedSchemas();
  const map = (name: string, bytes: number): object => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: { text: "x".repeat(bytes - 250) },
  });
  for (let number = 0; number < manyDefinitions; number++) {
    const bytes = JSON.stringify(schemas[number % schemas.length]).length + definitionRestBytes;
    const { status } = await sendRequest(target, createRequest(maps, map(`d-${number}`, bytes)));
    if (status !== 201) throw new Error(`a create was answered with ${status}, not 201`);
  }
  const small = createRequest(maps, map("o-######", objectBytes));
  await createNumberedObjects(context, target, small, manyDefinitions * objectsPerType);
  return 0;
}

async function start({ dataDir }: FullStore): Promise<StartedServer> {
  await using server = await startOrch({ dataDir });
  const usedCpuMs = cpuMs(server.pid);
  const { anonymousBytes } = await settledMemory(() => memoryOf(server.pid));
  return { readyMs: server.readyMs, cpuMs: usedCpuMs, anonymousBytes };
}
