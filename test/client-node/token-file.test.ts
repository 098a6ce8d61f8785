/** The official client with a token file, whose content another program replaces, as in a Pod. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AuthenticationV1Api, KubeConfig } from "@kubernetes/client-node";
import { afterEach, expect, test, vi } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startTestServer } from "../support/test-server.ts";

const accounts = "/api/v1/namespaces/default/serviceaccounts";

afterEach(() => {
  vi.useRealTimers();
});

test("[GEN-08] the official client sends the new token after its token file was replaced", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes" });
  using folder = new TemporaryDirectory();
  const tokenFile = join(folder.path, "token");
  const writeTokenOf = async (name: string): Promise<void> => {
    await running.client.request(accounts, { body: { metadata: { name } } });
    const { json } = await running.client.request(`${accounts}/${name}/token`, { body: { spec: {} } });
    writeFileSync(tokenFile, json.status.token);
  };
  const config = new KubeConfig();
  const cluster = {
    name: "here",
    server: running.server.url,
    caData: Buffer.from(running.server.caCertificate).toString("base64"),
    skipTLSVerify: false,
  };
  const user = { name: "pod", authProvider: { name: "tokenFile", config: { tokenFile } } };
  config.loadFromClusterAndUser(cluster, user);
  const api = config.makeApiClient(AuthenticationV1Api);
  const userName = async (): Promise<string | undefined> => {
    const { status } = await api.createSelfSubjectReview({ body: {} });
    return status?.userInfo?.username;
  };
  await writeTokenOf("first");
  expect(await userName()).toBe("system:serviceaccount:default:first");
  await writeTokenOf("second");
  // The client reads the file again after a minute. Only its clock is moved.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await userName()).toBe("system:serviceaccount:default:second");
});
