/**
 * Objects that the reference has encoded. The fixture has the length and a digest of each encoding, so that all kinds
 * fit. Encoding must give the same bytes, and decoding these bytes the same object.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { factsFolder } from "../../api/testing/facts.ts";
import { SchemaCompiler, type StructSchema } from "../../schema/index.ts";
import { parseJson } from "../json/parse.ts";
import type { TypeMeta } from "../protobuf/envelope.ts";
import { builtinSchemas } from "../testing/builtin-schemas.ts";
import { decodeCbor, readCborType } from "./decode.ts";
import { encodeCbor } from "./encode.ts";

const compiler = new SchemaCompiler(new Map());
const fixtures = join(import.meta.dirname, "..", "fixtures");
const filledFolders = [join(import.meta.dirname, "../../api/testing/filled"), join(factsFolder, "objects")];

function readJson<T>(path: string): T {
  return parseJson(readFileSync(path)).value as T;
}

const { objects, randomObjects } = readJson<{ objects: Record<string, string>; randomObjects: readonly string[] }>(
  join(fixtures, "cbor-digests.json"),
);
const random = readJson<{ objects: readonly { type: string; json: TypeMeta }[] }>(
  join(fixtures, "protobuf-objects.json"),
).objects;

function digest(bytes: Buffer): string {
  return `${bytes.length} ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}

function schemaOf({ apiVersion, kind }: TypeMeta): StructSchema {
  const schema = builtinSchemas.get(`${apiVersion} ${kind}`);
  if (!schema) throw new Error(`there is no ${apiVersion} ${kind}`);
  return schema;
}

function expectSame(json: TypeMeta, expected: string | undefined): void {
  const schema = schemaOf(json);
  const compiled = compiler.compile(schema);
  const bytes = encodeCbor(compiled.canonical(json).object as object, schema);
  expect(digest(bytes)).toBe(expected);
  expect(readCborType(bytes)).toEqual({ kind: json.kind, apiVersion: json.apiVersion });
  const { value, complaints } = decodeCbor(bytes, schema);
  expect(complaints).toEqual([]);
  expect(encodeCbor(compiled.canonical(value).object as object, schema).equals(bytes)).toBe(true);
}

describe("CBOR of the reference", () => {
  test("all kinds with a filled object are in the fixture", () => {
    expect(Object.keys(objects).length).toBeGreaterThan(75);
    expect(randomObjects).toHaveLength(random.length);
  });

  test.each(Object.entries(objects))("%s with every field has the bytes of the reference", (file, expected) => {
    const path = filledFolders.map((folder) => join(folder, `${file}.json`)).find((one) => existsSync(one));
    expectSame(readJson(path ?? file), expected);
  });

  test.each(random.map(({ type, json }, index) => ({ type, json, expected: randomObjects[index] })))(
    "a random $type has the bytes of the reference",
    ({ json, expected }) => expectSame(json, expected),
  );
});
