/** What the figures of watches share: an audience, and when it has got everything. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../figure.ts";
import type { Listening } from "../generator.ts";
import type { Target } from "../load/job.ts";
import { cpuSeconds } from "../process.ts";

/** Watchers that all see the same. */
export interface Audience {
  readonly protocol: "h1" | "h2";
  readonly connections: number;
  readonly streams: number;
}

export function watcherCount({ connections, streams }: Audience): number {
  return connections * streams;
}

export async function listen(context: Context, audience: Audience, target: Target, path: string): Promise<Listening> {
  const { protocol, connections, streams } = audience;
  const template = { method: "GET", path, headers: {} };
  return await context.generator.listen({ target, protocol, connections, streams, template });
}

const pollMs = 2;
const patienceMs = 30_000;
const silenceMs = 100;

/** Resolves once so many bytes have come. */
export async function arrived(listening: Listening, bytes: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while ((await listening.bodyBytes()) < bytes) {
    if (performance.now() > deadline) throw new Error("events do not arrive");
    await pause(pollMs);
  }
}

/** The bytes that have come once no more come. */
export async function settled(listening: Listening): Promise<number> {
  let before = -1;
  for (;;) {
    const bodyBytes = await listening.bodyBytes();
    if (bodyBytes === before && bodyBytes > 0) return bodyBytes;
    before = bodyBytes;
    await pause(silenceMs);
  }
}

/** Microseconds of processor time that a process needs meanwhile. */
export async function costOf({ pid }: { readonly pid: number }, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return (cpuSeconds(pid) - before) * 1e6;
}
