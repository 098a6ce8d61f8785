import { describe, expect, test } from "vitest";
import { alreadyExists, invalid } from "../../../meta/status-error.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import type { PluginServices } from "../index.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";

const shop = { kind: "Namespace", apiVersion: "v1", metadata: { name: "shop" } };
const namespaceRequest = { namespace: "new", kind: { group: "", version: "v1", kind: "Namespace" } };

test("NamespaceExists rejects writes in a namespace that does not exist", async () => {
  const admission = onlyPlugin("NamespaceExists", servicesOver([shop]));
  const answer = async (request: object): Promise<unknown> =>
    await rejectionOf(admission.validate(configMapRequest(request)));
  expect(await answer({ namespace: "shop" })).toBeUndefined();
  expect(await answer({ namespace: "new" })).toEqual([404, 'namespaces "new" not found']);
  expect(await answer({ namespace: "new", operation: "DELETE" })).toEqual([404, 'namespaces "new" not found']);
  expect(await answer({ namespace: "" })).toBeUndefined();
  expect(await answer(namespaceRequest)).toBeUndefined();
});

describe("NamespaceAutoProvision", () => {
  const created: unknown[] = [];
  const createObject: PluginServices["createObject"] = async (_kind, object) => void created.push(object);
  const answer = async (request: object, create = createObject): Promise<unknown> => {
    const admission = onlyPlugin("NamespaceAutoProvision", servicesOver([shop], { createObject: create }));
    return await rejectionOf(admission.admit(configMapRequest(request)));
  };

  test("the first object of a namespace creates it", async () => {
    expect(await answer({ namespace: "new" })).toBeUndefined();
    expect(created.splice(0)).toEqual([{ metadata: { name: "new" } }]);
  });

  test("nothing is created for existing namespaces, namespaces themselves and dry runs", async () => {
    await answer({ namespace: "shop" });
    await answer(namespaceRequest);
    await answer({ namespace: "" });
    await answer({ namespace: "new", dryRun: true });
    expect(created.splice(0)).toEqual([]);
  });

  test("a namespace that another request creates at the same time is no error", async () => {
    const taken = (): Promise<void> => Promise.reject(alreadyExists({ group: "", resource: "namespaces" }, "new"));
    expect(await answer({ namespace: "new" }, taken)).toBeUndefined();
    const failing = (): Promise<void> => Promise.reject(invalid({ group: "", kind: "Namespace" }, "new", []));
    expect(await answer({ namespace: "new" }, failing)).toEqual([
      403,
      'configmaps "a" is forbidden: Namespace "new" is invalid',
    ]);
  });
});
