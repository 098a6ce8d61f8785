/** Starts the two servers that are compared. The operating system chooses their cores. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePortRange } from "../../test/support/free-port.ts";
import type { FigureContext } from "../figure.ts";
import type { LoadTarget } from "../load/job.ts";
import { accountPlugin, createDataDir, credentialsIn, root } from "../orch-server.ts";
import { memoryOf, withChildren } from "../process.ts";
import { startProcesses } from "../server-processes.ts";

const referenceScript = join(root, "../shared/reference/up.sh");
/** One port of the API server and two of etcd. */
const portsOfReference = 3;

/** A server under comparison. */
export interface ComparedServer extends AsyncDisposable {
  readonly target: LoadTarget;
  /** All processes of the server, and its store, if the store has its own process. */
  readonly pids: readonly number[];
}

/** Both servers. */
export interface ServerPair {
  readonly orch: ComparedServer;
  readonly reference: ComparedServer;
}

/** Memory of all processes of a server. */
export interface ServerMemory {
  readonly residentBytes: number;
  /** Memory without pages of files, such as the store's memory map. */
  readonly anonymousBytes: number;
}

/** Returns the current memory of a server. */
export function memoryOfServer({ pids }: ComparedServer): ServerMemory {
  const memories = pids.map(memoryOf);
  return {
    residentBytes: memories.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    anonymousBytes: memories.reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0),
  };
}

/** Returns whether this machine has the reference beside the checkout. */
export function hasReference(): boolean {
  return existsSync(referenceScript);
}

/** More flags of each server. */
export type ServerFlags = Readonly<Record<keyof ServerPair, readonly string[]>>;

const noFlags: ServerFlags = { orch: [], reference: [] };

/**
 * Starts both servers with empty stores on the same disk, runs the work, and stops them.
 * @param run has the number of processes of `orch`. One if absent.
 */
export async function withServers<Result>(
  { serverProcesses = 1 }: Pick<FigureContext, "serverProcesses">,
  work: (servers: ServerPair) => Promise<Result>,
  flags: ServerFlags = noFlags,
): Promise<Result> {
  await using reference = await startReference(flags.reference);
  await using server = await startProcesses(serverProcesses, { flags: flags.orch });
  return await work({ orch: { ...server, pids: withChildren(server.pid) }, reference });
}

/**
 * Starts the reference without the admission plugins that orch does not have yet, because they cost the reference
 * processor time.
 */
async function startReference(moreFlags: readonly string[]): Promise<ComparedServer> {
  const directory = createDataDir();
  const port = await freePortRange(portsOfReference);
  const flags = [`--disable-admission-plugins=${accountPlugin}`, ...moreFlags];
  const stop = async (): Promise<void> => {
    for (const pid of processesIn(directory).toReversed()) await stopProcess(pid);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    // The programs keep running and inherit the output, so the end of the output must not be awaited.
    const command = '"$0" "$@" >"$1/start.log" 2>&1';
    await promisify(execFile)("bash", ["-c", command, referenceScript, directory, String(port), ...flags]);
    return {
      target: { host: "127.0.0.1", port, ...credentialsIn(join(directory, "admin.kubeconfig")) },
      pids: processesIn(directory),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the processes that the script has started for this folder. */
function processesIn(directory: string): readonly number[] {
  const file = join(directory, "pids");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

const stopPollMs = 50;
const stopTimeoutMs = 15_000;

/** Stops a process that is not a child of this one. */
async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, "SIGTERM");
  const deadline = performance.now() + stopTimeoutMs;
  while (existsSync(`/proc/${pid}`)) {
    if (performance.now() > deadline) {
      process.kill(pid, "SIGKILL");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, stopPollMs));
  }
}
