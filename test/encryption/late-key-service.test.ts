/** A server that starts before its key service. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { KmsPlugin } from "../../src/encryption/kms/testing/kms-plugin.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";

beforeAll(buildProgram, 120_000);

test("a server that starts before its key service becomes ready when the service works", async () => {
  using directory = new TemporaryDirectory();
  const [socket, path] = [join(directory.path, "kms.sock"), join(directory.path, "encryption.json")];
  const kms = { apiVersion: "v2", name: "vault", endpoint: `unix://${socket}` };
  const resources = [{ resources: ["secrets"], providers: [{ kms }, { identity: {} }] }];
  const type = { apiVersion: "apiserver.config.orch.io/v1", kind: "EncryptionConfiguration" };
  writeFileSync(path, JSON.stringify({ ...type, resources }));
  const dataDir = join(directory.path, "data");
  const flags = ["--secure-port=0", `--data-dir=${dataDir}`, `--encryption-provider-config=${path}`];
  const secrets = "/api/v1/namespaces/default/secrets";
  const create = { body: { metadata: { name: "a" } } };

  await using first = new OrchProcess(["apiserver", ...flags]);
  await first.waitForLog("the server is not ready, because a key service fails");
  {
    await using client = clientOf(readFileSync(join(dataDir, "admin.kubeconfig"), "utf8"));
    const { status, text } = await client.request("/readyz");
    expect([status, text.split("\n").filter((line) => !line.startsWith("[+]"))]).toEqual([
      500,
      ["[-]kms-providers failed: reason withheld", "readyz check failed", ""],
    ]);
    expect((await client.request("/livez")).status).toBe(200);
    expect((await client.request(secrets, create)).status).toBe(500);
    await using _plugin = await KmsPlugin.listen(socket);
    await first.waitUntilReady();
    expect((await client.request(secrets, create)).status).toBe(201);
  }

  // A signal also ends a server that is not ready.
  await using second = new OrchProcess(["apiserver", ...flags, `--data-dir=${join(directory.path, "other")}`]);
  await second.waitForLog("the server is not ready, because a key service fails");
  second.signal("SIGTERM");
  expect(await second.waitForExit()).toBe(0);
}, 60_000);
