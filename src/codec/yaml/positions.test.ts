import { expect, test } from "vitest";
import { YamlPositions } from "./positions.ts";

const block = `apiVersion: v1
metadata:
  name: web
  labels:
    example.com/team: a
    team.name: b
spec: &spec
  list:
  - name: one
    'size': 3
  - two
  -
    name: three
other: *spec
twice: 1
twice: 2
`;

test.each([
  ["metadata.name", 3, 3],
  ["metadata.labels[example.com/team]", 5, 5],
  ["metadata.labels.team.name", 6, 5],
  ["spec.list[0]", 9, 5],
  ["spec.list[0].size", 10, 5],
  ["spec.list[1]", 11, 5],
  ["spec.list[2].name", 13, 5],
  ["other.list[0].size", 10, 5],
  ["twice", 16, 1],
])("find(%j) returns the position of the value's key", (path, line, column) => {
  expect(new YamlPositions(block).find(path)).toEqual({ line, column });
});

test.each([
  ["metadata.namespace", 2, 1],
  ["metadata.labels[other]", 4, 3],
  ["spec.list[9].name", 8, 3],
  ["metadata.name.first", 3, 3],
])("find(%j) returns the position of the innermost part that exists", (path, line, column) => {
  expect(new YamlPositions(block).find(path)).toEqual({ line, column });
});

test("find() returns positions in flow collections and in JSON", () => {
  const flow = new YamlPositions('{"a": {"b.c": [1, {x: y}]}, "a b": 2}');
  expect(flow.find("a.b.c[1].x")).toEqual({ line: 1, column: 20 });
  expect(flow.find("a[b.c][0]")).toEqual({ line: 1, column: 16 });
  expect(flow.find("a b")).toEqual({ line: 1, column: 29 });
});

test("find() returns nothing for unknown paths and for text that is not YAML", () => {
  expect(new YamlPositions(block).find("status")).toBeUndefined();
  expect(new YamlPositions(block).find("")).toBeUndefined();
  expect(new YamlPositions("a: [").find("a")).toBeUndefined();
  expect(new YamlPositions("").find("a")).toBeUndefined();
});
