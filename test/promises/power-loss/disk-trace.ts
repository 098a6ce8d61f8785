/** Traces the operations of a running server on a file, with `strace`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type DiskOperation, readTrace } from "./disk-operation.ts";

/** Flag of files whose writes are synced before they return, in the octal number of `/proc/PID/fdinfo`. */
const dsyncFlag = 0o10000;
const calls = "trace=lseek,write,writev,pwrite64,pwritev,fdatasync,fsync";

/** Returns why this machine cannot trace. Undefined if it can. */
export function whyTracingIsImpossible(): string | undefined {
  try {
    execFileSync("strace", ["-o", "/dev/null", "true"], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    return `strace does not work: ${String(error).split("\n", 1)[0]}`;
  }
}

/** A running trace. */
export class DiskTrace {
  readonly #tracer: ChildProcess;
  readonly #output: string;
  readonly #syncedFiles: ReadonlySet<number>;

  private constructor(tracer: ChildProcess, output: string, syncedFiles: ReadonlySet<number>) {
    this.#tracer = tracer;
    this.#output = output;
    this.#syncedFiles = syncedFiles;
  }

  /** Begins to trace a process. @param output file for the trace */
  static async begin(pid: number, file: string, output: string): Promise<DiskTrace> {
    const options = ["-f", "-ttt", "-T", "-xx", "-s", "16777216", "-e", calls, "-P", file, "-o", output];
    const tracer = spawn("strace", [...options, "-p", String(pid)], { stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface({ input: tracer.stderr })) {
      if (line.includes("attached")) break;
    }
    return new DiskTrace(tracer, output, syncedFilesOf(pid, file));
  }

  /** Ends the trace. The process continues. */
  async end(): Promise<DiskOperation[]> {
    const ended = once(this.#tracer, "exit");
    this.#tracer.kill("SIGINT");
    await ended;
    return readTrace(readFileSync(this.#output, "latin1"), this.#syncedFiles);
  }
}

function syncedFilesOf(pid: number, file: string): ReadonlySet<number> {
  const folder = `/proc/${pid}/fd`;
  const descriptors = readdirSync(folder).filter((name) => readlinkSync(join(folder, name)) === file);
  return new Set(descriptors.filter((name) => isSynced(pid, name)).map(Number));
}

function isSynced(pid: number, descriptor: string): boolean {
  const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, "utf8"))?.[1];
  return (Number.parseInt(flags ?? "0", 8) & dsyncFlag) !== 0;
}
