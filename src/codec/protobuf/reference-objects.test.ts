/**
 * Objects that the reference has written in JSON and in protobuf. Decoding and encoding must convert between the two.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { factsFolder, readFacts } from "../../api/testing/facts.ts";
import { SchemaCompiler, type StructSchema } from "../../schema/index.ts";
import { parseJson } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { builtinSchemas } from "../testing/builtin-schemas.ts";
import { openEnvelope } from "./envelope.ts";
import { decodeProtobuf, encodeProtobuf, protobufOfJson } from "./object.ts";

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

/** Returns the decoded object in canonical form, without defaults. */
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
  const stored = Buffer.from(stringifyJson(sorted(json, schema), { exact: true }));
  expect(protobufOfJson(stored, schema).toString("hex")).toBe(openEnvelope(bytes).content.toString("hex"));
}

/** Returns the object with its members in declared order. */
function sorted(json: unknown, schema: StructSchema): unknown {
  return compiler.compile(schema).canonical(json).object;
}

const { objects } = parseJson(readFileSync(join(import.meta.dirname, "..", "fixtures", "protobuf-objects.json")))
  .value as { objects: readonly ReferenceObject[] };

describe("random objects have the same content in JSON and in protobuf", () => {
  test.each(objects)("$type", (object) => expectSame(object));
});

const filled = Object.entries(readFacts("objects-protobuf"));

/** Returns `apps/v1 Deployment` for `apps.v1.Deployment`, and `v1 Pod` for `core.v1.Pod`. */
function typeOf(file: string): string {
  const [group = "", version = "", kind = ""] = file.split(".");
  return `${group === "core" ? "" : `${group}/`}${version} ${kind}`;
}

describe("objects with every field set", () => {
  test("the fixtures contain all kinds of core/v1, apps/v1 and batch/v1", () => {
    const types = [...builtinSchemas.keys()].filter((type) => /^(?:v1|apps\/v1|batch\/v1) /.test(type));
    expect(filled.map(([file]) => typeOf(file)).sort()).toEqual(types.sort());
  });

  test.each(filled)("%s has the same content in JSON and in protobuf", (file, protobuf) => {
    const json = JSON.parse(readFileSync(join(factsFolder, "objects", `${file}.json`), "utf8"));
    expectSame({ type: typeOf(file), json, protobuf });
  });
});
