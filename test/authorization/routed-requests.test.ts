/** The resource that is authorized is the resource that is routed, for random methods, paths and queries. */
import { expect, test } from "vitest";
import { allowed } from "../../src/authz/index.ts";
import { newSeed, seededRandom } from "../../src/base/random.ts";
import type { Attributes } from "../../src/meta/access/access-control.ts";
import { StatusError } from "../../src/meta/status-error.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { chain } from "../../src/server/chain.ts";
import { ServedBuiltin } from "../../src/server/discovery/testing/served-builtin.ts";
import { authorize } from "../../src/server/filters/authorize.ts";
import { info } from "../../src/server/filters/info.ts";
import { PlainTextError } from "../../src/server/render-error.ts";
import type { ResourceRequestInfo } from "../../src/server/requests/request-info.ts";
import { PathTable, router } from "../../src/server/route.ts";
import type { EndpointHandler, ServedEndpoint } from "../../src/server/served/endpoint.ts";
import { ResourceTable } from "../../src/server/served/resource-table.ts";
import { testCall } from "../../src/server/testing/test-call.ts";
import { randomRequestLine } from "./random-targets.ts";

/** A request that reached a handler. */
interface Handled {
  readonly endpoint: ServedEndpoint;
  readonly info: ResourceRequestInfo;
}

/** A table of endpoints whose handlers only record their requests. */
class RecordingTable extends ResourceTable {
  readonly handled: Handled[] = [];
  readonly #served: ResourceTable;

  constructor(served: ResourceTable) {
    super();
    this.#served = served;
  }

  override find(request: ResourceRequestInfo): ServedEndpoint | undefined {
    const endpoint = this.#served.find(request);
    if (!endpoint) return undefined;
    const record: EndpointHandler = async (_, handledInfo) => {
      this.handled.push({ endpoint, info: handledInfo });
    };
    const handlers = Object.fromEntries(Object.keys(endpoint.handlers).map((verb) => [verb, record]));
    const { connection } = endpoint;
    return { ...endpoint, handlers, ...(connection ? { connection: { ...connection, connect: record } } : {}) };
  }

  override hasBuiltIn(group: string): boolean {
    return this.#served.hasBuiltIn(group);
  }
}

/** Reads the parts of a plain path without its code. Undefined if the path has an unusual form. */
function plainlyRead(target: string): { namespace: string; resource: string; name: string } | undefined {
  const path = /^\/(?:api|apis\/[a-z.]+)\/v1\/(?:watch\/)?((?:[a-z]+\/)*[a-z]+)$/.exec(target.split("?")[0] ?? "")?.[1];
  if (path === undefined) return undefined;
  const parts = path.split("/");
  if (parts[0] === "namespaces" && parts.length > 2 && parts[2] !== "status" && parts[2] !== "finalize") {
    return { namespace: parts[1] ?? "", resource: parts[2] ?? "", name: parts[3] ?? "" };
  }
  const [resource = "", name = ""] = parts;
  return { namespace: resource === "namespaces" ? name : "", resource, name };
}

test("the authorized request is the routed request for random request lines", async () => {
  await using builtin = new ServedBuiltin("orch");
  const seed = newSeed();
  const random = seededRandom(seed);
  const table = new RecordingTable(builtin.resources);
  const authorized: Attributes[] = [];
  const handle = chain(
    [
      info(table, { seesSelectors: true }),
      authorize((_, attributes) => {
        authorized.push(attributes);
        return allowed;
      }, vocabularies.orch),
    ],
    router(table, new PathTable()),
  );
  let handledPlain = 0;
  for (let round = 0; round < 20_000; round++) {
    const { method, target } = randomRequestLine(random);
    const what = `seed ${seed}: ${method} ${target}`;
    authorized.length = 0;
    table.handled.length = 0;
    await (async () => await handle(testCall(target, { method }).call))().catch((error: unknown) => {
      if (!(error instanceof StatusError || error instanceof PlainTextError)) throw error;
    });
    const [handled] = table.handled;
    if (!handled) continue;
    expect(authorized, what).toHaveLength(1);
    const [attributes] = authorized;
    if (!attributes?.isResource) throw new Error(`a resource was routed, but a path was authorized: ${what}`);
    const { endpoint, info: routed } = handled;
    const { resourceKind, subresource } = endpoint;
    expect({ ...attributes, selectors: undefined }, what).toEqual({ ...routed, selectors: undefined });
    expect([attributes.group, attributes.version, attributes.resource, attributes.subresource], what).toEqual([
      resourceKind.group,
      resourceKind.version,
      resourceKind.resource,
      subresource,
    ]);
    // A namespace is an object of the cluster, but it is authorized in itself, as in the reference.
    if (!resourceKind.namespaced && resourceKind.resource !== "namespaces") {
      expect(attributes.namespace, what).toBe("");
    }
    if (resourceKind.namespaced && attributes.name !== "" && routed.hasPathName) {
      expect(attributes.namespace, what).not.toBe("");
    }
    const plain = plainlyRead(target);
    if (!plain) continue;
    handledPlain++;
    expect({ namespace: attributes.namespace, resource: attributes.resource }, what).toEqual({
      namespace: plain.namespace,
      resource: plain.resource,
    });
    if (routed.hasPathName || plain.name !== "") expect(attributes.name, what).toBe(plain.name);
  }
  expect(handledPlain, `seed ${seed}`).toBeGreaterThan(20);
});
