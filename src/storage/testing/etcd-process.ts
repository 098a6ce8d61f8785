/**
 * Runs etcd for tests: one member, or a cluster on this machine. The program is the first `etcd` in the
 * PATH. To test another release, put its folder first in the PATH.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** Options of a cluster. */
export interface EtcdClusterOptions {
  /** Number of members. Default: 1. */
  readonly members?: number;
  /** Further flags of every member. */
  readonly flags?: readonly string[];
  /** Scheme of the URLs for clients. Default: http. */
  readonly scheme?: "http" | "https";
}

const startAttempts = 3;
const program = "etcd";

/** Whether etcd is in the PATH. Tests that need it are skipped otherwise. */
export const hasEtcd = spawnSync(program, ["--version"]).status === 0;

/**
 * Kills a process when this one ends, also if a signal ends this one. A shell waits for the end of a pipe from this
 * process.
 */
function killWithThisProcess(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const shell = spawn("sh", ["-c", `read _; kill -9 ${child.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.once("exit", () => shell.kill("SIGKILL"));
  shell.unref();
}

/** A member of a cluster. */
export class EtcdMember {
  readonly url: string;
  readonly #args: readonly string[];
  /** Command that runs the program with its arguments. */
  readonly #runner: readonly string[];
  #process: ChildProcess | undefined;
  #output = "";

  constructor(url: string, args: readonly string[], runner: readonly string[] = []) {
    this.url = url;
    this.#args = args;
    this.#runner = runner;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts the process. Resolves when it serves clients. */
  async start(): Promise<void> {
    const [command = program, ...args] = [...this.#runner, program, ...this.#args];
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.#process = child;
    killWithThisProcess(child);
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000);
    });
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`etcd has ended with code ${code}:\n${this.#output}`)));
      child.stderr?.on("data", () => {
        if (
          /serving (insecure )?client requests|ready to serve client requests|serving client traffic/i.test(
            this.#output,
          )
        ) {
          resolve();
        }
      });
    });
  }

  /** Kills the process as a crash would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops the process without ending it, or lets it continue. */
  pause(isPaused: boolean): void {
    this.#process?.kill(isPaused ? "SIGSTOP" : "SIGCONT");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGCONT");
    child.kill(signal);
    await exited;
  }
}

/** A running cluster. Disposing it kills the processes and deletes their data. */
export class EtcdCluster implements AsyncDisposable {
  readonly members: readonly EtcdMember[];
  readonly #directory: TemporaryDirectory;

  private constructor(members: readonly EtcdMember[], directory: TemporaryDirectory) {
    this.members = members;
    this.#directory = directory;
  }

  /** Starts a cluster. Tries again if another program takes one of the chosen ports. */
  static async start(options: EtcdClusterOptions = {}): Promise<EtcdCluster> {
    for (let attempt = 1; ; attempt++) {
      const cluster = await EtcdCluster.#create(options);
      try {
        await Promise.all(cluster.members.map((member) => member.start()));
        return cluster;
      } catch (error) {
        await cluster[Symbol.asyncDispose]();
        if (attempt === startAttempts || !String(error).includes("address already in use")) throw error;
      }
    }
  }

  static async #create(options: EtcdClusterOptions): Promise<EtcdCluster> {
    const { members: count = 1, flags = [], scheme = "http" } = options;
    const directory = new TemporaryDirectory();
    const ports = await freePorts(count * 2);
    const names = Array.from({ length: count }, (_, index) => `m${index}`);
    const peerUrl = (index: number): string => `http://127.0.0.1:${ports[count + index]}`;
    const cluster = names.map((name, index) => `${name}=${peerUrl(index)}`).join(",");
    const members = names.map((name, index) => {
      const url = `${scheme}://127.0.0.1:${ports[index]}`;
      const args = [
        `--name=${name}`,
        `--data-dir=${join(directory.path, name)}`,
        `--listen-client-urls=${url}`,
        `--advertise-client-urls=${url}`,
        `--listen-peer-urls=${peerUrl(index)}`,
        `--initial-advertise-peer-urls=${peerUrl(index)}`,
        `--initial-cluster=${cluster}`,
        // One member elects itself after one timeout.
        ...(count === 1 ? ["--heartbeat-interval=10", "--election-timeout=100"] : []),
        ...flags,
      ];
      return new EtcdMember(url, args);
    });
    return new EtcdCluster(members, directory);
  }

  get urls(): readonly string[] {
    return this.members.map(({ url }) => url);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    this.#directory[Symbol.dispose]();
  }
}

/** Returns ports that no program uses at the moment. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
