/** The cost of priority and fairness: requests of users that are not exempt, with limits that reject none. */
import { rmSync, writeFileSync } from "node:fs";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import { configMap, createRequest, sendRequest } from "../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../orch-server.ts";
import { compareRates, measurementOf, type RequestLoad } from "./rates.ts";

const clientCounts = [16, 1000];
const user = "ann";
const configMaps = "/api/v1/namespaces/default/configmaps";
const connectionsMax = 20;

/** Measures gets and creates with priority levels, and without any limit. */
export const fairness: Figure = {
  name: "fairness",
  title: "requests of users that are not exempt, with and without priority and fairness",
  async measure(context) {
    // The level of the user gets at least 1,600 of these seats, so all requests execute.
    const on = ["--max-requests-inflight=10000", "--max-mutating-requests-inflight=10000"];
    const off = [
      "--enable-priority-and-fairness=false",
      "--max-requests-inflight=0",
      "--max-mutating-requests-inflight=0",
    ];
    await using withFairness = await UserServer.start(on);
    await using withoutFairness = await UserServer.start(off);
    const measurements: Measurement[] = [];
    for (const clients of clientCounts) {
      measurements.push(...(await compare(context, clients, [withFairness, withoutFairness])));
    }
    return measurements;
  },
};

/** A server whose users may do everything. */
class UserServer implements AsyncDisposable {
  readonly server: OrchServer;
  readonly #tokens: string;
  readonly #dataDir: string;

  private constructor(server: OrchServer, dataDir: string, tokens: string) {
    this.server = server;
    this.#dataDir = dataDir;
    this.#tokens = tokens;
  }

  static async start(flags: readonly string[]): Promise<UserServer> {
    const dataDir = createDataDir();
    const tokens = `${dataDir}-tokens.csv`;
    writeFileSync(tokens, `${user},${user},1\n`, { mode: 0o600 });
    const all = [
      `--token-auth-file=${tokens}`,
      "--authorization-mode=AlwaysAllow",
      "--http2-max-streams-per-connection=100000",
      ...flags,
    ];
    const server = await startOrch({ dataDir, flags: all });
    await sendRequest(server.target, createRequest(configMaps, configMap("settings", 2048)));
    return new UserServer(server, dataDir, tokens);
  }

  /** Returns a load of requests of the user. */
  load(template: RequestTemplate, clients: number, status: number): RequestLoad {
    const { host, port, ca } = this.server.target;
    const headers = { ...template.headers, authorization: `Bearer ${user}` };
    return {
      target: { host, port, ca },
      protocol: "h2",
      clients,
      connectionsMax,
      status,
      template: { ...template, headers },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.#dataDir, { recursive: true, force: true });
    rmSync(this.#tokens, { force: true });
  }
}

async function compare(
  context: FigureContext,
  clients: number,
  [on, off]: readonly [UserServer, UserServer],
): Promise<readonly Measurement[]> {
  const get: RequestTemplate = { method: "GET", path: `${configMaps}/settings`, headers: {} };
  const create = createRequest(configMaps, configMap(`c${clients}-########`, 1024));
  const measurements: Measurement[] = [];
  for (const { action, template, status } of [
    { action: "get 2 KB", template: get, status: 200 },
    { action: "create 1 KB", template: create, status: 201 },
  ]) {
    const name = `${action} with priority and fairness, ${clients.toLocaleString("en-US")} clients`;
    const compared = await compareRates(
      context,
      on.load(template, clients, status),
      off.load(template, clients, status),
      name,
    );
    const raw = { name: "the same without priority and fairness" };
    measurements.push(measurementOf(compared, { name, unit: "requests/s", raw, minRatio: 0.95 }));
  }
  return measurements;
}
