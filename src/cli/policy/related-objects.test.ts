import { afterAll, beforeAll, expect, test } from "vitest";
import { namespace } from "../../api/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { CommandStage } from "../testing/command-stage.ts";
import { loadTypes } from "../types/load-types.ts";
import { type ReadObjects, relatedObjects } from "./related-objects.ts";

const rbac = "/apis/rbac.authorization.orch.io/v1";
const { signal } = new AbortController();
let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open();
  await stage.create("namespaces", { metadata: { name: "shop", labels: { team: "red" } } });
  await stage.server.request(`${rbac}/clusterroles`, {
    body: { metadata: { name: "getter" }, rules: [{ verbs: ["get"], apiGroups: [""], resources: ["namespaces"] }] },
  });
  const roleRef = { kind: "ClusterRole", name: "getter" };
  const subjects = [{ kind: "User", name: "ann" }];
  await stage.server.request(`${rbac}/clusterrolebindings`, {
    body: { metadata: { name: "getters" }, roleRef, subjects },
  });
});
afterAll(() => stage[Symbol.asyncDispose]());

async function readAs(user: string): Promise<ReadObjects> {
  const types = await loadTypes(stage.client, signal);
  return relatedObjects({ client: stage.server.clientAs(user), types, vocabulary: vocabularies.orch, signal });
}

test("one object is read by a user who may get it, but may not list its kind", async () => {
  const read = await readAs("ann");
  expect(await read(namespace, "", "shop")).toMatchObject([{ metadata: { name: "shop", labels: { team: "red" } } }]);
  expect(await read(namespace, "")).toEqual([]);
});

test("an object that does not exist, or that the user may not get, is left out", async () => {
  expect(await (await readAs("ann"))(namespace, "", "other")).toEqual([]);
  expect(await (await readAs("bob"))(namespace, "", "shop")).toEqual([]);
});
