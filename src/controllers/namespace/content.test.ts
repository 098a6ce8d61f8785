import { expect, test } from "vitest";
import type { Client, DiscoveredType, ServedTypes } from "../../client/index.ts";
import type { ApiObject, ObjectMeta } from "../../meta/object-meta.ts";
import { notFound, StatusError } from "../../meta/status-error.ts";
import { type Content, removeContent } from "./content.ts";

const everyVerb = ["delete", "deletecollection", "list", "watch"];
const { signal } = new AbortController();

function type(plural: string, verbs = everyVerb, group = ""): DiscoveredType {
  const names = { singular: "", short: [], categories: [] };
  return { group, version: "v1", kind: plural, plural, namespaced: true, verbs, names };
}

/** Simulates a server that stores objects by type, deletes those without finalizers, and records the requests. */
class Server {
  readonly requests: string[] = [];
  readonly objects = new Map<string, ObjectMeta[]>();
  served: ServedTypes | Error = { types: [], stale: [] };
  /** Errors to respond with, by verb and type. */
  readonly refusals = new Map<string, Error>();

  get client(): Client {
    const client = {
      servedTypes: async () => {
        if (this.served instanceof Error) throw this.served;
        return this.served;
      },
      metadata: ({ plural }: DiscoveredType) => this.#api(plural),
    };
    // Implements only the methods that `removeContent()` calls.
    return client as unknown as Client;
  }

  async removed(podsFirst = false): Promise<Content> {
    return await removeContent(this.client, "shop", { podsFirst, signal });
  }

  #api(plural: string): object {
    const recordRequest = (verb: string, name = ""): void => {
      this.requests.push([verb, plural, name].filter((word) => word !== "").join(" "));
      const refusal = this.refusals.get(`${verb} ${plural}`);
      if (refusal) throw refusal;
    };
    const all = (): ObjectMeta[] => this.objects.get(plural) ?? [];
    const keep = (isKept: (metadata: ObjectMeta) => boolean): void =>
      void this.objects.set(plural, all().filter(isKept));
    const items = (): ApiObject[] => all().map((metadata) => ({ kind: "", apiVersion: "", metadata }));
    return {
      list: async () => {
        recordRequest("list");
        return { items: items() };
      },
      chunks: async function* () {
        recordRequest("chunks");
        yield { items: items() };
      },
      deleteCollection: async () => {
        recordRequest("deletecollection");
        keep(({ finalizers }) => finalizers !== undefined);
      },
      delete: async (name: string) => {
        recordRequest("delete", name);
        keep((metadata) => metadata.name !== name || metadata.finalizers !== undefined);
      },
    };
  }
}

test("removeContent() deletes objects one by one if the type has no deletecollection, and skips types without list", async () => {
  const server = new Server();
  server.served = { types: [type("singles", ["delete", "list"]), type("hidden", ["delete"])], stale: [] };
  server.objects.set("singles", [{ name: "a" }, { name: "b" }]);
  expect(await server.removed()).toEqual({ failures: [], remainders: [] });
  expect(server.requests).toEqual([
    "list singles",
    "chunks singles",
    "delete singles a",
    "delete singles b",
    "chunks singles",
  ]);
});

test("removeContent() skips cluster-scoped types and types without delete", async () => {
  const server = new Server();
  server.served = { types: [{ ...type("nodes"), namespaced: false }, type("reviews", ["create", "list"])], stale: [] };
  expect(await server.removed()).toEqual({ failures: [], remainders: [] });
  expect(server.requests).toEqual([]);
});

test("removeContent() processes each type once, in the preferred version", async () => {
  const server = new Server();
  const scaler = type("scalers", everyVerb, "autoscaling");
  server.served = { types: [{ ...scaler, version: "v2" }, scaler], stale: [] };
  await server.removed();
  expect(server.requests).toEqual(["list scalers"]);
});

test("removeContent() deletes Pods concurrently with other objects", async () => {
  const server = new Server();
  server.served = { types: [type("configmaps"), type("pods")], stale: [] };
  server.objects.set("configmaps", [{ name: "a" }]);
  server.objects.set("pods", [{ name: "p", finalizers: ["x"], deletionGracePeriodSeconds: 30 }]);
  const { remainders } = await server.removed();
  expect(remainders).toMatchObject([{ type: { plural: "pods" }, count: 1, graceSeconds: 30 }]);
  expect(server.objects.get("configmaps")).toEqual([]);
});

test("with podsFirst, removeContent() deletes no other objects while a Pod is left", async () => {
  const server = new Server();
  server.served = { types: [type("configmaps"), type("pods")], stale: [] };
  server.objects.set("configmaps", [{ name: "a" }]);
  server.objects.set("pods", [{ name: "p", finalizers: ["x"], deletionGracePeriodSeconds: 30 }]);
  const { remainders } = await server.removed(true);
  expect(remainders).toMatchObject([{ type: { plural: "pods" }, count: 1, graceSeconds: 30 }]);
  expect(server.requests.some((one) => one.includes("configmaps"))).toBe(false);
  server.objects.set("pods", []);
  expect(await server.removed(true)).toEqual({ failures: [], remainders: [] });
  expect(server.objects.get("configmaps")).toEqual([]);
});

test("removeContent() processes types that were added since the last call, and ignores types that were removed", async () => {
  const server = new Server();
  server.served = { types: [type("configmaps")], stale: [] };
  await server.removed();
  server.served = { types: [type("configmaps"), type("widgets")], stale: [] };
  server.objects.set("widgets", [{ name: "late" }]);
  await server.removed();
  expect(server.objects.get("widgets")).toEqual([]);
  server.objects.set("widgets", [{ name: "later" }]);
  server.refusals.set("deletecollection widgets", notFound({ group: "", resource: "widgets" }, ""));
  expect(await server.removed()).toEqual({ failures: [], remainders: [] });
});

test("removeContent() reports failures and deletes the objects of the other types", async () => {
  const server = new Server();
  server.served = { types: [type("configmaps"), type("secrets")], stale: [] };
  for (const plural of ["configmaps", "secrets"]) server.objects.set(plural, [{ name: "a" }]);
  server.refusals.set("deletecollection configmaps", new StatusError(503, "not now"));
  expect(await server.removed()).toEqual({ failures: ["not now"], remainders: [] });
  expect(server.objects.get("secrets")).toEqual([]);
});

test("removeContent() reports types that could not be discovered", async () => {
  const server = new Server();
  server.served = { types: [type("configmaps")], stale: ["metrics.example.com/v1"] };
  expect((await server.removed()).discoveryFailure).toBe(
    "Discovery failed for some groups, 1 failing: stale GroupVersion discovery: metrics.example.com/v1",
  );
  expect(server.requests).toEqual(["list configmaps"]);
  server.served = new Error("nobody answers");
  expect(await server.removed()).toEqual({ failures: [], remainders: [], discoveryFailure: "nobody answers" });
});

test("removeContent() counts the finalizers of all remaining objects of a type", async () => {
  const server = new Server();
  server.served = { types: [type("secrets")], stale: [] };
  server.objects.set("secrets", [
    { name: "a", finalizers: ["x", "y"] },
    { name: "b", finalizers: ["y"] },
  ]);
  const [remainder] = (await server.removed()).remainders;
  expect(remainder?.count).toBe(2);
  expect([...(remainder?.finalizers ?? [])]).toEqual([
    ["x", 1],
    ["y", 2],
  ]);
});
