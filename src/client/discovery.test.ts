import { expect, test } from "vitest";
import { Discovery } from "./discovery.ts";
import type { Transport, TransportRequest } from "./transport.ts";

interface Served {
  readonly tag?: string;
  readonly document: object;
}

/**
 * Simulates a server that responds with the documents in `served`, or with 304 if the request has the document's ETag.
 */
function serverOf(served: Record<string, Served>): {
  readonly transport: Transport;
  readonly sentRequests: TransportRequest[];
} {
  const sentRequests: TransportRequest[] = [];
  const transport: Transport = {
    async send(request) {
      sentRequests.push(request);
      const { tag, document } = served[request.target] ?? { document: {} };
      const isUnchanged = tag !== undefined && request.headers["if-none-match"] === tag;
      const body = (async function* () {
        if (!isUnchanged) yield Buffer.from(JSON.stringify(document));
      })();
      return { status: isUnchanged ? 304 : 200, headers: { etag: tag }, body };
    },
    close: async () => undefined,
  };
  return { transport, sentRequests };
}

function groupOf(name: string, plurals: readonly string[]): object {
  const resources = plurals.map((resource) => ({
    resource,
    responseKind: { kind: resource.toUpperCase() },
    scope: "Namespaced",
    verbs: ["get"],
  }));
  return { items: [{ metadata: { name }, versions: [{ version: "v1", freshness: "Current", resources }] }] };
}

test("Discovery reads a changed document again, and returns the same object while nothing has changed", async () => {
  const served: Record<string, Served> = {
    "/api": { tag: '"1"', document: groupOf("", ["pods"]) },
    "/apis": { tag: '"1"', document: groupOf("apps", ["deployments"]) },
  };
  const { transport, sentRequests } = serverOf(served);
  const discovery = new Discovery(transport, ["apidiscovery.orch.io"]);
  const first = await discovery.read(undefined);
  expect(first.types.map(({ plural }) => plural)).toEqual(["pods", "deployments"]);
  expect(await discovery.read(undefined)).toBe(first);
  served["/apis"] = { tag: '"2"', document: groupOf("apps", ["deployments", "daemonsets"]) };
  const second = await discovery.read(undefined);
  expect(second.types.map(({ plural }) => plural)).toEqual(["pods", "deployments", "daemonsets"]);
  expect(sentRequests.map(({ headers }) => headers["if-none-match"])).toEqual([
    undefined,
    undefined,
    '"1"',
    '"1"',
    '"1"',
    '"1"',
  ]);
});

test("Discovery sends no If-None-Match to a server that sends no ETags", async () => {
  const { transport, sentRequests } = serverOf({
    "/api": { document: groupOf("", ["pods"]) },
    "/apis": { document: groupOf("apps", []) },
  });
  const discovery = new Discovery(transport, ["apidiscovery.orch.io"]);
  expect((await discovery.read(undefined)).types).toEqual((await discovery.read(undefined)).types);
  expect(sentRequests.every(({ headers }) => headers["if-none-match"] === undefined)).toBe(true);
});

test("Discovery accepts documents of each group, the first one with preference", async () => {
  const { transport, sentRequests } = serverOf({
    "/api": { document: groupOf("", []) },
    "/apis": { document: groupOf("apps", []) },
  });
  await new Discovery(transport, ["apidiscovery.orch.io", "apidiscovery.k8s.io"]).read(undefined);
  expect(sentRequests[0]?.headers["accept"]).toBe(
    "application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList," +
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  );
});
