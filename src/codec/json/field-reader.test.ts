import { expect, test } from "vitest";
import { withSeed } from "../../../test/support/with-seed.ts";
import type { Random } from "../../base/random.ts";
import { fieldReader } from "./field-reader.ts";

function read(paths: readonly string[], value: unknown): unknown {
  return fieldReader(paths)(Buffer.from(JSON.stringify(value)));
}

const pod = {
  kind: "Pod",
  metadata: { name: "a", labels: { app: "web", "x.y/z": '}"{' } },
  spec: {
    containers: [
      { name: "one", env: [{ name: "A", value: "1" }] },
      { image: "i", name: "two" },
    ],
    nodeName: "node-1",
    volumes: [],
  },
  status: null,
};

test.each<[paths: string[], expected: object]>([
  [["kind"], { kind: "Pod" }],
  [["metadata.labels"], { metadata: { labels: { app: "web", "x.y/z": '}"{' } } }],
  [["metadata.name", "spec.nodeName"], { metadata: { name: "a" }, spec: { nodeName: "node-1" } }],
  [["spec.containers.name"], { spec: { containers: [{ name: "one" }, { name: "two" }] } }],
  [["spec.containers.env.value"], { spec: { containers: [{ env: [{ value: "1" }] }, {}] } }],
  [["spec.volumes.name"], { spec: { volumes: [] } }],
  [["spec.volumes"], { spec: { volumes: [] } }],
  [["metadata", "metadata.name"], { metadata: pod.metadata }],
  [["metadata.name", "metadata"], { metadata: pod.metadata }],
  [["status.phase"], { status: null }],
  [["none", "metadata.none"], { metadata: {} }],
  [["metadata.nam", "metadata.names", "spec.NodeName"], { metadata: {}, spec: {} }],
  [[], {}],
])("fieldReader() with the paths %j returns only these fields", (paths, expected) => {
  expect(read(paths, pod)).toEqual(expected);
});

test("fieldReader() returns lists of scalars and of lists unchanged", () => {
  expect(read(["a.b"], { a: [1, "x", null, [{ b: 1, c: 2 }], { b: 3, c: 4 }] })).toEqual({
    a: [1, "x", null, [{ b: 1 }], { b: 3 }],
  });
});

test("fieldReader() reads multi-byte characters and objects larger than the shared buffer", () => {
  const long = 'ü€\u{1f600}\\"'.repeat(40_000);
  expect(read(["a", "d.x"], { a: long, b: long, d: { x: "é", y: long } })).toEqual({ a: long, d: { x: "é" } });
});

test("fieldReader() does not change earlier results when it reads again", () => {
  const reader = fieldReader(["a"]);
  const first = reader(Buffer.from('{"a":{"b":"first"}}'));
  reader(Buffer.from('{"a":{"b":"other"}}'));
  expect(first).toEqual({ a: { b: "first" } });
});

test.each(['{"a":"never closed', '{"a":{"b":1}', '{"a', '{"a":[1,{"b":', "{"])(
  "fieldReader() rejects a truncated object: %s",
  (text) => {
    expect(() => fieldReader(["a.b"])(Buffer.from(text))).toThrow(SyntaxError);
  },
);

const names = ["a", "b", "ab", "metadata", '"', "\\", "é"];

function randomValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 7 : 4);
  if (kind < 4) return ["", '{"a":[\\"', -1.5, null][kind];
  const count = random.below(4);
  if (kind === 4) return Array.from({ length: count }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: count }, () => [names[random.below(names.length)], randomValue(random, depth - 1)]),
  );
}

/** Returns the field at `path` by parsing the whole value. */
function restricted(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => restricted(element, path));
  const entries = Object.entries(value).filter(([key]) => key === name);
  return Object.fromEntries(entries.map(([key, member]) => [key, restricted(member, rest)]));
}

test("fieldReader() returns the same as parsing, for random paths and objects", async () => {
  await withSeed(async (random) => {
    for (let round = 0; round < 500; round++) {
      const value = { a: randomValue(random, 4), b: randomValue(random, 4), metadata: randomValue(random, 4) };
      const path = ["a", ...Array.from({ length: random.below(3) }, () => names[random.below(names.length)] ?? "")];
      if (path.some((name) => name.includes('"') || name.includes("\\"))) continue;
      expect(read([path.join(".")], value)).toEqual(restricted(value, path));
    }
  });
});
