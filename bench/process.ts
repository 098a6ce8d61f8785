/** Processes that are measured: where they run, what they cost. Linux tells in /proc. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** What is measured has one core, whatever loads it the other. */
export type Core = "measured" | "load";

const canPin = spawnSync("taskset", ["--version"]).status === 0 && availableParallelism() >= 2;
const clockTicksPerSecond = 100;

/** Whether processes have cores of their own; otherwise figures are lower and spread more. */
export const isPinned = canPin;

let profileDir: string | undefined;

/** From now on what is measured writes a profile of its processor time into this directory when it stops. */
export function profileInto(directory: string): void {
  profileDir = directory;
}

export function spawnOn(core: Core, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const isProfiled = core === "measured" && profileDir !== undefined;
  const profiling = isProfiled ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [];
  const [command, ...words] = commandOn(core, [...profiling, ...args]);
  return spawn(command, words, options);
}

/** The command line that runs a Node program on a core. */
export function commandOn(core: Core, args: readonly string[]): [command: string, ...args: string[]] {
  if (!canPin) return [process.execPath, ...args];
  return ["taskset", "--cpu-list", core === "measured" ? "0" : "1", process.execPath, ...args];
}

/** Seconds of processor time that a process has used. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name, the second field, may hold anything, but the last parenthesis ends it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

/** Milliseconds of processor time that all threads of a process have used, to the nanosecond: for what is soon done. */
export function cpuMs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "latin1").split(" ")[0]),
  );
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

export interface Memory {
  readonly residentBytes: number;
  /** Without pages of files: programs, and the store's map. */
  readonly anonymousBytes: number;
  readonly peakBytes: number;
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
  return { residentBytes: bytes("VmRSS"), anonymousBytes: bytes("RssAnon"), peakBytes: bytes("VmHWM") };
}

/** Ends a process and waits for its end. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
