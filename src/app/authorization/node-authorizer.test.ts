import { expect, test } from "vitest";
import type { ResourceAction } from "../../meta/access/access-control.ts";
import { startServer } from "../server.ts";
import { nodeAuthorizer } from "./node-authorizer.ts";
import type { RelationServices } from "./node-relations.ts";

const agent = { name: "system:node:a", groups: ["system:nodes"] };
const shop = "/api/v1/namespaces/shop";

const readSecret: ResourceAction = {
  isResource: true,
  verb: "get",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "secrets",
  subresource: "",
  name: "key",
};

test("requests of other users do not load the Node authorizer", () => {
  const services = new Proxy({} as RelationServices, {
    get: (_, member) => {
      throw new Error(`the authorizer reads ${String(member)}`);
    },
  });
  using authorizer = nodeAuthorizer(services);
  for (const user of [
    { name: "jane", groups: ["system:authenticated"] },
    { name: "system:node:a", groups: [] },
    { name: "a", groups: ["system:nodes"] },
  ]) {
    expect(authorizer.authorize(user, readSecret)).toEqual({ decision: "no opinion", reason: "" });
  }
});

test.each([{}, { watches: "follow" } as const])(
  "after a restore with %j, agents read what the restored Pods use",
  async (options) => {
    await using server = await startServer();
    const create = async (path: string, name: string, fields: object = {}): Promise<void> => {
      const { status } = await server.request(path, { body: { metadata: { name }, ...fields } });
      expect(status).toBe(201);
    };
    const statusOf = async (name: string): Promise<number> =>
      (await server.request(`${shop}/secrets/${name}`, { user: agent })).status;
    const podWith = (secretName: string): object => ({
      spec: {
        nodeName: "a",
        containers: [{ name: "c", image: "i" }],
        volumes: [{ name: "v", secret: { secretName } }],
      },
    });
    await create("/api/v1/namespaces", "shop");
    for (const name of ["early", "late"]) await create(`${shop}/secrets`, name);
    await create(`${shop}/pods`, "one", podWith("early"));
    expect([await statusOf("early"), await statusOf("late")]).toEqual([200, 403]);
    const snapshot = server.snapshot();
    await create(`${shop}/pods`, "two", podWith("late"));
    await server.request(`${shop}/pods/one`, { method: "DELETE", body: { gracePeriodSeconds: 0 } });
    expect([await statusOf("early"), await statusOf("late")]).toEqual([403, 200]);
    await server.restore(snapshot, options);
    expect([await statusOf("early"), await statusOf("late")]).toEqual([200, 403]);
  },
);

test("many first requests of agents wait for the same load", async () => {
  await using server = await startServer();
  await server.request("/api/v1/namespaces", { body: { metadata: { name: "shop" } } });
  for (let index = 0; index < 700; index++) {
    const metadata = { name: `pod-${index}` };
    const spec = { nodeName: "a", serviceAccountName: `account-${index}`, containers: [{ name: "c", image: "i" }] };
    expect((await server.request(`${shop}/pods`, { body: { metadata, spec } })).status).toBe(201);
  }
  const responses = await Promise.all(
    [0, 350, 699].map((index) => server.request(`${shop}/pods/pod-${index}`, { user: agent })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
});
