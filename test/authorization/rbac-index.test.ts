import { expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { RoleAdministrator } from "./rbac-writes.ts";

const readMaps = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }];
const maps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

test("decisions use each write of roles and bindings as soon as its response was sent", async () => {
  await using server = await startServer();
  const administrator = new RoleAdministrator(server);
  await administrator.createNamespaces("shop");
  const statusOfJane = (): Promise<number> => administrator.statusFor("jane", maps("shop"));
  expect(await statusOfJane()).toBe(403);
  await administrator.bind("shop", "jane", "Role/readers", ["jane"]);
  expect(await statusOfJane()).toBe(403);
  await administrator.createRole("shop", "readers", readMaps);
  expect(await statusOfJane()).toBe(200);
  await administrator.delete("namespaces/shop/roles/readers");
  expect(await statusOfJane()).toBe(403);
  await administrator.createRole("shop", "readers", readMaps);
  await administrator.delete("namespaces/shop/rolebindings/jane");
  expect(await statusOfJane()).toBe(403);
  await administrator.bind("", "jane", "ClusterRole/readers", ["jane"]);
  await administrator.createRole("", "readers", readMaps);
  expect(await statusOfJane()).toBe(200);
  await administrator.delete("clusterrolebindings/jane");
  expect(await statusOfJane()).toBe(403);
});

test("a restored or copied state has the decisions of that state", async () => {
  await using server = await startServer({ engine: "memory" });
  const administrator = new RoleAdministrator(server);
  await administrator.createNamespaces("shop");
  await administrator.grant("shop", "readers", "jane", readMaps);
  const snapshot = server.snapshot();
  await administrator.delete("namespaces/shop/rolebindings/readers");
  expect(await administrator.statusFor("jane", maps("shop"))).toBe(403);
  await using copy = await server.fork();
  expect(await new RoleAdministrator(copy).statusFor("jane", maps("shop"))).toBe(403);
  await server.restore(snapshot);
  expect(await administrator.statusFor("jane", maps("shop"))).toBe(200);
  await administrator.delete("namespaces/shop/rolebindings/readers");
  await server.restore(snapshot, { watches: "follow" });
  expect(await administrator.statusFor("jane", maps("shop"))).toBe(200);
});

test("a denial names the missing roles that bindings of the user refer to", async () => {
  await using server = await startServer();
  const administrator = new RoleAdministrator(server);
  await administrator.createNamespaces("shop");
  const denial = async (): Promise<string> => {
    const response = await server.request(maps("shop"), { user: { name: "jane", groups: [] } });
    return (await response.json<{ message: string }>()).message;
  };
  const prefix =
    'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "shop"';
  expect(await denial()).toBe(prefix);
  await administrator.bind("shop", "a", "Role/lost", ["jane"]);
  expect(await denial()).toBe(`${prefix}: RBAC: role.rbac.authorization.orch.io "lost" not found`);
  await administrator.bind("", "b", "ClusterRole/lost", ["jane"]);
  expect(await denial()).toBe(
    `${prefix}: RBAC: [clusterrole.rbac.authorization.orch.io "lost" not found, role.rbac.authorization.orch.io "lost" not found]`,
  );
});
