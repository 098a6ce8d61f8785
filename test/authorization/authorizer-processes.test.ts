/** The authorizers Node and Webhook on a server with several processes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { type AccessReview, accessReply } from "../support/access-webhook.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { type ReviewWebhook, startReviewWebhook } from "../support/review-webhook.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";

/** Time for the build, in milliseconds. */
const buildMs = 180_000;
const processes = 2;
const rounds = 20;
const shop = "/api/v1/namespaces/default";
const token = "secret-of-jane";

let folder: TemporaryDirectory;
let authority: ClientAuthority;
let webhook: ReviewWebhook<AccessReview>;
let server: OrchProcess;
/** Clients of an administrator, of the agent of the node `a` and of jane. Each has a connection to another process. */
let administrators: readonly WireClient[] = [];
let agents: readonly WireClient[] = [];
let users: readonly WireClient[] = [];

/** Opens connections one after the other. The main process passes each to the process with the fewest. */
async function connect(make: () => WireClient): Promise<readonly WireClient[]> {
  const clients = Array.from({ length: processes }, make);
  for (const client of clients) await client.request("/livez");
  return clients;
}

beforeAll(async () => {
  await buildProgram();
  folder = new TemporaryDirectory();
  authority = await ClientAuthority.create();
  webhook = await startReviewWebhook((review) => {
    const isJane = review.spec.user === "jane";
    const verb = review.spec.resourceAttributes?.["verb"];
    return accessReply({ allowed: isJane && verb === "list", denied: isJane && verb === "delete", reason: "by verb" })(
      review,
    );
  });
  const data = join(folder.path, "data");
  const tokens = join(folder.path, "tokens.csv");
  writeFileSync(tokens, `${token},jane,1\n`);
  server = new OrchProcess([
    "apiserver",
    `--workers=${processes}`,
    "--secure-port=0",
    `--data-dir=${data}`,
    `--token-auth-file=${tokens}`,
    "--authorization-mode=Node,Webhook,RBAC",
    `--authorization-webhook-config-file=${webhook.writeConfig()}`,
    ...authority.flags,
  ]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(data, "admin.kubeconfig"), "utf8");
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === processes - 1, "workers are ready");
  const { url, ca } = addressIn(kubeconfig);
  const agent = await authority.issue({ name: "system:node:a", groups: ["system:nodes"] });
  administrators = await connect(() => clientOf(kubeconfig, { protocol: "h2" }));
  agents = await connect(() => new WireClient({ url, ca, ...agent, protocol: "h2" }));
  users = await connect(() => new WireClient({ url, ca, protocol: "h2" }));
  for (const [resource, name] of [
    ["serviceaccounts", "default"],
    ["secrets", "s"],
  ]) {
    await administrators[0]?.request(`${shop}/${resource}`, { body: { metadata: { name } } });
  }
}, buildMs);

beforeEach(() => {
  webhook.received.length = 0;
});

afterAll(async () => {
  for (const client of [...administrators, ...agents, ...users]) await client[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  await webhook?.[Symbol.asyncDispose]();
  authority?.[Symbol.dispose]();
  folder?.[Symbol.dispose]();
});

test("after the response of a write of a Pod, the Node authorizer of each process decides by it", async () => {
  const statuses = async (): Promise<readonly number[]> =>
    await Promise.all(agents.map(async (agent) => (await agent.request(`${shop}/secrets/s`)).status));
  const send = async (round: number, path: string, request: object, status: number): Promise<void> => {
    const response = await (administrators[round % processes] as WireClient).request(path, request);
    expect(response.status, response.text).toBe(status);
  };
  const spec = {
    containers: [{ name: "c", image: "i" }],
    volumes: [{ name: "v", secret: { secretName: "s" } }],
  };
  const binding = { metadata: { name: "p" }, target: { kind: "Node", name: "a" } };
  for (let round = 0; round < rounds; round++) {
    await send(round, `${shop}/pods`, { body: { metadata: { name: "p" }, spec } }, 201);
    expect(await statuses()).toEqual([403, 403]);
    await send(round, `${shop}/pods/p/binding`, { body: binding }, 201);
    expect(await statuses()).toEqual([200, 200]);
    await send(round + 1, `${shop}/pods/p?gracePeriodSeconds=0`, { method: "DELETE" }, 200);
    expect(await statuses()).toEqual([403, 403]);
  }
});

test("each process asks the webhook once, and decides by its answer", async () => {
  const headers = { authorization: `Bearer ${token}` };
  const statuses = async (method: string, path: string): Promise<readonly number[]> =>
    await Promise.all(users.map(async (user) => (await user.request(path, { method, headers })).status));
  for (let repetition = 0; repetition < 3; repetition++) {
    expect(await statuses("GET", `${shop}/configmaps`)).toEqual([200, 200]);
    expect(await statuses("DELETE", `${shop}/configmaps/m`)).toEqual([403, 403]);
    expect(await statuses("GET", `${shop}/configmaps/m`)).toEqual([403, 403]);
  }
  const verbs = webhook.received.map(({ body }) => String(body.spec.resourceAttributes?.["verb"]));
  expect(verbs.toSorted()).toEqual(["delete", "delete", "get", "get", "list", "list"]);
});

test("a role that is written while the webhook has no opinion applies in each process at once", async () => {
  const rbac = "/apis/rbac.authorization.orch.io/v1/namespaces/default";
  const rules = [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }];
  const headers = { authorization: `Bearer ${token}` };
  const statuses = async (): Promise<readonly number[]> =>
    await Promise.all(users.map(async (user) => (await user.request(`${shop}/secrets/s`, { headers })).status));
  expect(await statuses()).toEqual([403, 403]);
  const [first, second] = administrators as [WireClient, WireClient];
  await first.request(`${rbac}/roles`, { body: { metadata: { name: "reader" }, rules } });
  const subjects = [{ kind: "User", name: "jane" }];
  const roleRef = { kind: "Role", name: "reader" };
  await second.request(`${rbac}/rolebindings`, { body: { metadata: { name: "reader" }, roleRef, subjects } });
  expect(await statuses()).toEqual([200, 200]);
});
