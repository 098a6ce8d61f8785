import { expect, test } from "vitest";
import { anyJson, boolean, list, map, optional, pointer, rawObject, struct, text, union } from "../schema/index.ts";
import { parseJsonNode } from "./json/json-node.ts";
import { strictFieldErrors } from "./strict-fields.ts";

const part = struct("p/v1.Part", "A part.", { name: optional(text, 1, "Which.") });
const form = { name: "p/v1.PartOr", doc: "A part or else.", expected: "a part or else expected" };
const object = { name: "Part", schema: part, proto: 1 };
const holder = struct("p/v1.Holder", "Holds.", {
  part: optional(part, 1, "One."),
  parts: optional(list(part), 2, "Several."),
  byName: optional(map(part), 3, "Some by name."),
  raw: pointer(rawObject, 4, "Anything."),
  maybe: pointer(union(form, object, { name: "Allows", schema: boolean, proto: 2 }), 5, "One, or whether."),
  some: pointer(union(form, object, { name: "Parts", schema: list(part), proto: 2 }), 6, "One, or several."),
});

test.each<[string, readonly string[]]>([
  ['{"part":{"name":"a"},"parts":[{}],"byName":{"x":{}},"raw":{"x":1}}', []],
  ['{"other":1,"part":{"other":1}}', ['unknown field "other"', 'unknown field "part.other"']],
  ['{"parts":[{},{"other":1}]}', ['unknown field "parts[1].other"']],
  ['{"byName":{"x":{"other":1}}}', ['unknown field "byName.x.other"']],
  ['{"raw":{"x":1,"x":2},"part":{},"part":{}}', ['duplicate field "part"']],
  ['{"maybe":true,"some":[{"name":"a"}]}', []],
  // As in the reference, values of types with a custom decoder are not checked.
  ['{"maybe":{"other":1},"some":{"other":1}}', []],
  ['{"some":[{},{"other":1}],"other":1}', ['unknown field "other"']],
])("strictFieldErrors() of %s are %j", (body, complaints) => {
  expect(strictFieldErrors(parseJsonNode(body), holder)).toEqual(complaints);
});

test("strictFieldErrors() reports duplicate keys in values without a schema", () => {
  const patched = struct("p/v1.Patched", "Holds.", { value: optional(anyJson, 1, "Anything.") });
  const body = '{"value":[{"a":{"b":1,"b":2}}],"other":1}';
  const complaints = ['duplicate field "value[0].a.b"', 'unknown field "other"'];
  expect(strictFieldErrors(parseJsonNode(body), patched)).toEqual(complaints);
});

test("strictFieldErrors() can quote paths differently and omit the keys of maps", () => {
  const form = { quote: (path: string): string => `<${path}>`, omitsMapKeys: true };
  expect(strictFieldErrors(parseJsonNode('{"a\\"b":1}'), part, form)).toEqual(['unknown field <a"b>']);
  const byName = parseJsonNode('{"byName":{"x":{"other":1},"y":{"other":1,"more":1}}}');
  expect(strictFieldErrors(byName, holder, form)).toEqual([
    "unknown field <byName.other>",
    "unknown field <byName.more>",
  ]);
});
