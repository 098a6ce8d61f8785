/** Servers with a separate key service, which fails, changes its key and stops. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KmsPlugin } from "../../src/encryption/kms/testing/kms-plugin.ts";
import type { ComparedServer, Scenario } from "../suite.ts";

/** Folders of key services. Messages about sockets contain their paths. */
const folderPrefix = "orch-compare-kms-";
const folderPattern = new RegExp(`[^\\s"\\\\]*/${folderPrefix}\\w+/`, "g");

/** Replaces the folder of the key service in a text. */
export function withoutFolders(text: string): string {
  return text.replaceAll(folderPattern, "<folder>/");
}

/** Seconds after which a server gives up a call. */
const timeout = "3s";

/** Writes a configuration that encrypts templates of Pods with the key service. Returns its path. */
function writeConfiguration(folder: string): string {
  const endpoint = `unix://${join(folder, "kms.sock")}`;
  const kms = { kms: { apiVersion: "v2", name: "vault", endpoint, timeout } };
  const resources = [{ resources: ["podtemplates"], providers: [kms, { identity: {} }] }];
  const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "EncryptionConfiguration" };
  const path = join(folder, "encryption.json");
  writeFileSync(path, JSON.stringify({ ...type, resources }));
  return path;
}

/** The states of a key service, and what both servers say about them. */
export const keyServices: Scenario = {
  title: "states of a key service",
  async run(server) {
    const folder = mkdtempSync(join(tmpdir(), folderPrefix));
    const service = new TestedService(folder);
    try {
      await service.start();
      const flags = [
        `--encryption-provider-config=${writeConfiguration(folder)}`,
        "--encryption-provider-config-automatic-reload=false",
      ];
      await server.another(flags, (another) => compareStates(another, service));
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

/** A key service that can be stopped and started again. */
class TestedService {
  readonly #socket: string;
  #plugin: KmsPlugin | undefined;

  constructor(folder: string) {
    this.#socket = join(folder, "kms.sock");
  }

  get plugin(): KmsPlugin {
    if (!this.#plugin) throw new TypeError("the key service does not run");
    return this.#plugin;
  }

  async start(): Promise<void> {
    this.#plugin = await KmsPlugin.listen(this.#socket);
  }

  async stop(): Promise<void> {
    await this.#plugin?.[Symbol.asyncDispose]();
    this.#plugin = undefined;
  }
}

const check = "/readyz/kms-providers";
const single = "/healthz/kms-provider-0";

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };

async function compareStates(server: ComparedServer, service: TestedService): Promise<void> {
  await server.prepare("/api/v1/namespaces", { body: { metadata: { name: server.namespace } } });
  const path = `/api/v1/namespaces/${server.namespace}/podtemplates`;
  const untilHealthy = (isHealthy: boolean) => server.until(check, ({ status }) => (status === 200) === isHealthy);
  const compareHealth = async (): Promise<void> => {
    for (const target of [check, single, "/healthz/kms-providers", "/livez/kms-providers", "/livez", "/healthz"]) {
      await server.send(target);
    }
    for (const target of ["/readyz", "/readyz?verbose", "/readyz?exclude=kms-providers"]) await server.send(target);
  };
  let objects = 0;
  const compareObjects = async (): Promise<void> => {
    const name = `t${objects++}`;
    await server.send(path, { body: { metadata: { name }, template } });
    await server.send(`${path}/${name}`);
    await server.send(`${path}/t0`);
    await server.send(path);
    await server.send(`${path}/t0`, { method: "PUT", body: { metadata: { name: "t0" }, template } });
    await server.send(`/api/v1/namespaces/${server.namespace}/configmaps`, { body: { metadata: { name } } });
  };
  await untilHealthy(true);
  await compareHealth();
  await compareObjects();

  service.plugin.healthz = "out of order";
  await untilHealthy(false);
  await compareHealth();
  await compareObjects();

  service.plugin.healthz = "ok";
  await untilHealthy(true);
  const { calls } = service.plugin;
  const encryptions = (): number => calls.filter((method) => method === "Encrypt").length;
  const before = encryptions();
  service.plugin.keyId = "key-2";
  await server.until(check, () => encryptions() > before);
  await server.until(check, ({ status }) => status === 200);
  await compareObjects();
  await compareObjects();

  for (const keyId of ["", "k".repeat(1025)]) {
    service.plugin.keyId = keyId;
    await untilHealthy(false);
    await compareHealth();
    service.plugin.keyId = "key-2";
    await untilHealthy(true);
  }
  service.plugin.version = "v3";
  await untilHealthy(false);
  await compareHealth();
  service.plugin.version = "v2";
  await untilHealthy(true);

  await service.stop();
  await untilHealthy(false);
  await compareHealth();
  await compareObjects();
  await service.start();
  service.plugin.keyId = "key-2";
  await untilHealthy(true);
  await compareObjects();
}
