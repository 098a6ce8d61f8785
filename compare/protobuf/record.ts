/**
 * `npx tsx compare/protobuf/record.ts`: encodes objects of all kinds with the reference's packages, and records the
 * length and a digest of each for `src/codec/protobuf/reference-digests.test.ts`. It needs Go and a module proxy.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringifyJson } from "../../src/codec/index.ts";
import { recordedObjects } from "../../src/codec/testing/recorded-objects.ts";

const target = join(import.meta.dirname, "../../src/codec/fixtures/protobuf-digests.json");
const outputBytesMax = 64 * 1024 * 1024;

const objects = recordedObjects();
const input = [...objects.values()].flat().map(({ object }) => `${stringifyJson(object, { exact: true })}\n`);
const output = execFileSync("go", ["run", "."], {
  cwd: join(import.meta.dirname, "oracle"),
  input: input.join(""),
  maxBuffer: outputBytesMax,
  encoding: "utf8",
});
const lines = output.trimEnd().split("\n");
const failed = lines.find((line) => line.startsWith("error"));
if (failed !== undefined || lines.length !== input.length) throw new Error(failed ?? "the oracle stopped early");
const digests = [...objects].map(([type, made]) => [type, lines.splice(0, made.length)] as const);
const rows = digests.map(([type, found]) => `${JSON.stringify(type)}:${JSON.stringify(found)}`);
const source = "k8s.io/client-go v0.32.13, runtime/serializer/protobuf: length and start of the SHA-256 of each object";
writeFileSync(target, `{\n"source":${JSON.stringify(source)},\n"digests":{\n${rows.join(",\n")}\n}}\n`);
