/**
 * Processor time of the server per event delivered to a watcher. `src/cache/watch-hub.test.ts` counts that an event is
 * encoded once for all watchers. A client can only measure the cost.
 */
import { BareServer } from "../bare-server.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { configMap, createRequest, currentResourceVersion, sendRequest } from "../objects.ts";
import { servingKeyPair, startOrch } from "../orch-server.ts";
import { study } from "../study.ts";
import {
  bytesWhenSilent,
  cpuMicrosOf,
  openWatches,
  type WatchAudience,
  waitForBytes,
  watcherCount,
} from "./deliveries.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const eventCount = 200;

const audiences = [
  {
    name: "watch, 1,000 on HTTP/1.1",
    protocol: "h1",
    connections: 1000,
    streams: 1,
    bound: 1.25,
    limit: study.watchH1,
  },
  {
    name: "watch, 10 x 100 on HTTP/2",
    protocol: "h2",
    connections: 10,
    streams: 100,
    bound: 1.5,
    limit: study.watchH2,
  },
] as const;

type MeasuredAudience = (typeof audiences)[number];

/** Measures 1,000 watchers on HTTP/1.1 and on HTTP/2. */
export const watch: Figure = {
  name: "watch",
  title: "processor time of the server per event and watcher, with 1,000 watchers, without the write",
  async measure(context) {
    const measurements: Measurement[] = [];
    for (const audience of audiences) measurements.push(await measureAudience(context, audience));
    return measurements;
  },
};

async function measureAudience(context: FigureContext, audience: MeasuredAudience): Promise<Measurement> {
  const values: number[] = [];
  const raw: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${audience.name}: run ${run} of ${context.runs}`);
    const { cost, eventBytes, serving } = await measureServer(context, audience);
    values.push(cost);
    raw.push(await measureBareServer(context, audience, serving, eventBytes));
  }
  return {
    name: audience.name,
    unit: "us/delivery",
    better: "less",
    values,
    raw: { name: "bare writes of the same bytes", values: raw, study: audience.limit },
    goal: { of: "ratio", bound: audience.bound },
  };
}

type ServingCredentials = Parameters<typeof BareServer.start>[0];

async function measureServer(
  context: FigureContext,
  audience: WatchAudience,
): Promise<{ cost: number; eventBytes: number; serving: ServingCredentials }> {
  await using server = await startOrch();
  const { target } = server;
  const createObject = async (number: number): Promise<void> => {
    await sendRequest(target, createRequest(collection, configMap(`m-${String(number).padStart(6, "0")}`, 1024)));
  };
  // Measure the writes without watchers, because their cost is not part of a delivery.
  const unwatchedCost = await cpuMicrosOf(server, async () => {
    for (let number = 0; number < eventCount; number++) await createObject(number);
  });
  const path = `${collection}?watch=1&resourceVersion=${await currentResourceVersion(target)}`;
  await using listening = await openWatches(context, audience, target, path);
  await createObject(eventCount);
  const eventBytes = (await bytesWhenSilent(listening)) / watcherCount(audience);
  const watchedCost = await cpuMicrosOf(server, async () => {
    for (let event = 1; event <= eventCount; event++) {
      await createObject(eventCount + event);
      // Revisions only get longer, so no later event is shorter than the first.
      await waitForBytes(listening, watcherCount(audience) * (event + 1) * eventBytes);
    }
  });
  const cost = (watchedCost - unwatchedCost) / (eventCount * watcherCount(audience));
  return { cost, eventBytes: Math.round(eventBytes), serving: { ...servingKeyPair(server.dataDir), ca: target.ca } };
}

async function measureBareServer(
  context: FigureContext,
  audience: WatchAudience,
  serving: ServingCredentials,
  eventBytes: number,
): Promise<number> {
  await using bare = await BareServer.start(serving, {});
  await using listening = await openWatches(context, audience, bare.target, "/watch");
  const cost = await cpuMicrosOf(bare, async () => {
    for (let event = 1; event <= eventCount; event++) {
      bare.emit(eventBytes, 1);
      await waitForBytes(listening, watcherCount(audience) * event * eventBytes);
    }
  });
  return cost / (eventCount * watcherCount(audience));
}
