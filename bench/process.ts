/** Runs measured processes on their processor core, and reads their processor time and memory from Linux's `/proc`. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/**
 * The measured server runs on one core, and everything that sends it requests on the other. The operating system chooses
 * the core for `any`, for servers and load that compete for all cores.
 */
export type ProcessorCore = "measured" | "load" | "any";

const canPinProcesses = spawnSync("taskset", ["--version"]).status === 0 && availableParallelism() >= 2;
const clockTicksPerSecond = 100;

/** Whether each process is pinned to its core. Otherwise figures are lower and vary more. */
export const isPinned = canPinProcesses;

let profileDir: string | undefined;

/** Makes each measured process that starts later write a CPU profile into this folder when it stops. */
export function profileInto(directory: string): void {
  profileDir = directory;
}

/** Starts a Node program on a core. */
export function spawnOnCore(core: ProcessorCore, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const isProfiled = core === "measured" && profileDir !== undefined;
  const profiling = isProfiled ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [];
  const [command, ...words] = commandForCore(core, [...profiling, ...args]);
  return spawn(command, words, options);
}

/** Returns the command line that runs a Node program on a core. */
export function commandForCore(core: ProcessorCore, args: readonly string[]): [command: string, ...args: string[]] {
  if (!canPinProcesses || core === "any") return [process.execPath, ...args];
  return ["taskset", "--cpu-list", core === "measured" ? "0" : "1", process.execPath, ...args];
}

/** Returns the processor time that some processes have used together, in seconds. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

/** Returns the processor time that a process has used, in seconds. The resolution is 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in the second field may contain spaces, but the last parenthesis ends it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

/**
 * Returns the processor time that all threads of a process have used, in milliseconds. The resolution is 1 ns, for
 * short work.
 */
export function cpuMs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "latin1").split(" ")[0]),
  );
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** Memory of a process. */
export interface ProcessMemory {
  readonly residentBytes: number;
  /** Memory without pages of files, such as programs and the store's memory map. */
  readonly anonymousBytes: number;
  readonly peakBytes: number;
}

/** Returns the current memory of a process, and the peak of its resident memory. */
export function memoryOf(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
  return { residentBytes: bytes("VmRSS"), anonymousBytes: bytes("RssAnon"), peakBytes: bytes("VmHWM") };
}

/** Returns a process and its children. */
export function withChildren(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
  return [
    pid,
    ...children
      .split(" ")
      .filter((child) => child !== "")
      .map(Number),
  ];
}

/** Memory of several processes. A page that several processes use counts in equal parts for each of them. */
export interface ProportionalMemory {
  readonly anonymousBytes: number;
  /** Pages of files, such as programs and the store's memory map. */
  readonly fileBytes: number;
}

/** Returns the current memory of several processes together. */
export function proportionalBytes(pids: readonly number[]): ProportionalMemory {
  const rollups = pids.map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"));
  const bytesOf = (name: string): number =>
    rollups.reduce((sum, text) => sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) * 1024, 0);
  return { anonymousBytes: bytesOf("Pss_Anon"), fileBytes: bytesOf("Pss_File") };
}

/** Stops a process and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
