/** Roles on a server with several processes: each process decides by each write as soon as its response was sent. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";

/** Time for the build, in milliseconds. */
const buildMs = 180_000;
const processes = 3;
const rounds = 30;
const maps = "/api/v1/namespaces/default/configmaps";
const bindings = "/apis/rbac.authorization.orch.io/v1/clusterrolebindings";
const roles = "/apis/rbac.authorization.orch.io/v1/clusterroles";
const token = "secret-of-jane";

let folder: TemporaryDirectory;
let server: OrchProcess;
/** Clients of an administrator and of jane, each with a connection to a process. */
let administrators: readonly WireClient[];
let users: readonly WireClient[];

beforeAll(async () => {
  await buildProgram();
  folder = new TemporaryDirectory();
  const data = join(folder.path, "data");
  const tokens = join(folder.path, "tokens.csv");
  writeFileSync(tokens, `${token},jane,1\n`);
  const flags = [`--workers=${processes}`, "--secure-port=0", `--data-dir=${data}`];
  server = new OrchProcess(["apiserver", ...flags, `--token-auth-file=${tokens}`]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(data, "admin.kubeconfig"), "utf8");
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === processes - 1, "workers are ready");
  const { url, ca } = addressIn(kubeconfig);
  administrators = Array.from({ length: processes }, () => clientOf(kubeconfig, { protocol: "h2" }));
  for (const client of administrators) await client.request("/livez");
  users = Array.from({ length: processes }, () => new WireClient({ url, ca, protocol: "h2" }));
  for (const client of users) await client.request("/livez");
}, buildMs);

afterAll(async () => {
  for (const client of [...(administrators ?? []), ...(users ?? [])]) await client[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  folder?.[Symbol.dispose]();
});

/** Returns the status of jane's request on each process. */
async function statusesOfJane(): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` };
  return await Promise.all(users.map(async (client) => (await client.request(maps, { headers })).status));
}

test("after the response of a write of a role or binding, all processes use it, also after a deletion", async () => {
  const role = {
    metadata: { name: "readers" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }],
  };
  const binding = {
    metadata: { name: "jane" },
    roleRef: { kind: "ClusterRole", name: "readers" },
    subjects: [{ kind: "User", name: "jane" }],
  };
  const allowed = users.map(() => 200);
  const denied = users.map(() => 403);
  for (let round = 0; round < rounds; round++) {
    const administrator = administrators[round % processes] as WireClient;
    const other = administrators[(round + 1) % processes] as WireClient;
    expect((await administrator.request(roles, { body: role })).status).toBe(201);
    expect((await other.request(bindings, { body: binding })).status).toBe(201);
    expect(await statusesOfJane()).toEqual(allowed);
    if (round % 2 === 0) await other.request(`${bindings}/jane`, { method: "DELETE" });
    else await administrator.request(`${roles}/readers`, { method: "DELETE" });
    expect(await statusesOfJane()).toEqual(denied);
    if (round % 2 === 0) await administrator.request(`${roles}/readers`, { method: "DELETE" });
    else await other.request(`${bindings}/jane`, { method: "DELETE" });
  }
});
