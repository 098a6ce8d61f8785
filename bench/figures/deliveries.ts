/** Functions that the figures of watches share: opening watches, and waiting until events have arrived. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../figure.ts";
import type { Listening } from "../generator.ts";
import type { Target } from "../load/job.ts";
import { cpuSeconds } from "../process.ts";

/** Watchers that all receive the same events. */
export interface Audience {
  readonly protocol: "h1" | "h2";
  readonly connections: number;
  readonly streams: number;
}

/** Returns the number of watchers. */
export function watcherCount({ connections, streams }: Audience): number {
  return connections * streams;
}

/** Opens the watches in the load generator. Resolves when all are open. */
export async function listen(context: Context, audience: Audience, target: Target, path: string): Promise<Listening> {
  const { protocol, connections, streams } = audience;
  const template = { method: "GET", path, headers: {} };
  return await context.generator.listen({ target, protocol, connections, streams, template });
}

const pollMs = 2;
const patienceMs = 30_000;
const silenceMs = 100;

/** Waits until the watchers have received this many bytes in total. */
export async function arrived(listening: Listening, bytes: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while ((await listening.bodyBytes()) < bytes) {
    if (performance.now() > deadline) throw new Error("events do not arrive");
    await pause(pollMs);
  }
}

/** Waits until no more bytes arrive, and returns the number of received bytes. */
export async function settled(listening: Listening): Promise<number> {
  let before = -1;
  for (;;) {
    const bodyBytes = await listening.bodyBytes();
    if (bodyBytes === before && bodyBytes > 0) return bodyBytes;
    before = bodyBytes;
    await pause(silenceMs);
  }
}

/** Returns the processor time that a process uses during the work, in microseconds. */
export async function costOf({ pid }: { readonly pid: number }, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return (cpuSeconds(pid) - before) * 1e6;
}
