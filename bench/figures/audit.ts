/** The cost of the audit log: requests that are recorded in the log, in its default mode, compared with a server without it. */
import { rmSync, writeFileSync } from "node:fs";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { LoadTarget } from "../load/job.ts";
import { configMap, createRequest, sendRequest } from "../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../orch-server.ts";
import { compareRates, measurementOf, type RequestLoad } from "./rates.ts";

const clients = 16;
const maps = "/api/v1/namespaces/default/configmaps";

/** Levels with the part of the rate that must remain. */
const levels = [
  { level: "Metadata", minRatio: 0.95 },
  { level: "RequestResponse", minRatio: 0.8 },
] as const;

interface RecordedRequest {
  readonly name: string;
  readonly template: RequestTemplate;
  readonly status: number;
}

const requests: readonly RecordedRequest[] = [
  { name: "create", template: createRequest(maps, configMap("m-########", 1024)), status: 201 },
  { name: "get", template: { method: "GET", path: `${maps}/settings`, headers: {} }, status: 200 },
];

/** Measures creates and gets of ConfigMaps at two levels. */
export const audit: Figure = {
  name: "audit",
  title: "requests that are recorded in an audit log",
  async measure(context) {
    const measurements: Measurement[] = [];
    await using plain = await AuditedServer.start(undefined);
    for (const { level, minRatio } of levels) {
      await using audited = await AuditedServer.start(level);
      for (const request of requests) {
        measurements.push(await compare(context, request, { level, minRatio, audited, plain }));
      }
    }
    return measurements;
  },
};

interface Comparison {
  readonly level: string;
  readonly minRatio: number;
  readonly audited: AuditedServer;
  readonly plain: AuditedServer;
}

/** Number of the next load. Each creates objects with its own names. */
let loads = 0;

async function compare(
  context: FigureContext,
  { name: action, template, status }: RecordedRequest,
  { level, minRatio, audited, plain }: Comparison,
): Promise<Measurement> {
  const name = `${action} at the level ${level}, ${clients} clients`;
  const load = ({ target }: AuditedServer): RequestLoad => {
    loads++;
    const body = template.body?.replace('"m-', `"m-${loads}-`);
    return {
      target,
      protocol: "h2",
      clients,
      status,
      template: body === undefined ? template : { ...template, body },
    };
  };
  const compared = await compareRates(context, load(audited), load(plain), name);
  return measurementOf(compared, {
    name,
    unit: "requests/s",
    raw: { name: "the same without an audit log" },
    minRatio,
  });
}

/** A server with or without an audit log. */
class AuditedServer implements AsyncDisposable {
  readonly #server: OrchServer;
  readonly #dataDir: string;

  private constructor(server: OrchServer, dataDir: string) {
    this.#server = server;
    this.#dataDir = dataDir;
  }

  /** @param level of all requests. Undefined: none is recorded */
  static async start(level: string | undefined): Promise<AuditedServer> {
    const dataDir = createDataDir();
    const policy = `${dataDir}-policy.yaml`;
    const flags = ["--max-mutating-requests-inflight=0"];
    if (level !== undefined) {
      const group = "audit.k8s.io";
      writeFileSync(policy, JSON.stringify({ apiVersion: `${group}/v1`, kind: "Policy", rules: [{ level }] }));
      flags.push(`--audit-policy-file=${policy}`, `--audit-log-path=${dataDir}-audit/audit.log`);
      flags.push("--audit-log-maxbackup=1");
    }
    const server = new AuditedServer(await startOrch({ dataDir, flags }), dataDir);
    await sendRequest(server.target, createRequest(maps, configMap("settings", 2048)));
    return server;
  }

  get target(): LoadTarget {
    return this.#server.target;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    for (const path of [this.#dataDir, `${this.#dataDir}-policy.yaml`, `${this.#dataDir}-audit`]) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
