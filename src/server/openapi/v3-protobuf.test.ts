import { describe, expect, test } from "vitest";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import { decodeV3 } from "./testing/decode-v3.ts";
import { servedWithOpenApi, type V3Index } from "./testing/served-documents.ts";
import { v3ProtobufEncoder } from "./v3-protobuf.ts";

const contentType = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";

/** Returns the value without false and empty strings, which protobuf omits. */
function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (typeof value !== "object" || value === null) return value;
  const isKept = (name: string): boolean => name === "default" || name.startsWith("x-");
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => isKept(name) || (one !== false && one !== ""))
      .map(([name, one]) => [name, isKept(name) ? one : withoutZeros(one)]),
  );
}

describe.each(vocabularyNames)("in the vocabulary %s", (name) => {
  test("every version 3 document has the same content and ETag in protobuf as in JSON", async () => {
    await using served = servedWithOpenApi(name);
    const { paths } = (await served.get("/openapi/v3")).json<V3Index>();
    expect(Object.keys(paths).length).toBeGreaterThan(30);
    for (const [key, { serverRelativeURL }] of Object.entries(paths)) {
      const json = await served.get(serverRelativeURL);
      const protobuf = await served.get(serverRelativeURL, { accept: contentType });
      expect([protobuf.status, protobuf.headers["content-type"]], key).toEqual([200, contentType]);
      expect(protobuf.headers["etag"], key).toBe(json.headers["etag"]);
      expect(decodeV3(protobuf.body), key).toEqual(withoutZeros(JSON.parse(json.body.toString("utf8"))));
    }
  });
});

test("a request with the older spelling of the protobuf media type gets the newer spelling", async () => {
  await using served = servedWithOpenApi("kubernetes");
  const answer = await served.get("/openapi/v3/version", {
    accept: "application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
  });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, contentType]);
});

// The expected bytes are written by hand, with the field numbers of OpenAPIv3.proto.
test("defaults are encoded as in the reference: zero values explicitly, objects as an empty message", () => {
  const hexOf = (text: string): string => Buffer.from(text).toString("hex");
  const encoded = (value: unknown): string => {
    const encoder = v3ProtobufEncoder();
    encoder.addSchemas({ A: { default: value } });
    return Buffer.concat(encoder.finish({ openapi: "3.0.0", info: {} })).toString("hex");
  };
  // The frame: the version, an empty info and no paths. The nested messages: components, schemas, the name A, the schema (field 1, not a reference), and its field 33.
  const around = (body: string): string => {
    const sized = (text: string): string => (text.length / 2).toString(16).padStart(2, "0") + text;
    const named = `0a01${hexOf("A")}12${sized(`0a${sized(`8a02${sized(body)}`)}`)}`;
    return `0a05${hexOf("3.0.0")}120022002a${sized(`0a${sized(`0a${sized(named)}`)}`)}`;
  };
  expect(encoded(0)).toBe(around("090000000000000000"));
  expect(encoded(false)).toBe(around("1000"));
  expect(encoded("")).toBe(around("1a00"));
  expect(encoded({})).toBe(around(""));
});
