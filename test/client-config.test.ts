/** Client configuration on real files, with a real server. */
import { symlinkSync, writeFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { machineSource } from "../src/app/connection/machine-source.ts";
import { NodeProcessRunner } from "../src/app/connection/process-runner.ts";
import { ManualClock } from "../src/base/manual-clock.ts";
import { clientConfiguration, inClusterConfig, loadConfig, type ResolvedConfig } from "../src/client/config/index.ts";
import { memorySource } from "../src/client/config/testing/memory-source.ts";
import { H2Transport } from "../src/client/node/index.ts";
import { vocabularyNames } from "../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { ClientAuthority } from "./support/client-authority.ts";
import { startTestServer } from "./support/test-server.ts";

const { signal } = new AbortController();
const runner = new NodeProcessRunner({ noTerminal: "this is a test" });

async function statusOf({ server, ca = "", credentials }: ResolvedConfig, target: string): Promise<number> {
  const transport = new H2Transport({ url: server.href, ca, credentials: () => credentials.current(signal) });
  const { status } = await transport.send({ method: "GET", target, headers: {} });
  await transport.close();
  return status;
}

test.each(vocabularyNames)(
  "a client connects with the kubeconfig that a server in the vocabulary %s writes",
  async (vocabulary) => {
    await using running = await startTestServer({ vocabulary });
    using folder = new TemporaryDirectory();
    const path = join(folder.path, "admin.kubeconfig");
    writeFileSync(path, running.server.kubeconfig);
    expect((await loadConfig({ source: machineSource, path })).warnings).toEqual([]);
    const config = await clientConfiguration({ source: machineSource, runner, vocabulary, path });
    expect(await statusOf(config, "/api/v1/secrets")).toBe(200);
  },
);

test("a client in a Pod reads the mounted token again after 50 seconds, and when the server rejects it", async () => {
  using authority = await ClientAuthority.create();
  const heard: unknown[] = [];
  const pair = await authority.issue({ name: "api", usage: "serverAuth", hosts: ["127.0.0.1"] });
  const server = createSecureServer(pair, ({ headers }, response) => {
    heard.push(headers.authorization);
    response.writeHead(headers.authorization === "Bearer revoked" ? 401 : 200).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mounted = "/var/run/secrets/kubernetes.io/serviceaccount";
  const source = memorySource({ [`${mounted}/token`]: "first", [`${mounted}/ca.crt`]: authority.certificate });
  source.env["ORCH_SERVICE_HOST"] = "127.0.0.1";
  source.env["ORCH_SERVICE_PORT"] = String((server.address() as AddressInfo).port);
  const clock = new ManualClock();
  const config = await inClusterConfig({ source, clock });
  const transport = new H2Transport({
    url: config.server.href,
    ca: config.ca ?? "",
    credentials: () => config.credentials.current(signal),
    onRejected: () => config.credentials.invalidate(),
  });
  const ask = async (): Promise<number> =>
    (await transport.send({ method: "GET", target: "/api", headers: {} })).status;
  expect(await ask()).toBe(200);
  source.files.set(`${mounted}/token`, "revoked");
  await clock.advance(49_999);
  expect(await ask()).toBe(200);
  await clock.advance(1);
  const refused = ask();
  source.files.set(`${mounted}/token`, "third");
  expect(await refused).toBe(200);
  expect(heard).toEqual(["Bearer first", "Bearer first", "Bearer revoked", "Bearer third"]);
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a kubeconfig that is a link to itself or a folder is rejected with the error of the file system", async () => {
  using folder = new TemporaryDirectory();
  const path = join(folder.path, "config");
  symlinkSync(path, path);
  await expect(loadConfig({ source: machineSource, path })).rejects.toThrow(`${path}: cannot be read (ELOOP: `);
  const other = folder.path;
  await expect(loadConfig({ source: machineSource, path: other })).rejects.toThrow(
    `${other}: cannot be read (EISDIR: `,
  );
});

test("a kubeconfig without an end is rejected once it exceeds 8388608 bytes", async () => {
  await expect(loadConfig({ source: machineSource, path: "/dev/zero" })).rejects.toThrow(
    "/dev/zero: cannot be read (it has more than 8388608 bytes)",
  );
});

/** A document in which each list contains the previous one nine times. */
function aliasesOfAliases(): string {
  const lists = Array.from(
    { length: 25 },
    (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}x]`,
  );
  return ["a0: &a0 [x]", ...lists].join("\n");
}

test.each([
  ["contains itself", "preferences: &a { b: *a }"],
  ["expands to 9^25 values through aliases", aliasesOfAliases()],
])("a kubeconfig that %s is rejected", async (_form, text) => {
  using folder = new TemporaryDirectory();
  const path = join(folder.path, "config");
  writeFileSync(path, text);
  await expect(loadConfig({ source: machineSource, path })).rejects.toThrow(`${path}: is neither YAML nor JSON: `);
});
