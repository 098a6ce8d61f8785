import { expect, test } from "vitest";
import { requestEntityTooLarge } from "../../meta/status-error.ts";
import type { Resource } from "../../registry/index.ts";
import type { OffloadedRequest, RequestOffload } from "../offload/request-offload.ts";
import { largeBytes } from "../requests/large-bytes.ts";
import { ResourceTable, type ServedResource } from "../served/resource-table.ts";
import { testCall } from "../testing/test-call.ts";
import { offloadWrites } from "./offload.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const large = "x".repeat(largeBytes + 1);
const small = "x".repeat(largeBytes);

/**
 * Returns a table with ConfigMaps.
 * @param stored size of each stored one, by key
 */
function tableOf(stored: Readonly<Record<string, number>>, isLoaded = true): ResourceTable {
  const find = (key: string) => (key in stored ? { byteLength: stored[key] } : undefined);
  const cache = isLoaded ? { isLoaded, get: find } : { isLoaded, read: async (key: string) => find(key) };
  const resource = { cache, key: (namespace: string, name: string) => `${namespace}/${name}` } as unknown as Resource;
  const declaration = { schema: {} };
  const resourceKind = { group: "", version: "v1", resource: "configmaps", namespaced: true, declaration };
  const table = new ResourceTable();
  table.add({ endpoint: { resource, resourceKind }, subresources: new Map() } as unknown as ServedResource);
  return table;
}

class OtherThread implements RequestOffload {
  readonly requests: OffloadedRequest[] = [];

  async handle(request: OffloadedRequest): ReturnType<RequestOffload["handle"]> {
    this.requests.push(request);
    const headers = { "content-type": "application/json", "audit-id": "id of the other thread" };
    return { status: 201, headers, body: Buffer.from("from the other thread") };
  }

  renderItem(): ReturnType<RequestOffload["renderItem"]> {
    throw new Error("these tests write no lists");
  }
}

interface TestRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the thread that handles a request. */
async function handledBy(request: TestRequest, table = tableOf({})): Promise<"this thread" | "the other thread"> {
  const {
    method = "POST",
    path = collection,
    body = "",
    headers = { "content-length": String(body.length) },
  } = request;
  const thread = new OtherThread();
  let reached = false;
  const { call } = testCall(path, { method, body, headers });
  await offloadWrites(thread, table)(call, async () => {
    reached = true;
  });
  expect(reached).toBe(thread.requests.length === 0);
  return reached ? "this thread" : "the other thread";
}

test("offloadWrites() sends a write with a large body to the other thread, and keeps a small one", async () => {
  expect(await handledBy({ body: large })).toBe("the other thread");
  expect(await handledBy({ body: small })).toBe("this thread");
});

test("offloadWrites() reads a body without a Content-Length to find its size", async () => {
  expect(await handledBy({ body: large, headers: {} })).toBe("the other thread");
  expect(await handledBy({ body: small, headers: {} })).toBe("this thread");
});

test.each(["PUT", "PATCH", "DELETE"])(
  "offloadWrites() sends a small %s of a large object to the other thread",
  async (method) => {
    const table = tableOf({ "default/large": largeBytes + 1, "default/small": largeBytes });
    expect(await handledBy({ method, path: `${collection}/large` }, table)).toBe("the other thread");
    expect(await handledBy({ method, path: `${collection}/large/status` }, table)).toBe("the other thread");
    expect(await handledBy({ method, path: `${collection}/small` }, table)).toBe("this thread");
    expect(await handledBy({ method, path: `${collection}/missing` }, table)).toBe("this thread");
  },
);

test("offloadWrites() reads the object from the store to find its size if the cache is not loaded", async () => {
  const table = tableOf({ "default/large": largeBytes + 1 }, false);
  expect(await handledBy({ method: "PATCH", path: `${collection}/large` }, table)).toBe("the other thread");
  expect(await handledBy({ method: "PATCH", path: `${collection}/missing` }, table)).toBe("this thread");
});

test("offloadWrites() keeps reads, and requests to paths that are not resources, in this thread", async () => {
  const table = tableOf({ "default/large": largeBytes + 1 });
  expect(await handledBy({ method: "GET", path: `${collection}/large` }, table)).toBe("this thread");
  expect(await handledBy({ method: "POST", path: "/healthz", body: large }, table)).toBe("this thread");
  expect(await handledBy({ path: "/api/v1/namespaces/default/unknown", body: large }, table)).toBe("this thread");
});

test("offloadWrites() keeps a request with a too long body, so that the verb rejects it", async () => {
  const headers = { "content-length": String(4 * 1024 * 1024) };
  expect(await handledBy({ headers })).toBe("this thread");
  const thread = new OtherThread();
  const { call, exchange } = testCall(collection, { method: "POST" });
  exchange.readBody = () => Promise.reject(requestEntityTooLarge("limit is 3145728"));
  let reached = false;
  await offloadWrites(thread, tableOf({}))(call, async () => {
    reached = true;
    await expect(call.readBody(1)).rejects.toMatchObject({ code: 413 });
  });
  expect([reached, thread.requests]).toEqual([true, []]);
});

test("offloadWrites() sends the request and its user without credentials, and relays the response", async () => {
  const thread = new OtherThread();
  const user = { name: "jane", groups: ["team"] };
  const headers = {
    "content-length": String(large.length),
    "content-type": "application/yaml",
    authorization: "Bearer secret",
    "impersonate-user": "root",
  };
  const { call, readResponse } = testCall(`${collection}?dryRun=All`, { method: "POST", body: large, headers, user });
  await offloadWrites(thread, tableOf({}))(call, () => Promise.reject(new Error("not here")));
  const { status, headers: responseHeaders, text } = await readResponse();
  expect([status, responseHeaders["audit-id"], text]).toEqual([201, "the-id", "from the other thread"]);
  expect(call.dryRun).toBe(true);
  expect(thread.requests).toMatchObject([{ method: "POST", target: `${collection}?dryRun=All`, user }]);
  expect(thread.requests[0]?.headers).toEqual({
    "content-length": String(large.length),
    "content-type": "application/yaml",
  });
  expect(thread.requests[0]?.body.length).toBe(large.length);
});
