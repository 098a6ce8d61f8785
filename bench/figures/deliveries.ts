/** Functions that the figures of watches share: opening watches, and waiting until events have arrived. */
import { setTimeout as pause } from "node:timers/promises";
import type { FigureContext } from "../figure.ts";
import type { OpenResponses } from "../generator.ts";
import type { LoadTarget } from "../load/job.ts";
import { cpuSeconds } from "../process.ts";

/** Watchers that all receive the same events. */
export interface WatchAudience {
  readonly protocol: "h1" | "h2";
  readonly connections: number;
  readonly streams: number;
}

/** Returns the number of watchers. */
export function watcherCount({ connections, streams }: WatchAudience): number {
  return connections * streams;
}

/** Opens the watches in the load generator. Resolves when all are open. */
export async function openWatches(
  context: FigureContext,
  audience: WatchAudience,
  target: LoadTarget,
  path: string,
): Promise<OpenResponses> {
  const { protocol, connections, streams } = audience;
  const template = { method: "GET", path, headers: {} };
  return await context.generator.listen({ target, protocol, connections, streams, template });
}

const pollMs = 2;
const arrivalTimeoutMs = 30_000;
const silenceMs = 100;

/** Waits until the watchers have received this many bytes in total. */
export async function waitForBytes(listening: OpenResponses, bytes: number): Promise<void> {
  const deadline = performance.now() + arrivalTimeoutMs;
  while ((await listening.bodyBytes()) < bytes) {
    if (performance.now() > deadline)
      throw new Error(`fewer than ${bytes} bytes of events arrived within ${arrivalTimeoutMs} ms`);
    await pause(pollMs);
  }
}

/** Waits until no more bytes arrive, and returns the number of received bytes. */
export async function bytesWhenSilent(listening: OpenResponses): Promise<number> {
  let before = -1;
  for (;;) {
    const bodyBytes = await listening.bodyBytes();
    if (bodyBytes === before && bodyBytes > 0) return bodyBytes;
    before = bodyBytes;
    await pause(silenceMs);
  }
}

/** Returns the processor time that a process uses during the work, in microseconds. */
export async function cpuMicrosOf({ pid }: { readonly pid: number }, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return (cpuSeconds(pid) - before) * 1e6;
}
