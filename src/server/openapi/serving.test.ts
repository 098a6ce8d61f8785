import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { lease } from "../../api/coordination/v1/lease.ts";
import { configMap } from "../../api/core/v1/config-map.ts";
import { secret } from "../../api/core/v1/secret.ts";
import type { ServedBuiltin } from "../discovery/testing/served-builtin.ts";
import { OpenApiDocuments } from "./documents.ts";
import {
  protobufType,
  servedWithOpenApi,
  type V2Document,
  type V3Document,
  type V3Index,
} from "./testing/served-documents.ts";

const minuteMs = 60_000;

async function addressOf(served: ServedBuiltin, key: string): Promise<string> {
  const { paths } = (await served.get("/openapi/v3")).json<V3Index>();
  return paths[key]?.serverRelativeURL ?? "";
}

describe("/openapi/v3", () => {
  test.each([
    ["kubernetes", "coordination.k8s.io"],
    ["orch", "coordination.orch.io"],
  ] as const)(
    "/openapi/v3 lists a document for every group version and path, in the vocabulary %s",
    async (name, group) => {
      await using served = servedWithOpenApi(name, [configMap, lease]);
      const { status, headers, json } = await served.get("/openapi/v3");
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
      const { paths } = json<V3Index>();
      expect(Object.keys(paths)).toEqual(["api", "api/v1", "apis", `apis/${group}`, `apis/${group}/v1`, "version"]);
      for (const [key, { serverRelativeURL }] of Object.entries(paths)) {
        expect(serverRelativeURL).toMatch(new RegExp(`^/openapi/v3/${key}\\?hash=[0-9A-F]{128}$`));
      }
    },
  );

  test("the list of all paths contains /openapi/v2, /openapi/v3 and /openapi/v3/", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const listed = [...served.paths.paths].filter((path) => path.startsWith("/openapi"));
    expect(listed.toSorted()).toEqual(["/openapi/v2", "/openapi/v3", "/openapi/v3/"]);
  });

  test("a document that is requested with its current hash can be cached forever", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const address = await addressOf(served, "apis/coordination.k8s.io/v1");
    const { status, headers, json } = await served.get(address);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, immutable",
      expires: "Thu, 01 Jan 2026 00:00:00 GMT",
      etag: `"${address.slice(address.indexOf("=") + 1)}"`,
      vary: expect.stringMatching(/^Accept\b/),
    });
    expect(json<V3Document>()).toMatchObject({ openapi: "3.0.0", info: { title: "Kubernetes", version: "1.32" } });
  });

  test("a request with an outdated hash is redirected to the current document", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const address = await addressOf(served, "apis/coordination.k8s.io/v1");
    const { status, headers } = await served.get("/openapi/v3/apis/coordination.k8s.io/v1?hash=0123");
    expect(status).toBe(301);
    expect(headers["location"]).toBe(address);
  });

  test("a document that is requested without a hash must be revalidated with its ETag", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const path = "/openapi/v3/apis/coordination.k8s.io/v1";
    const first = await served.get(path);
    expect(first.headers["cache-control"]).toBe("no-cache, private");
    expect(first.headers).not.toHaveProperty("expires");
    const etag = String(first.headers["etag"]);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await served.get(path, { "if-none-match": tags });
      expect([again.status, again.body.length], tags).toEqual([304, 0]);
      expect(again.headers["etag"]).toBe(etag);
    }
    expect((await served.get(path, { "if-none-match": '"x"' })).status).toBe(200);
  });

  test("a document can be revalidated with its modification time", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const path = "/openapi/v3/apis/coordination.k8s.io/v1";
    const modified = String((await served.get(path)).headers["last-modified"]);
    expect((await served.get(path, { "if-modified-since": modified })).status).toBe(304);
    expect((await served.get(path, { "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" })).status).toBe(200);
    expect((await served.get(path, { "if-modified-since": modified, "if-none-match": '"x"' })).status).toBe(200);
  });

  const longAgo = "Mon, 01 Jan 2001 00:00:00 GMT";

  test.each([
    ["the document's ETag in If-Match", { "if-match": "ETAG" }, 200],
    ["* in If-Match", { "if-match": "*" }, 200],
    ["a weak ETag in If-Match", { "if-match": "W/ETAG" }, 412],
    ["another ETag in If-Match", { "if-match": '"x"', "if-none-match": "ETAG" }, 412],
    ["an old time in If-Unmodified-Since", { "if-unmodified-since": longAgo }, 412],
    [
      "an old time in If-Unmodified-Since, and the ETag in If-Match",
      { "if-unmodified-since": longAgo, "if-match": "ETAG" },
      200,
    ],
    ["invalid times", { "if-unmodified-since": "x", "if-modified-since": "x" }, 200],
  ])("a request of a document with %s returns the status of that condition", async (_what, conditions, status) => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const path = "/openapi/v3/apis/coordination.k8s.io/v1";
    const etag = String((await served.get(path)).headers["etag"]);
    const entries = Object.entries(conditions).map(([name, value]) => [name, value.replace("ETAG", etag)]);
    const answer = await served.get(path, Object.fromEntries(entries));
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/json");
    if (status === 412) expect(answer.body.length).toBe(0);
  });

  test("a 304 response for a document has no Content-Type and no Last-Modified", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const { headers } = await served.get("/openapi/v3/apis/coordination.k8s.io/v1", { "if-none-match": "*" });
    expect(headers).not.toHaveProperty("content-type");
    expect(headers).not.toHaveProperty("last-modified");
  });

  test.each([
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"x"' }, 200],
    [{ "if-match": '"x"' }, 412],
    [{ "if-unmodified-since": longAgo }, 412],
  ])("the index, which has no ETag, responds to %o with %i", async (conditions, status) => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const answer = await served.get("/openapi/v3", conditions);
    expect(answer.status).toBe(status);
    expect(answer.headers).toHaveProperty("last-modified");
  });

  test("a redirect from an outdated hash has the requested Content-Type", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const accept = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";
    const { status, headers } = await served.get("/openapi/v3/apis/coordination.k8s.io/v1?hash=0123", { accept });
    expect([status, headers["content-type"]]).toEqual([
      301,
      "application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
    ]);
  });

  test.each(["/openapi/v3/", "/openapi/v2/", "/openapi/v3/apis/nosuch/v1", "/openapi/v3/api/v9", "/openapi/v2/more"])(
    "a request of %s returns 404",
    async (path) => {
      await using served = servedWithOpenApi("kubernetes", [lease]);
      expect((await served.get(path)).status).toBe(404);
    },
  );

  test("documents are compressed for clients that accept gzip", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const address = await addressOf(served, "apis/coordination.k8s.io/v1");
    const plain = await served.get(address);
    const { headers, body } = await served.get(address, { "accept-encoding": "gzip" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers["vary"]).toContain("Accept-Encoding");
    expect(body.length).toBeLessThan(plain.body.length / 4);
    expect(gunzipSync(body).equals(plain.body)).toBe(true);
  });

  test.each(["application/com.github.proto-openapi.spec.v2.v1.0+protobuf", "text/html"])(
    "a version 3 document is not acceptable as %s",
    async (accept) => {
      await using served = servedWithOpenApi("kubernetes", [lease]);
      expect((await served.get("/openapi/v3/api", { accept })).status).toBe(406);
      expect((await served.get("/openapi/v3/api", { accept: `${accept}, */*` })).status).toBe(200);
    },
  );
});

describe("/openapi/v2", () => {
  test.each([
    [undefined, "application/json"],
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    [protobufType, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"],
    [
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
    ],
    [`${protobufType}, application/json;q=0.5`, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"],
    [`${protobufType};q=0.5, application/json`, "application/json"],
  ])("/openapi/v2 responds to Accept: %s with %s", async (accept, contentType) => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    const { status, headers, body } = await served.get("/openapi/v2", accept === undefined ? {} : { accept });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(contentType);
    expect(body.subarray(0, 1).toString()).toBe(contentType === "application/json" ? "{" : "\n");
  });

  test("/openapi/v2 returns 406 for YAML", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    expect((await served.get("/openapi/v2", { accept: "application/yaml" })).status).toBe(406);
  });

  test("both encodings of /openapi/v2 have an ETag and can be compressed", async () => {
    await using served = servedWithOpenApi("kubernetes", [lease]);
    for (const accept of ["application/json", protobufType]) {
      const { headers, body } = await served.get("/openapi/v2", { accept });
      const known = { accept, "if-none-match": String(headers["etag"]) };
      expect((await served.get("/openapi/v2", known)).status).toBe(304);
      const packed = await served.get("/openapi/v2", { accept, "accept-encoding": "gzip" });
      expect(gunzipSync(packed.body).equals(body)).toBe(true);
    }
  });
});

describe("life of rendered documents", () => {
  test("a kind that is served later changes the document of its group version and the hash", async () => {
    await using served = servedWithOpenApi("kubernetes", [configMap]);
    const before = await addressOf(served, "api/v1");
    expect(await addressOf(served, "apis/coordination.k8s.io/v1")).toBe("");
    served.add(lease);
    served.add(secret);
    expect(await addressOf(served, "apis/coordination.k8s.io/v1")).not.toBe("");
    expect(await addressOf(served, "api/v1")).not.toBe(before);
    const moved = await served.get(before);
    expect(moved.status).toBe(301);
    const { definitions } = (await served.get("/openapi/v2")).json<V2Document>();
    expect(Object.keys(definitions)).toContain("io.k8s.api.core.v1.Secret");
    expect(Object.keys(definitions)).toContain("io.k8s.api.coordination.v1.Lease");
  });

  test("a kind of a new group leaves the documents of other groups unchanged", async () => {
    await using served = servedWithOpenApi("kubernetes", [configMap]);
    const before = await addressOf(served, "api/v1");
    served.add(lease);
    expect(await addressOf(served, "api/v1")).toBe(before);
  });

  test("a document that was being rendered while the kinds changed is not cached", async () => {
    await using served = servedWithOpenApi("kubernetes", [configMap]);
    const early = served.get("/openapi/v3");
    served.add(secret);
    await early;
    const { components } = (await served.get("/openapi/v3/api/v1")).json<V3Document>();
    expect(Object.keys(components.schemas)).toContain("io.k8s.api.core.v1.Secret");
    const address = await addressOf(served, "api/v1");
    expect((await served.get(address)).status).toBe(200);
  });

  test("a document is rendered at its first request and removed after it was idle", async () => {
    await using served = servedWithOpenApi("kubernetes", [configMap]);
    expect(served.clock.pendingCount).toBe(0);
    const { resources, vocabulary, clock } = served;
    const documents = new OpenApiDocuments({ resources, vocabulary, describedPaths: [], clock });
    const first = await documents.v3("api/v1");
    await clock.advance(2 * minuteMs);
    expect(await documents.v3("api/v1")).toBe(first);
    await clock.advance(2 * minuteMs);
    expect(await documents.v3("api/v1")).toBe(first);
    await clock.advance(3 * minuteMs);
    const made = await documents.v3("api/v1");
    expect(made).not.toBe(first);
    expect(made?.hash).toBe(first?.hash);
  });

  test("the hashes are kept after the documents were removed", async () => {
    await using served = servedWithOpenApi("kubernetes", [configMap]);
    const { resources, vocabulary, clock } = served;
    const documents = new OpenApiDocuments({ resources, vocabulary, describedPaths: [], clock });
    const hashes = new Map(await documents.v3Hashes());
    await clock.advance(10 * minuteMs);
    expect(clock.pendingCount).toBe(0);
    expect(new Map(await documents.v3Hashes())).toEqual(hashes);
    expect(clock.pendingCount).toBe(0);
  });

  test("two servers of the same kinds have the same hashes", async () => {
    await using one = servedWithOpenApi("kubernetes", [configMap, lease]);
    await using other = servedWithOpenApi("kubernetes", [configMap, lease]);
    expect((await one.get("/openapi/v3")).json()).toEqual((await other.get("/openapi/v3")).json());
    const bodies = await Promise.all([one, other].map((served) => served.get("/openapi/v2")));
    expect(bodies[0]?.headers["etag"]).toBe(bodies[1]?.headers["etag"]);
  });
});
