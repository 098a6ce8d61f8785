/** The log of actions that roles do not allow, from a server in its own process. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { addressIn, buildProgram, OrchProcess } from "../support/orch-process.ts";
import { WireClient } from "../support/wire-client.ts";

const policy = {
  apiVersion: "abac.authorization.orch.io/v1beta1",
  kind: "Policy",
  spec: { user: "jane", namespace: "*", resource: "pods", apiGroup: "*" },
};
const line =
  'RBAC: no rules authorize user "jane" with groups ["system:authenticated"] to "list" resource "pods" in namespace "default"';

let folder: TemporaryDirectory;

beforeAll(() => buildProgram(), 120_000);

beforeEach(() => {
  folder = new TemporaryDirectory();
  writeFileSync(join(folder.path, "tokens.csv"), "secret,jane,1\n");
  writeFileSync(join(folder.path, "policy.jsonl"), `${JSON.stringify(policy)}\n`);
});

afterEach(() => folder[Symbol.dispose]());

/** Starts a server whose ABAC policies allow jane to list Pods, lists them, and passes the process to `check`. */
async function listAsJane(flags: readonly string[], check: (server: OrchProcess) => void | Promise<void>) {
  const data = join(folder.path, "data");
  await using server = new OrchProcess([
    "apiserver",
    "--secure-port=0",
    `--data-dir=${data}`,
    "--authorization-mode=RBAC,ABAC",
    `--authorization-policy-file=${join(folder.path, "policy.jsonl")}`,
    `--token-auth-file=${join(folder.path, "tokens.csv")}`,
    ...flags,
  ]);
  await server.waitUntilReady();
  const { url, ca } = addressIn(readFileSync(join(data, "admin.kubeconfig"), "utf8"));
  await using client = new WireClient({ url, ca });
  const headers = { authorization: "Bearer secret" };
  expect((await client.request("/api/v1/namespaces/default/pods", { headers })).status).toBe(200);
  await check(server);
}

test("[ABAC-02] with --v=5, an action that a policy allows is logged if roles do not allow it", async () => {
  await listAsJane(["--v=5"], async (server) => await server.waitForLog(line));
});

test("without --v, actions that roles do not allow are not logged", async () => {
  await listAsJane([], (server) => expect(server.stderr).not.toContain("RBAC:"));
});
