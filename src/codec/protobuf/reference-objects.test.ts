/** Objects that the reference wrote, in JSON and in protobuf: each form must give the other. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SchemaCompiler, type StructSchema } from "../../schema/index.ts";
import { parseJson } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { builtinSchemas } from "../testing/builtin-schemas.ts";
import { openEnvelope } from "./envelope.ts";
import { decodeProtobuf, encodeProtobuf } from "./object.ts";

interface ReferenceObject {
  readonly type: string;
  readonly json: { readonly apiVersion: string; readonly kind: string };
  readonly protobuf: string;
}

const compiler = new SchemaCompiler(new Map());

function schemaOf(type: string): StructSchema {
  const schema = builtinSchemas.get(type);
  if (!schema) throw new Error(`there is no ${type}`);
  return schema;
}

/** What the bytes hold, in canonical form without defaults. */
function read(bytes: Buffer, schema: StructSchema): unknown {
  const { apiVersion, kind, content } = openEnvelope(bytes);
  return compiler.compile(schema).canonical({ apiVersion, kind, ...decodeProtobuf(content, schema) }).object;
}

function expectSame({ type, json, protobuf }: ReferenceObject): void {
  const schema = schemaOf(type);
  const bytes = Buffer.from(protobuf, "base64");
  expect(stringifyJson(read(bytes, schema), { pretty: true })).toBe(
    stringifyJson(sorted(json, schema), { pretty: true }),
  );
  expect(encodeProtobuf(json, schema).equals(bytes)).toBe(true);
}

/** The same object with its members in the order of the declaration. */
function sorted(json: unknown, schema: StructSchema): unknown {
  return compiler.compile(schema).canonical(json).object;
}

const { objects } = parseJson(readFileSync(join(import.meta.dirname, "..", "fixtures", "protobuf-objects.json")))
  .value as { objects: readonly ReferenceObject[] };

describe("objects of random content", () => {
  test.each(objects)("$type", (object) => expectSame(object));
});

const folder = join(import.meta.dirname, "..", "..", "..", "..", "shared", "conformance", "roundtrip");
const known = existsSync(folder) ? [...builtinSchemas.keys()].filter((type) => existsSync(`${fileOf(type)}.pb`)) : [];

/** `apps.v1.Deployment` of `apps/v1 Deployment`, `core.v1.Pod` of `v1 Pod`. */
function fileOf(type: string): string {
  const [apiVersion = "", kind = ""] = type.split(" ");
  const [version = "", group = "core"] = apiVersion.split("/").toReversed();
  return join(folder, `${group}.${version}.${kind}`);
}

describe.skipIf(known.length === 0)("objects with every field set (skipped without ../shared/conformance)", () => {
  test("of nearly every kind are there", () => {
    expect(readdirSync(folder).length).toBeGreaterThan(100);
    expect(known.length).toBeGreaterThan(15);
  });

  test.each(known)("%s", (type) => {
    const json = JSON.parse(readFileSync(`${fileOf(type)}.json`, "utf8")) as ReferenceObject["json"];
    expectSame({ type, json, protobuf: readFileSync(`${fileOf(type)}.pb`, "base64") });
  });
});
