/** Default roles and bindings at later starts of a server. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import { deleteObject, getObject, patch, put } from "../support/writes.ts";

const rbac = "/apis/rbac.authorization.orch.io/v1";
const jobRole = `${rbac}/clusterroles/system:controller:job-controller`;
const basicUsers = `${rbac}/clusterrolebindings/system:basic-user`;
const protection = { metadata: { annotations: { "rbac.authorization.orch.io/autoupdate": "false" } } };
const extraRule = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };

let store: KeptStore;
let running: TestServer;

beforeEach(async () => {
  store = new KeptStore();
  running = await startTestServer({ store, bootstrap: true });
});

afterEach(async () => {
  await running[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

async function restart(): Promise<void> {
  await running[Symbol.asyncDispose]();
  running = await startTestServer({ store, bootstrap: true });
}

test("[RBAC-25] a start adds missing rules and subjects, and keeps additional ones", async () => {
  const { rules } = await getObject(running.client, jobRole);
  await patch(running.client, jobRole, "merge", { rules: [extraRule] });
  const guests = { kind: "Group", apiGroup: "rbac.authorization.orch.io", name: "guests" };
  await patch(running.client, basicUsers, "merge", { subjects: [guests] });
  await deleteObject(running.client, `${rbac}/clusterroles/system:discovery`);
  await restart();
  const restored = await getObject(running.client, jobRole);
  expect(restored.rules[0]).toEqual(extraRule);
  const permissions = (list: readonly { verbs: readonly string[]; resources: readonly string[] }[]): Set<string> =>
    new Set(list.flatMap(({ verbs, resources }) => resources.flatMap((one) => verbs.map((verb) => `${verb} ${one}`))));
  expect([...permissions(restored.rules)].sort()).toEqual([...permissions([...rules, extraRule])].sort());
  const { subjects } = await getObject(running.client, basicUsers);
  expect(subjects.map(({ name }: { name: string }) => name)).toEqual(["guests", "system:authenticated"]);
  expect((await running.client.request(`${rbac}/clusterroles/system:discovery`)).status).toBe(200);
});

test("[RBAC-25] a start restores labels and aggregation, and replaces a binding of another role", async () => {
  const view = `${rbac}/clusterroles/view`;
  await patch(running.client, view, "merge", { metadata: { labels: null }, aggregationRule: null, rules: [extraRule] });
  const { subjects } = await getObject(running.client, basicUsers);
  await deleteObject(running.client, basicUsers);
  const changed = { roleRef: { kind: "ClusterRole", name: "view" }, subjects, metadata: { name: "system:basic-user" } };
  await put(running.client, basicUsers, changed);
  await restart();
  const restored = await getObject(running.client, view);
  expect(restored.aggregationRule.clusterRoleSelectors).toEqual([
    { matchLabels: { "rbac.authorization.orch.io/aggregate-to-view": "true" } },
  ]);
  expect(restored.metadata.labels["orch.io/bootstrapping"]).toBe("rbac-defaults");
  expect((await getObject(running.client, basicUsers)).roleRef.name).toBe("system:basic-user");
});

test("[RBAC-26] the annotation autoupdate=false keeps a start from restoring a role or binding", async () => {
  await patch(running.client, jobRole, "merge", { ...protection, rules: [extraRule] });
  await patch(running.client, basicUsers, "merge", { ...protection, subjects: null });
  await restart();
  expect((await getObject(running.client, jobRole)).rules).toEqual([extraRule]);
  expect((await getObject(running.client, basicUsers)).subjects).toBeUndefined();
});

test("a start writes no role or binding that has everything", async () => {
  const before = await getObject(running.client, `${rbac}/clusterroles`);
  await restart();
  const after = await getObject(running.client, `${rbac}/clusterroles`);
  const revisions = ({ items }: { items: readonly { metadata: { resourceVersion: string } }[] }): string[] =>
    items.map(({ metadata }) => metadata.resourceVersion);
  expect(revisions(after)).toEqual(revisions(before));
});

test("servers without the mode RBAC create no roles", async () => {
  await using server = await startServer({ bootstrap: true, flags: ["--authorization-mode=AlwaysAllow"] });
  const { items } = await (await server.request(`${rbac}/clusterroles`)).json<{ items: readonly object[] }>();
  expect(items).toEqual([]);
});
