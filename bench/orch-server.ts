/** The server under measurement: as a user starts it, on a store of its own. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Target } from "./load/job.ts";
import { spawnOn, stop } from "./process.ts";

export const root = join(import.meta.dirname, "..");
const readyLine = /^orch is ready at https:\/\/(\S+):(\d+)$/;

export interface OrchServer extends AsyncDisposable {
  readonly pid: number;
  readonly target: Target;
  readonly dataDir: string;
  /** From the spawn of the process to its ready line. */
  readonly readyMs: number;
  /** The longest time for which the event loop was held up since the last call; only with `measuresDelay`. */
  longestDelayMs(): Promise<number>;
}

export interface OrchOptions {
  /** Default: the server alone. */
  readonly command?: "apiserver" | "up";
  /** Of an earlier server; default: a new one, removed with the server. */
  readonly dataDir?: string;
  /** Further flags. */
  readonly flags?: readonly string[];
  readonly measuresDelay?: boolean;
  /** Another program in one file than the one that is built. */
  readonly main?: string;
}

/** A directory on the disk of the checkout, so that commits cost what they cost. */
export function newDataDir(): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  return mkdtempSync(join(root, ".cache", "bench-"));
}

export async function startOrch(options: OrchOptions = {}): Promise<OrchServer> {
  const dataDir = options.dataDir ?? newDataDir();
  const flags = ["--vocabulary=kubernetes", "--secure-port=0", `--data-dir=${dataDir}`, ...(options.flags ?? [])];
  const preloaded = options.measuresDelay ? ["--import", join(import.meta.dirname, "raw/loop-delay.mjs")] : [];
  const started = options.main ? [join(import.meta.dirname, "raw/run-program.cjs"), options.main] : [];
  const program = [...preloaded, ...(options.main ? started : [join(root, "bin/orch.js")])];
  const begun = performance.now();
  const child = spawnOn("measured", [...program, options.command ?? "apiserver", ...flags], {
    stdio: ["ignore", "pipe", "inherit", ...(options.measuresDelay ? ["ipc" as const] : [])],
  });
  const [host, port] = await ready(child);
  const readyMs = performance.now() - begun;
  return {
    pid: child.pid ?? 0,
    dataDir,
    readyMs,
    target: { host, port, ...credentials(dataDir) },
    longestDelayMs: () => longestDelayMs(child),
    async [Symbol.asyncDispose]() {
      await stop(child);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function longestDelayMs(child: ChildProcess): Promise<number> {
  const answered = once(child, "message");
  child.send("longest delay");
  const [{ longestMs }] = (await answered) as [{ longestMs: number }];
  return longestMs;
}

async function ready(child: ChildProcess): Promise<[host: string, port: number]> {
  if (!child.stdout) throw new Error("the server's output is piped");
  for await (const line of createInterface({ input: child.stdout })) {
    const [, host, port] = readyLine.exec(line) ?? [];
    if (host !== undefined) return [host, Number(port)];
  }
  throw new Error("the server has ended before it was ready");
}

function credentials(dataDir: string): Pick<Target, "ca" | "cert" | "key"> {
  const config = readFileSync(join(dataDir, "admin.kubeconfig"), "utf8");
  const embedded = (name: string): string =>
    Buffer.from(new RegExp(`${name}: (\\S+)`).exec(config)?.[1] ?? "", "base64").toString("utf8");
  return {
    ca: embedded("certificate-authority-data"),
    cert: embedded("client-certificate-data"),
    key: embedded("client-key-data"),
  };
}

/** Where a server keeps its store. */
export function storeDirOf(dataDir: string): string {
  return join(dataDir, "store");
}

/** The certificate and key with which the server serves, for a bare server beside it. */
export function servingPair(dataDir: string): { cert: string; key: string } {
  const read = (name: string): string => readFileSync(join(dataDir, "pki", name), "utf8");
  return { cert: read("apiserver.crt"), key: read("apiserver.key") };
}
