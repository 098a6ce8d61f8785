/** What a piece of work costs, in shares of a core. */
import type { SoakServer } from "./server.ts";

export interface Cost<T> {
  readonly result: T;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly clientCpu: number;
}

export async function costOf<T>(server: SoakServer, work: () => Promise<T>): Promise<Cost<T>> {
  const begunMs = performance.now();
  const before = server.figures().cpuSeconds;
  const own = process.cpuUsage();
  const result = await work();
  const seconds = (performance.now() - begunMs) / 1000;
  const { user, system } = process.cpuUsage(own);
  const serverCpu = (server.figures().cpuSeconds - before) / seconds;
  return { result, seconds, serverCpu, clientCpu: (user + system) / 1e6 / seconds };
}
