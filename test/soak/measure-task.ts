/** Measures the CPU time of a task. */
import type { SoakServer } from "./server.ts";

/** Result and duration of a task. CPU time is in cores: 1 is one fully used core. */
export interface MeasuredTask<T> {
  readonly result: T;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly clientCpu: number;
}

/** Runs a task and measures the CPU use of the server and of this process meanwhile. */
export async function measureTask<T>(server: SoakServer, work: () => Promise<T>): Promise<MeasuredTask<T>> {
  const begunMs = performance.now();
  const before = server.resourceUsage().cpuSeconds;
  const own = process.cpuUsage();
  const result = await work();
  const seconds = (performance.now() - begunMs) / 1000;
  const { user, system } = process.cpuUsage(own);
  const serverCpu = (server.resourceUsage().cpuSeconds - before) / seconds;
  return { result, seconds, serverCpu, clientCpu: (user + system) / 1e6 / seconds };
}
