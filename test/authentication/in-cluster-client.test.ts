/** Clients that find the server and their credentials by themselves: in a Pod, and by a client configuration file. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configMap } from "../../src/api/index.ts";
import { inClusterConfig } from "../../src/client/config/index.ts";
import { memorySource } from "../../src/client/config/testing/memory-source.ts";
import { Client } from "../../src/client/index.ts";
import { H2Transport } from "../../src/client/node/index.ts";
import { serviceAccountFolder } from "../../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { runOrch } from "../support/orch-command.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";

/** Time for the build, in milliseconds. */
const buildMs = 180_000;
/** An account that may list everything, because a controller uses it. */
const account = "generic-garbage-collector";
const accounts = "/api/v1/namespaces/orch-system/serviceaccounts";

const folder = new TemporaryDirectory();
let server: OrchProcess;
let kubeconfig: string;

beforeAll(async () => {
  await buildProgram();
  const dataDir = join(folder.path, "data");
  server = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${dataDir}`]);
  await server.waitUntilReady();
  kubeconfig = readFileSync(join(dataDir, "admin.kubeconfig"), "utf8");
  await using admin = clientOf(kubeconfig);
  await admin.request("/api/v1/namespaces/default/configmaps", { body: { metadata: { name: "settings" } } });
  await admin.request(accounts, { body: { metadata: { name: account } } });
}, buildMs);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test("[GEN-08] a process with the mounted token and CA of its account lists objects", async () => {
  const { url, ca } = addressIn(kubeconfig);
  await using admin = clientOf(kubeconfig);
  const { json } = await admin.request(`${accounts}/${account}/token`, { body: {} });
  const source = memorySource({
    [`${serviceAccountFolder}/token`]: json.status.token as string,
    [`${serviceAccountFolder}/ca.crt`]: ca,
    [`${serviceAccountFolder}/namespace`]: "default",
  });
  source.env["ORCH_SERVICE_HOST"] = new URL(url).hostname;
  source.env["ORCH_SERVICE_PORT"] = new URL(url).port;
  const config = await inClusterConfig({ source });
  const { signal } = new AbortController();
  const transport = new H2Transport({
    url: config.server.href,
    ca: config.ca ?? "",
    credentials: () => config.credentials.current(signal),
  });
  const { items } = await new Client({ transport }).api(configMap, config.namespace).list();
  await transport.close();
  expect(items.map(({ metadata }) => metadata.name)).toContain("settings");
});

test("[GEN-08] the command line lists objects with a client configuration file", async () => {
  const path = join(folder.path, "client.kubeconfig");
  writeFileSync(path, kubeconfig);
  const { code, stdout } = await runOrch(["get", "configmaps", `--kubeconfig=${path}`, "-o", "name"], {
    cwd: folder.path,
  });
  expect(code).toBe(0);
  expect(stdout).toContain("configmap/settings\n");
});
