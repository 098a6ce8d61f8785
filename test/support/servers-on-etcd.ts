/** Built servers on one etcd behind a load balancer, as a user runs them on several machines. */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { EtcdCluster } from "../../src/storage/testing/etcd-process.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { DelayingProxy } from "./delaying-proxy.ts";
import { buildProgram, clientOf, OrchProcess } from "./orch-process.ts";
import { RoundRobinProxy } from "./round-robin-proxy.ts";
import type { WireClient } from "./wire-client.ts";

/** Time for the build and the start of the servers, in milliseconds. */
export const serversStartMs = 180_000;

/** A running server. */
export interface ServerOnEtcd {
  readonly process: OrchProcess;
  /** An administrator's client of this server alone. */
  readonly client: WireClient;
  /** Client configuration of an administrator for this server alone. */
  readonly kubeconfig: string;
}

/**
 * Several servers on one etcd with one member. All servers but the first reach etcd through `line`, so that a test can let
 * them receive changes later than the first one. Disposal ends everything, and deletes the data.
 */
export class ServersOnEtcd implements AsyncDisposable {
  readonly etcd: EtcdCluster;
  /** Passes connections to the servers in turn. */
  readonly proxy: RoundRobinProxy;
  /** The connections between etcd and all servers but the first. */
  readonly line: DelayingProxy;
  readonly #directory = new TemporaryDirectory();
  readonly #flags: readonly string[];
  #firstName: string | undefined;
  readonly #running = new Map<string, ServerOnEtcd>();

  private constructor(parts: Pick<ServersOnEtcd, "etcd" | "proxy" | "line">, flags: readonly string[]) {
    this.etcd = parts.etcd;
    this.proxy = parts.proxy;
    this.line = parts.line;
    this.#flags = flags;
  }

  /**
   * Starts etcd and servers in the vocabulary `kubernetes`.
   * @param names one for each server
   * @param flags further flags of every server
   */
  static async start(names: readonly string[], flags: readonly string[] = []): Promise<ServersOnEtcd> {
    await buildProgram();
    const etcd = await EtcdCluster.start();
    const line = await new DelayingProxy(etcd.urls[0] ?? "").listen();
    const servers = new ServersOnEtcd({ etcd, line, proxy: await RoundRobinProxy.start() }, flags);
    try {
      for (const name of names) await servers.startServer(name);
      return servers;
    } catch (error) {
      await servers[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Directory for files of the test. */
  get directory(): string {
    return this.#directory.path;
  }

  /** Names of the running servers. */
  get names(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Returns a running server. */
  server(name: string): ServerOnEtcd {
    const server = this.#running.get(name);
    if (!server) throw new Error(`the server ${name} does not run`);
    return server;
  }

  /**
   * Starts a server, or starts it again. A new one has the keys and certificates of the first server.
   * @param flags further flags of this server
   */
  async startServer(name: string, flags: readonly string[] = []): Promise<ServerOnEtcd> {
    const dataDir = join(this.directory, name);
    this.#firstName ??= name;
    if (!existsSync(dataDir)) this.#shareKeys(dataDir);
    const process = new OrchProcess([
      "up",
      "--vocabulary=kubernetes",
      `--etcd-servers=${name === this.#firstName ? this.etcd.urls.join(",") : this.line.url}`,
      "--secure-port=0",
      `--data-dir=${dataDir}`,
      ...this.#flags,
      ...flags,
    ]);
    const url = await process.waitUntilReady();
    const kubeconfig = await readFile(join(dataDir, "admin.kubeconfig"), "utf8");
    const server = { process, kubeconfig, client: clientOf(kubeconfig, { protocol: "h2" }) };
    this.#running.set(name, server);
    this.proxy.putIn(name, Number(new URL(url).port));
    return server;
  }

  /** Kills a server with SIGKILL. The load balancer is not told. */
  async killServer(name: string): Promise<void> {
    const { process, client } = this.server(name);
    this.#running.delete(name);
    await process[Symbol.asyncDispose]();
    await client[Symbol.asyncDispose]();
  }

  /** Takes a server out of the load balancer, and stops it with SIGTERM. Resolves with its exit code when it has ended. */
  async stopServer(name: string): Promise<number> {
    const { process, client } = this.server(name);
    this.#running.delete(name);
    this.proxy.takeOut(name);
    await client[Symbol.asyncDispose]();
    process.signal("SIGTERM");
    return await process.waitForExit();
  }

  /** Writes a client configuration of an administrator whose connections go through the load balancer. Returns its path. */
  async writeProxyKubeconfig(): Promise<string> {
    const [server] = this.#running.values();
    if (!server) throw new Error("no server runs");
    const path = join(this.directory, "proxy.kubeconfig");
    const text = server.kubeconfig.replace(/server: \S+/, `server: "https://127.0.0.1:${this.proxy.port}"`);
    await writeFile(path, text);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.names) await this.killServer(name);
    await this.proxy[Symbol.asyncDispose]();
    await this.line[Symbol.asyncDispose]();
    await this.etcd[Symbol.asyncDispose]();
    this.#directory[Symbol.dispose]();
  }

  #shareKeys(dataDir: string): void {
    const first = join(this.directory, this.#firstName ?? "");
    if (dataDir === first) return;
    mkdirSync(dataDir);
    for (const entry of ["pki", "cluster.json"]) {
      cpSync(join(first, entry), join(dataDir, entry), { recursive: true });
    }
  }
}

/**
 * Two servers, `first` and `second`, for the tests of the enclosing `describe()`. They start before the first test. Each test
 * begins without a delay of `line`.
 * @param prepare called once the servers run
 * @returns a function that returns the servers
 */
export function serversForTests(
  prepare: (servers: ServersOnEtcd) => Promise<void> = async () => undefined,
): () => ServersOnEtcd {
  let servers: ServersOnEtcd | undefined;
  const running = (): ServersOnEtcd => servers ?? expect.unreachable("no test runs");
  beforeAll(async () => {
    servers = await ServersOnEtcd.start(["first", "second"]);
    await prepare(servers);
  }, serversStartMs);
  beforeEach(() => {
    running().line.delayMs = 0;
  });
  afterAll(async () => {
    await servers?.[Symbol.asyncDispose]();
  });
  return running;
}
