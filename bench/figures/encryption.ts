/** The cost of encryption at rest: creates and gets of Secrets, with aesgcm and without. */
import { rmSync, writeFileSync } from "node:fs";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import { createRequest, sendRequest } from "../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../orch-server.ts";
import { compareRates, measurementOf, type RequestLoad } from "./rates.ts";

const path = "/api/v1/namespaces/default/secrets";
const textBytes = 750;
const keyBytes = 32;
const minRatio = 0.9;

/** Measures writes and reads of encrypted objects. */
export const encryption: Figure = {
  name: "encryption",
  title: "creates and gets with encryption at rest",
  async measure(context) {
    await using encrypted = await SecretServer.start(true);
    await using plain = await SecretServer.start(false);
    return [await compare(context, { encrypted, plain }, create), await compare(context, { encrypted, plain }, get)];
  },
};

/** A server with one Secret. */
class SecretServer implements AsyncDisposable {
  readonly server: OrchServer;
  readonly #dataDir: string;

  private constructor(server: OrchServer, dataDir: string) {
    this.server = server;
    this.#dataDir = dataDir;
  }

  static async start(isEncrypted: boolean): Promise<SecretServer> {
    const dataDir = createDataDir();
    const flags = ["--max-mutating-requests-inflight=0"];
    if (isEncrypted) {
      writeFileSync(`${dataDir}-encryption.json`, configuration(), { mode: 0o600 });
      flags.push(`--encryption-provider-config=${dataDir}-encryption.json`);
    }
    const started = new SecretServer(await startOrch({ dataDir, flags }), dataDir);
    await sendRequest(started.server.target, createRequest(path, secret("settings")));
    return started;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.#dataDir, { recursive: true, force: true });
    rmSync(`${this.#dataDir}-encryption.json`, { force: true });
  }
}

function configuration(): string {
  const keys = [{ name: "key1", secret: Buffer.alloc(keyBytes, 7).toString("base64") }];
  const resources = [{ resources: ["secrets"], providers: [{ aesgcm: { keys } }, { identity: {} }] }];
  return JSON.stringify({ apiVersion: "apiserver.config.k8s.io/v1", kind: "EncryptionConfiguration", resources });
}

/** Returns a Secret of 1 KB. */
function secret(name: string): object {
  const text = Buffer.alloc(textBytes, "x").toString("base64");
  return { apiVersion: "v1", kind: "Secret", metadata: { name }, data: { text } };
}

interface ComparedRequest {
  readonly name: string;
  readonly template: RequestTemplate;
  readonly clients: number;
  readonly status: number;
}

const create: ComparedRequest = {
  name: "create of encrypted Secrets of 1 KB, 16 clients",
  template: createRequest(path, secret("m-########")),
  clients: 16,
  status: 201,
};

const get: ComparedRequest = {
  name: "get of encrypted Secrets of 1 KB, 128 clients",
  template: { method: "GET", path: `${path}/settings`, headers: {} },
  clients: 128,
  status: 200,
};

async function compare(
  context: FigureContext,
  servers: { readonly encrypted: SecretServer; readonly plain: SecretServer },
  { name, template, clients, status }: ComparedRequest,
): Promise<Measurement> {
  const load = ({ server }: SecretServer): RequestLoad => ({
    target: server.target,
    protocol: "h2",
    clients,
    status,
    template,
  });
  const compared = await compareRates(context, load(servers.encrypted), load(servers.plain), name);
  return measurementOf(compared, { name, unit: "requests/s", raw: { name: "without encryption" }, minRatio });
}
