/** OpenAPI documents of custom types, compared with those that the reference publishes for the same definitions. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type VocabularyName, vocabularyNames } from "../../src/meta/vocabulary.ts";
import { decodeSwagger } from "../../src/server/openapi/testing/decode-swagger.ts";
import { decodeV3 } from "../../src/server/openapi/testing/decode-v3.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient } from "../support/wire-client.ts";
import { define, inVocabulary } from "./definitions.ts";
import {
  definitionsOf,
  descriptionsIn,
  type OpenApiDocument,
  type OperationSummary,
  operationSummaries,
} from "./openapi-summary.ts";

type Definitions = Readonly<Record<string, unknown>>;

interface RecordedPart {
  readonly info: unknown;
  readonly operations: Readonly<Record<string, OperationSummary>>;
  readonly ownDefinitions: Definitions;
  readonly otherDefinitions: readonly string[];
}

interface Recorded {
  readonly definitions: readonly object[];
  readonly v3: Readonly<Record<string, RecordedPart>>;
  readonly v2: { readonly definitions: Definitions };
}

/** Returns the record of the reference, in a vocabulary. */
function recordedIn(name: VocabularyName): Recorded {
  const text = readFileSync(new URL("fixtures/openapi.json", import.meta.url), "utf8");
  return JSON.parse(inVocabulary(text, name)) as Recorded;
}

const protobufOf = (version: "v2" | "v3"): string =>
  `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`;

async function documentAt(client: WireClient, path: string): Promise<OpenApiDocument> {
  const { status, json } = await client.request(path, { headers: { accept: "application/json" } });
  expect(status, path).toBe(200);
  return json as OpenApiDocument;
}

async function protobufAt(client: WireClient, path: string, version: "v2" | "v3"): Promise<Buffer> {
  const { status, bytes } = await client.request(path, { headers: { accept: protobufOf(version) } });
  expect(status, path).toBe(200);
  return bytes;
}

/** Returns the value without the members that protobuf cannot show, as in the reference: zero values, and defaults other than scalars. */
function asInProtobuf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asInProtobuf);
  if (typeof value !== "object" || value === null) return value;
  const shown = Object.entries(value).filter(([, one]) => one !== false && one !== "" && one !== 0);
  const form = (name: string, one: unknown): unknown =>
    name === "default" && typeof one === "object" ? {} : name.startsWith("x-") ? one : asInProtobuf(one);
  return Object.fromEntries(shown.map(([name, one]) => [name, form(name, one)]));
}

describe.each(vocabularyNames)("documents of custom types in the vocabulary %s", (name) => {
  const recorded = recordedIn(name);
  const ownTexts = descriptionsIn(recorded.definitions);
  const v3 = new Map<string, OpenApiDocument>();
  const v3InProtobuf = new Map<string, Buffer>();
  let v2: OpenApiDocument;
  let v2InProtobuf: Buffer;
  let index: readonly string[];
  let listKind: string;

  beforeAll(async () => {
    await using running = await startTestServer({ vocabulary: name });
    const { client } = running;
    for (const definition of recorded.definitions) await define(client, definition, name);
    index = Object.keys((await client.request("/openapi/v3")).json.paths);
    for (const key of Object.keys(recorded.v3)) {
      v3.set(key, await documentAt(client, `/openapi/v3/${key}`));
      v3InProtobuf.set(key, await protobufAt(client, `/openapi/v3/${key}`, "v3"));
    }
    v2 = await documentAt(client, "/openapi/v2");
    listKind = (await client.request("/apis/minimal.example.com/v2/apples")).json.kind;
    v2InProtobuf = await protobufAt(client, "/openapi/v2", "v2");
  });

  test("the index lists the group versions of custom types, but not their groups", () => {
    expect(index.filter((key) => key.includes("example"))).toEqual(Object.keys(recorded.v3).sort());
  });

  test("a list has the list kind of the definition, as its document says", () => {
    expect(listKind).toBe("Harvest");
    expect(v2.definitions).toHaveProperty(["com.example.minimal.v2.Harvest"]);
  });

  test("version 3 documents have the reference's operations, and describe the same types", () => {
    for (const [key, { info, operations, otherDefinitions }] of Object.entries(recorded.v3)) {
      const document = v3.get(key) as OpenApiDocument;
      expect(document.info, key).toEqual(info);
      expect(operationSummaries(document, ["/"]), key).toEqual(operations);
      const own = Object.keys(recorded.v3[key]?.ownDefinitions ?? {});
      const names = Object.keys(document.components?.schemas ?? {});
      expect(names.sort(), key).toEqual([...own, ...otherDefinitions].sort());
      expect(document.components, key).not.toHaveProperty("securitySchemes");
    }
  });

  test("version 3 documents have the reference's definitions of custom types and their lists", () => {
    for (const [key, { ownDefinitions }] of Object.entries(recorded.v3)) {
      const document = v3.get(key) as OpenApiDocument;
      expect(definitionsOf(document, Object.keys(ownDefinitions), ownTexts), key).toEqual(ownDefinitions);
    }
  });

  test("the version 2 document has the reference's operations and definitions of custom types", () => {
    const prefixes = Object.keys(recorded.v3).map((key) => `/${key}/`);
    const operations = Object.assign({}, ...Object.values(recorded.v3).map((part) => part.operations)) as object;
    expect(operationSummaries(v2, prefixes)).toEqual(operations);
    expect(definitionsOf(v2, Object.keys(recorded.v2.definitions), ownTexts)).toEqual(recorded.v2.definitions);
  });

  test("the protobuf forms of the documents have the same content as the JSON forms", () => {
    for (const [key, document] of v3) {
      expect(asInProtobuf(decodeV3(v3InProtobuf.get(key) as Buffer)), key).toEqual(asInProtobuf(document));
    }
    expect(asInProtobuf(decodeSwagger(v2InProtobuf))).toEqual(asInProtobuf(v2));
  });
});
