/** Creates a thousand definitions one after another, and measures how soon each type is served, discovered and described. */
import { type FigureContext, type Measurement, median } from "../../figure.ts";
import { sendRequest, type WholeResponse } from "../../objects.ts";
import { type OrchServer, startOrch } from "../../orch-server.ts";
import { cpuMs } from "../../process.ts";
import { createDefinition, untilServed } from "./create-type.ts";
import { type NumberedType, numberedType, sizedSchemas } from "./definitions.ts";

const count = 1000;
const countText = count.toLocaleString("en-US");
/** Number of definitions whose average time is compared. */
const compared = 200;
/** Number of further definitions, each of which is awaited in discovery and in the OpenAPI documents. */
const followed = 15;
const blockMsMax = 50;
const aggregated = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };

interface Result {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly firstCpuMs: number;
  readonly lastCpuMs: number;
  readonly blockMs: number;
  readonly servedMs: number;
  readonly discoveryMs: number;
  readonly indexMs: number;
  readonly completeMs: number;
}

/** Measures creations, and reads of discovery and OpenAPI after them. */
export async function measureManyDefinitions(context: FigureContext): Promise<Measurement[]> {
  const results: Result[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${countText} definitions one after another: run ${run} of ${context.runs}`);
    results.push(await measureOnce(context));
  }
  const valuesOf = (member: keyof Result): number[] => results.map((result) => result[member]);
  const milliseconds = (name: string, member: keyof Result): Measurement => ({
    name,
    unit: "ms",
    better: "less",
    values: valuesOf(member),
    goal: { of: "value", bound: blockMsMax },
  });
  const grown = (name: string, unit: string, last: keyof Result, first: keyof Result): Measurement => ({
    name,
    unit,
    better: "less",
    values: valuesOf(last),
    raw: { name: `the first ${compared} of ${countText}`, values: valuesOf(first) },
    goal: { of: "ratio", bound: 1.2 },
  });
  return [
    grown(`time per definition, the last ${compared} of ${countText}`, "ms", "lastMs", "firstMs"),
    grown(
      `processor time per definition, the last ${compared} of ${countText}`,
      "ms of processor time",
      "lastCpuMs",
      "firstCpuMs",
    ),
    milliseconds(`longest block of the event loop, ${countText} definitions created`, "blockMs"),
    milliseconds(`a type is served after its creation, ${countText} definitions`, "servedMs"),
    milliseconds(`aggregated discovery after a change, ${countText} definitions`, "discoveryMs"),
    milliseconds(`index of the OpenAPI documents after a change, ${countText} definitions`, "indexMs"),
    milliseconds(
      `a type is served, in discovery and in OpenAPI after its creation, ${countText} definitions`,
      "completeMs",
    ),
  ];
}

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

async function measureOnce(context: FigureContext): Promise<Result> {
  // Its threads run on any core, because the measured block would include the time in which others use the core.
  await using server = await startOrch({ measuresDelay: true, core: "any" });
  const schemas = sizedSchemas();
  const typeOf = (number: number): NumberedType => numberedType(number, schemas[number % schemas.length] ?? {});
  // The first definitions load and compile code.
  for (let number = count; number < count + schemas.length; number++) await createAndAwait(server, typeOf(number));
  await server.longestDelayMs();
  const costs: Cost[] = [];
  for (let number = 0; number < count; number++)
    costs.push(await costOf(server, () => createAndAwait(server, typeOf(number))));
  const blockMs = await server.longestDelayMs();
  context.progress(`${countText} definitions: reading discovery and OpenAPI`);
  await get(server, "/openapi/v3");
  const follows: FollowedType[] = [];
  for (let number = 0; number < followed; number++) follows.push(await follow(server, typeOf(2 * count + number)));
  const medianOf = (member: keyof FollowedType): number => median(follows.map((one) => one[member]));
  const [first, last] = [costs.slice(0, compared), costs.slice(-compared)];
  return {
    firstMs: average(first, "ms"),
    lastMs: average(last, "ms"),
    firstCpuMs: average(first, "cpuMs"),
    lastCpuMs: average(last, "cpuMs"),
    blockMs,
    servedMs: medianOf("servedMs"),
    discoveryMs: medianOf("discoveryMs"),
    indexMs: medianOf("indexMs"),
    completeMs: medianOf("completeMs"),
  };
}

function average(costs: readonly Cost[], member: keyof Cost): number {
  return costs.reduce((sum, cost) => sum + cost[member], 0) / costs.length;
}

async function costOf({ pid }: OrchServer, work: () => Promise<void>): Promise<Cost> {
  const [startMs, startCpuMs] = [performance.now(), cpuMs(pid)];
  await work();
  return { ms: performance.now() - startMs, cpuMs: cpuMs(pid) - startCpuMs };
}

async function createAndAwait(server: OrchServer, { definition, group, plural }: NumberedType): Promise<void> {
  await createDefinition(server, definition);
  await untilServed(server, `/apis/${group}/v1/namespaces/default/${plural}`);
}

interface FollowedType {
  /** Times from the response to the creation. */
  readonly servedMs: number;
  readonly completeMs: number;
  readonly discoveryMs: number;
  readonly indexMs: number;
}

/** Creates a definition, and reads everything that describes its type. All of it must know the type. */
async function follow(server: OrchServer, type: NumberedType): Promise<FollowedType> {
  await createDefinition(server, type.definition);
  const createdMs = performance.now();
  await untilServed(server, `/apis/${type.group}/v1/namespaces/default/${type.plural}`);
  const servedMs = performance.now();
  const discovery = await get(server, "/apis", aggregated);
  const discoveredMs = performance.now();
  const index = await get(server, "/openapi/v3");
  const indexedMs = performance.now();
  await get(server, `/openapi/v3/apis/${type.group}/v1`);
  const completeMs = performance.now() - createdMs;
  if (!discovery.body.includes(`"${type.plural}"`)) throw new Error(`discovery does not list ${type.plural}`);
  if (!index.body.includes(`"apis/${type.group}/v1"`)) throw new Error(`the OpenAPI index does not list ${type.group}`);
  return {
    servedMs: servedMs - createdMs,
    discoveryMs: discoveredMs - servedMs,
    indexMs: indexedMs - discoveredMs,
    completeMs,
  };
}

async function get({ target }: OrchServer, path: string, headers: Record<string, string> = {}): Promise<WholeResponse> {
  const response = await sendRequest(target, { method: "GET", path, headers });
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}, not 200`);
  return response;
}
