/** OpenAPI documents without descriptions, which differ intentionally. */
import type { Scenario, Suite } from "../suite.ts";
import { builtinGroupVersions } from "./discovery.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

const protobuf2 = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

const protobuf3 = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";

const longAgo = "Mon, 01 Jan 2001 00:00:00 GMT";
const conditions = [
  ["if-match", '"x"'],
  ["if-match", "*"],
  ["if-none-match", '"x"'],
  ["if-none-match", "*"],
  ["if-modified-since", longAgo],
  ["if-unmodified-since", longAgo],
  ["if-unmodified-since", "x"],
] as const;

function keys(): readonly string[] {
  const versions = builtinGroupVersions();
  const groups = versions.filter((one) => one.includes("/")).map((one) => `apis/${one.slice(0, one.indexOf("/"))}`);
  const documents = versions.map((one) => (one.includes("/") ? `apis/${one}` : `api/${one}`));
  return ["api", "apis", "version", ...new Set(groups), ...documents];
}

/** Digests in the index of documents. */
const digests = /\?hash=[0-9A-F]{128}/g;

/** Returns a document in a form that both servers share: sorted, without descriptions and with references resolved. */
export function comparableDocument(text: string): string {
  if (!text.startsWith("{")) return text;
  const document = JSON.parse(text) as JsonObject;
  if (document["paths"] === undefined) return text;
  if (document["openapi"] === undefined && document["swagger"] === undefined)
    return text.replaceAll(digests, "?hash=<digest>");
  const shared = (document["parameters"] ?? {}) as JsonObject;
  const { parameters: _, ...rest } = document;
  return JSON.stringify(comparable(rest, shared));
}

function comparable(value: Json, shared: JsonObject): Json {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => comparable(item, shared));
    const isParameters = items.every((item) => isObject(item) && "in" in item);
    return isParameters ? items.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  const parameter = /^#\/parameters\/(.*)$/.exec(textOf(value["$ref"]))?.[1];
  if (parameter !== undefined) return comparable(shared[parameter] ?? null, shared);
  const only = value["allOf"];
  const names = Object.keys(value).filter((name) => !(name === "description" && typeof value[name] === "string"));
  // A bare reference and one with a description beside it are equal.
  if (Array.isArray(only) && names.length === 1 && only.length === 1) return comparable(only[0] ?? null, shared);
  return Object.fromEntries(names.toSorted().map((name) => [name, comparable(value[name] ?? null, shared)]));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function sortKey(value: Json): string {
  return isObject(value) ? `${textOf(value["name"])} ${textOf(value["in"])}` : "";
}

/** OpenAPI. */
export const openapi: Suite = {
  name: "openapi",
  covers: "the OpenAPI documents of versions 2 and 3, and how they are served",
  usesNamespaces: false,
  // Digests and dates differ, because the documents differ in their descriptions.
  ignoredHeaders: ["etag", "last-modified", "location"],
  standardCount: Infinity,
  rewriteBody: comparableDocument,
  *scenarios(): Iterable<Scenario> {
    yield { title: "version 2", run: async (server) => void (await server.send("/openapi/v2")) };
    yield { title: "index of version 3", run: async (server) => void (await server.send("/openapi/v3")) };
    for (const key of keys()) {
      yield { title: key, run: async (server) => void (await server.send(`/openapi/v3/${key}`)) };
    }
    yield {
      title: "conditional requests",
      async run(server) {
        for (const path of ["/openapi/v2", "/openapi/v3", "/openapi/v3/apis/apps/v1"]) {
          for (const [name, value] of conditions) await server.send(path, { headers: { [name]: value } });
        }
      },
    };
    yield {
      title: "refusals",
      async run(server) {
        await server.send("/openapi/v3/apis/apps/v1?hash=ABC");
        await server.send("/openapi/v3/apis/apps/v1?hash=ABC", { headers: { accept: protobuf3 } });
        for (const path of ["/openapi/v3/", "/openapi/v2/", "/openapi/v3/apis/nosuch", "/openapi/v3/version/"]) {
          await server.send(path);
        }
        await server.send("/openapi/v2", { headers: { accept: "text/html" } });
        await server.send("/openapi/v3/version", { headers: { accept: "text/html" } });
        await server.send("/openapi/v2", { method: "HEAD", headers: { accept: protobuf2 } });
      },
    };
  },
};
