import { expect, test } from "vitest";
import { requestEntityTooLarge } from "../../meta/status-error.ts";
import type { Resource } from "../../registry/index.ts";
import { largeBytes } from "../requests/large-bytes.ts";
import { ResourceTable, type ServedResource } from "../served/resource-table.ts";
import { testCall } from "../testing/test-call.ts";
import { type OffloadedRequest, offloadWrites, type RequestOffload } from "./offload.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const large = "x".repeat(largeBytes + 1);
const small = "x".repeat(largeBytes);

/** A table with ConfigMaps, of which these are stored, by name and size. */
function tableOf(stored: Readonly<Record<string, number>>, isLoaded = true): ResourceTable {
  const cache = {
    isLoaded,
    ready: async () => undefined,
    get: (key: string) => (key in stored ? { byteLength: stored[key] } : undefined),
  };
  const resource = { cache, key: (namespace: string, name: string) => `${namespace}/${name}` } as unknown as Resource;
  const resourceKind = { group: "", version: "v1", resource: "configmaps", namespaced: true };
  const table = new ResourceTable();
  table.add({ endpoint: { resource, resourceKind }, subresources: new Map() } as unknown as ServedResource);
  return table;
}

class OtherThread implements RequestOffload {
  readonly requests: OffloadedRequest[] = [];

  async handle(request: OffloadedRequest): ReturnType<RequestOffload["handle"]> {
    this.requests.push(request);
    const headers = { "content-type": "application/json", "audit-id": "of the other thread" };
    return { status: 201, headers, body: Buffer.from("made elsewhere") };
  }

  renderItem(): ReturnType<RequestOffload["renderItem"]> {
    throw new Error("no list is written here");
  }
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Which thread handles a request. */
async function handledBy(asked: Asked, table = tableOf({})): Promise<"this thread" | "the other thread"> {
  const { method = "POST", path = collection, body = "", headers = { "content-length": String(body.length) } } = asked;
  const thread = new OtherThread();
  let reached = false;
  const { call } = testCall(path, { method, body, headers });
  await offloadWrites(thread, table)(call, async () => {
    reached = true;
  });
  expect(reached).toBe(thread.requests.length === 0);
  return reached ? "this thread" : "the other thread";
}

test("a write with a large body goes to the other thread, a small one does not", async () => {
  expect(await handledBy({ body: large })).toBe("the other thread");
  expect(await handledBy({ body: small })).toBe("this thread");
});

test("a body whose length is not declared is read to find out how large it is", async () => {
  expect(await handledBy({ body: large, headers: {} })).toBe("the other thread");
  expect(await handledBy({ body: small, headers: {} })).toBe("this thread");
});

test.each(["PUT", "PATCH", "DELETE"])("a small %s of a large object goes to the other thread", async (method) => {
  const table = tableOf({ "default/large": largeBytes + 1, "default/small": largeBytes });
  expect(await handledBy({ method, path: `${collection}/large` }, table)).toBe("the other thread");
  expect(await handledBy({ method, path: `${collection}/large/status` }, table)).toBe("the other thread");
  expect(await handledBy({ method, path: `${collection}/small` }, table)).toBe("this thread");
  expect(await handledBy({ method, path: `${collection}/missing` }, table)).toBe("this thread");
});

test("the stored object counts as well where the cache of the resource was not needed before", async () => {
  const table = tableOf({ "default/large": largeBytes + 1 }, false);
  expect(await handledBy({ method: "PATCH", path: `${collection}/large` }, table)).toBe("the other thread");
  expect(await handledBy({ method: "PATCH", path: `${collection}/missing` }, table)).toBe("this thread");
});

test("reads, and paths that are no resources, stay in this thread", async () => {
  const table = tableOf({ "default/large": largeBytes + 1 });
  expect(await handledBy({ method: "GET", path: `${collection}/large` }, table)).toBe("this thread");
  expect(await handledBy({ method: "POST", path: "/healthz", body: large }, table)).toBe("this thread");
  expect(await handledBy({ path: "/api/v1/namespaces/default/unknown", body: large }, table)).toBe("this thread");
});

test("a body that is too long is left to the verb, which refuses it in its place among the checks", async () => {
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

test("the other thread is handed the request and its user, without credentials, and its answer is the client's", async () => {
  const thread = new OtherThread();
  const user = { name: "jane", groups: ["team"] };
  const headers = {
    "content-length": String(large.length),
    "content-type": "application/yaml",
    authorization: "Bearer secret",
    "impersonate-user": "root",
  };
  const { call, answer } = testCall(`${collection}?dryRun=All`, { method: "POST", body: large, headers, user });
  await offloadWrites(thread, tableOf({}))(call, () => Promise.reject(new Error("not here")));
  const { status, headers: answered, text } = await answer();
  expect([status, answered["audit-id"], text]).toEqual([201, "the-id", "made elsewhere"]);
  expect(call.dryRun).toBe(true);
  expect(thread.requests).toMatchObject([{ method: "POST", target: `${collection}?dryRun=All`, user }]);
  expect(thread.requests[0]?.headers).toEqual({
    "content-length": String(large.length),
    "content-type": "application/yaml",
  });
  expect(thread.requests[0]?.body.length).toBe(large.length);
});
