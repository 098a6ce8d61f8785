/** Objects of every built-in kind and version have the bytes with which the reference's packages write them. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SchemaCompiler } from "../../schema/index.ts";
import { stringifyJson } from "../json/stringify.ts";
import { readFixture } from "../testing/fixture.ts";
import { recordedObjects } from "../testing/recorded-objects.ts";
import { openEnvelope, sealEnvelope } from "./envelope.ts";
import { decodeProtobuf, encodeProtobuf, protobufOfJson } from "./object.ts";

const { digests } = readFixture("protobuf-digests.json") as { readonly digests: Record<string, readonly string[]> };
const recorded = recordedObjects();
const compiler = new SchemaCompiler(new Map());

function digest(bytes: Buffer): string {
  return `${bytes.length} ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}

test("the fixture has every built-in kind and version", () => {
  expect(Object.keys(digests)).toEqual([...recorded.keys()]);
});

describe("[PB-03] the bytes of a filled object are those of the reference", () => {
  test.each([...recorded])("%s", (type, objects) => {
    const written = objects.map(({ object, schema }) => encodeProtobuf(object, schema));
    expect(written.map(digest)).toEqual(digests[type]);
    objects.forEach(({ object, schema }, index) => {
      const stored = Buffer.from(stringifyJson(object, { exact: true }));
      expect(digest(sealEnvelope(object, protobufOfJson(stored, schema)))).toBe(digests[type]?.[index]);
      const { apiVersion, kind, content } = openEnvelope(written[index] as Buffer);
      const read = compiler.compile(schema).canonical({ kind, apiVersion, ...decodeProtobuf(content, schema) });
      expect(stringifyJson(read.object, { exact: true })).toBe(stored.toString());
    });
  });
});
