import { expect, test } from "vitest";
import { eventually } from "../../../test/support/until.ts";
import { namespace, secret, serviceAccount } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { silentLogger } from "../../base/logger.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { systemRandom } from "../../base/random.ts";
import type { Client } from "../../client/index.ts";
import { startServer } from "../server.ts";
import { ClusterControllers } from "./cluster-controllers.ts";

const accountPrefix = "system:serviceaccount:orch-system:";

/** Does something for each controller, and waits until all of them have reacted. */
async function giveWork(client: Client): Promise<void> {
  const namespaces = client.api(namespace);
  for (const name of ["shop", "old"]) await namespaces.create({ metadata: { name } });
  const accounts = client.api(serviceAccount, "old");
  await eventually(async () => (await accounts.list()).items.length === 1, "the default account exists");
  const annotations = { "orch.io/service-account.name": "default" };
  const tokens = client.api(secret, "shop");
  await eventually(async () => (await client.api(serviceAccount, "shop").list()).items.length === 1, "another one");
  await tokens.create({ metadata: { name: "key", annotations }, type: "orch.io/service-account-token" });
  await eventually(async () => (await tokens.get("key")).data?.["token"] !== undefined, "the Secret has a token");
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "none", uid: "none" }];
  await tokens.create({ metadata: { name: "garbage", ownerReferences } });
  await eventually(async () => (await tokens.list()).items.length === 1, "garbage is collected");
  const expired = { expiration: Buffer.from("2001-01-01T00:00:00Z").toString("base64") };
  const bootstrapTokens = client.api(secret, "orch-system");
  await bootstrapTokens.create({ metadata: { name: "expired" }, type: "bootstrap.orch.io/token", data: expired });
  await eventually(async () => (await bootstrapTokens.list()).items.length === 0, "the expired token is deleted");
  await namespaces.delete("old");
  await eventually(async () => (await namespaces.list()).items.length === 5, "the namespace is gone");
}

test("each controller writes as its ServiceAccount, and none of them is an administrator", async () => {
  await using server = await startServer({ controllers: [] });
  const writers = new Map<string, Set<string>>();
  const groups = new Set<string>();
  await using controllers = new ClusterControllers({
    config: { selected: ["*", "tokencleaner"], workers: {}, legacyTokenCleanUpMs: 1, quotaResyncMs: 300_000 },
    sendRequest: async (target, request) => {
      const { method = "GET", user } = request;
      for (const group of user?.groups ?? ["system:masters"]) groups.add(group);
      const [path = ""] = target.split("?");
      const resource = path
        .split("/")
        .filter((part) => /^[a-z]+$/.test(part) && part !== "api")
        .slice(0, 3)
        .join("/");
      if (method !== "GET") {
        const name = user?.name ?? "";
        writers.set(name, (writers.get(name) ?? new Set()).add(`${method} ${resource}`));
      }
      return await server.request(target, request);
    },
    vocabulary: "orch",
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    metricRegistry: () => new MetricRegistry(),
    rootCa: "certificates",
    signToken: async () => "token",
    isEnabled: () => false,
  });
  controllers.start();
  await giveWork(server.client);
  const byAccount = Object.fromEntries(
    [...writers].map(([name, requests]) => [name.replace(accountPrefix, ""), [...requests].sort()]),
  );
  expect(Object.keys(byAccount).sort()).toEqual([
    "generic-garbage-collector",
    "namespace-controller",
    "root-ca-cert-publisher",
    "service-account-controller",
    "system:kube-controller-manager",
    "token-cleaner",
  ]);
  expect(byAccount["system:kube-controller-manager"]).toEqual(["PUT namespaces/shop/secrets"]);
  expect([...groups].sort()).toEqual(["system:serviceaccounts", "system:serviceaccounts:orch-system"]);
});
