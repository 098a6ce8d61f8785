/** The configuration file of authorizers in a server of several processes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";

beforeAll(() => buildProgram(), 120_000);

function configuration(...types: readonly string[]): string {
  const authorizers = types.map((type) => ({ type, name: type.toLowerCase() }));
  return JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1", kind: "AuthorizationConfiguration", authorizers });
}

test("all processes of a server reload the configuration file [WHZ-24] [WHZ-26]", async () => {
  using folder = new TemporaryDirectory();
  const file = join(folder.path, "authorization.json");
  writeFileSync(file, configuration("RBAC"));
  await using server = new OrchProcess([
    "apiserver",
    "--workers=2",
    "--secure-port=0",
    `--data-dir=${join(folder.path, "data")}`,
    `--authorization-config=${file}`,
  ]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker serves connections");
  // The main process passes each connection to the process with the fewest, so these reach both processes.
  await using first = clientOf(kubeconfig);
  await using second = clientOf(kubeconfig);
  const listAsAlice = async (client: WireClient): Promise<number> =>
    (await client.request("/api/v1/pods", { headers: { "impersonate-user": "alice" } })).status;
  const statuses = async (): Promise<string> => (await Promise.all([first, second].map(listAsAlice))).join();
  expect(await statuses()).toBe("403,403");
  writeFileSync(file, configuration("RBAC", "AlwaysAllow"));
  await eventually(async () => (await statuses()) === "200,200", "both processes use the new file");
});
