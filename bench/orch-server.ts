/** Starts the measured server like a user does, with a separate store. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { LoadTarget } from "./load/job.ts";
import { type ProcessorCore, spawnOnCore, stop } from "./process.ts";

/** Root of the checkout. */
export const root = join(import.meta.dirname, "..");
const readyLine = /^orch is ready at https:\/\/(\S+):(\d+)$/;

/** The running server. */
export interface OrchServer extends AsyncDisposable {
  readonly pid: number;
  readonly target: LoadTarget;
  readonly dataDir: string;
  /** Time from the spawn of the process to the line that says it is ready. */
  readonly readyMs: number;
  /** Returns the longest block of the event loop since the previous call. Needs the option `measuresDelay`. */
  longestDelayMs(): Promise<number>;
  /** Collects all garbage, and returns the bytes of the objects in the heap. Needs the option `measuresKeptMemory`. */
  keptHeapBytes(): Promise<number>;
}

/** Options of a measured server. */
export interface OrchOptions {
  /** Command to run. Default: `apiserver`, the server without controllers. */
  readonly command?: "apiserver" | "up";
  /** Data folder of an earlier server. Default: a new folder, which is removed with the server. */
  readonly dataDir?: string;
  /** More flags for the command. */
  readonly flags?: readonly string[];
  readonly measuresDelay?: boolean;
  readonly measuresKeptMemory?: boolean;
  /** Core of the process. Default: `measured`. */
  readonly core?: ProcessorCore;
  /** Path of a program to run instead of `bin/orch.js`. */
  readonly main?: string;
}

/** Admission plugin that would reject Pods, because no controller creates their service accounts. */
export const accountPlugin = "ServiceAccount";

/** Creates a folder on the disk of the checkout, because commits to a memory file system would be too fast. */
export function createDataDir(): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  return mkdtempSync(join(root, ".cache", "bench-"));
}

/** Starts a server and waits until it is ready. Disposing stops it. */
export async function startOrch(options: OrchOptions = {}): Promise<OrchServer> {
  const dataDir = options.dataDir ?? createDataDir();
  const { command = "apiserver" } = options;
  const flags = [
    "--vocabulary=kubernetes",
    "--secure-port=0",
    `--data-dir=${dataDir}`,
    ...(command === "apiserver" ? [`--disable-admission-plugins=${accountPlugin}`] : []),
    ...(options.flags ?? []),
  ];
  const preloadArguments = [
    ...(options.measuresDelay ? ["--import", join(import.meta.dirname, "raw/loop-delay.mjs")] : []),
    ...(options.measuresKeptMemory
      ? ["--expose-gc", "--import", join(import.meta.dirname, "raw/kept-memory.mjs")]
      : []),
  ];
  const mainProgram = options.main ? [join(import.meta.dirname, "raw/run-program.cjs"), options.main] : [];
  const program = [...preloadArguments, ...(options.main ? mainProgram : [join(root, "bin/orch.js")])];
  const startMs = performance.now();
  const child = spawnOnCore(options.core ?? "measured", [...program, command, ...flags], {
    stdio: [
      "ignore",
      "pipe",
      "inherit",
      ...(options.measuresDelay || options.measuresKeptMemory ? ["ipc" as const] : []),
    ],
  });
  const [host, port] = await readReadyLine(child);
  const readyMs = performance.now() - startMs;
  return {
    pid: child.pid ?? 0,
    dataDir,
    readyMs,
    target: { host, port, ...credentialsIn(join(dataDir, "admin.kubeconfig")) },
    longestDelayMs: async () => (await replyOf<{ longestMs: number }>(child, "longest delay")).longestMs,
    keptHeapBytes: async () => (await replyOf<{ heapBytes: number }>(child, "kept memory")).heapBytes,
    async [Symbol.asyncDispose]() {
      await stop(child);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends a message to a program that was preloaded into the server, and returns its reply. */
async function replyOf<T>(child: ChildProcess, message: string): Promise<T> {
  const replied = once(child, "message");
  child.send(message);
  const [reply] = (await replied) as [T];
  return reply;
}

async function readReadyLine(child: ChildProcess): Promise<[host: string, port: number]> {
  if (!child.stdout) throw new Error("the server must be started with a pipe for its output");
  for await (const line of createInterface({ input: child.stdout })) {
    const [, host, port] = readyLine.exec(line) ?? [];
    if (host !== undefined) return [host, Number(port)];
  }
  throw new Error("the server ended before it was ready");
}

/** Returns the credentials that are embedded in a client configuration. */
export function credentialsIn(kubeconfig: string): Pick<LoadTarget, "ca" | "cert" | "key"> {
  const config = readFileSync(kubeconfig, "utf8");
  const embedded = (name: string): string =>
    Buffer.from(new RegExp(`${name}: (\\S+)`).exec(config)?.[1] ?? "", "base64").toString("utf8");
  return {
    ca: embedded("certificate-authority-data"),
    cert: embedded("client-certificate-data"),
    key: embedded("client-key-data"),
  };
}

/** Returns the folder of a server's store. */
export function storeDirOf(dataDir: string): string {
  return join(dataDir, "store");
}

/** Returns the server's certificate and key, for a bare server that uses the same ones. */
export function servingKeyPair(dataDir: string): { cert: string; key: string } {
  const read = (name: string): string => readFileSync(join(dataDir, "pki", name), "utf8");
  return { cert: read("apiserver.crt"), key: read("apiserver.key") };
}
