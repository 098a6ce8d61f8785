import { expect, test } from "vitest";
import { parseYaml } from "../../codec/index.ts";
import type { Tree } from "../../manifests/index.ts";
import { type CaseFile, impliedOperation } from "./case-file.ts";
import { type CaseSource, readCases } from "./read-cases.ts";
import { MemberError } from "./strict-tree.ts";

const source: CaseSource = {
  file: "a.yaml",
  lineOf: (path) => Number(/\d+/.exec(path)?.[0] ?? 0) + 1,
  readObject: async (path) => ({ kind: "File", path }),
};

async function read(text: string): Promise<CaseFile> {
  return await readCases((await parseYaml(Buffer.from(text))).value as Tree, source);
}

async function faultOf(text: string): Promise<string> {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof MemberError)) throw error;
  return `${error.path}: ${error.message}`;
}

test("a case gets the user and the namespace of its file, unless it has others", async () => {
  const { cases, objects } = await read(`
user: ann
namespace: { name: shop, labels: { env: prod } }
objects: [{ kind: A }, b.yaml]
cases:
- { name: first, object: { kind: O }, expect: allow }
- { name: second, object: o.yaml, user: { name: bob, groups: [dev] }, namespace: other, expect: deny, objects: [{ kind: P }] }
`);
  const labelled = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "shop", labels: { env: "prod" }, annotations: {} },
  };
  expect(objects).toEqual([labelled, { kind: "A" }, { kind: "File", path: "b.yaml" }]);
  expect(
    cases.map(({ name, line, request, objects: own }) => [name, line, request.namespace, request.user, own]),
  ).toEqual([
    ["first", 1, "shop", { name: "ann", groups: [] }, []],
    ["second", 2, "other", { name: "bob", groups: ["dev"] }, [{ kind: "P" }]],
  ]);
  expect(cases.map(({ request }) => request.object)).toEqual([{ kind: "O" }, { kind: "File", path: "o.yaml" }]);
});

test("the objects of a case imply its operation", async () => {
  const { cases } = await read(`
cases:
- { name: a, object: {}, expect: allow }
- { name: b, object: {}, oldObject: {}, expect: allow }
- { name: c, oldObject: {}, expect: allow }
- { name: d, resource: pods, subresource: exec, operation: CONNECT, expect: allow }
`);
  expect(cases.map(({ request }) => impliedOperation(request))).toEqual(["CREATE", "UPDATE", "DELETE", "CONNECT"]);
});

test("expectations have several forms", async () => {
  const forms = [
    "allow",
    "deny",
    "{ deny: a }",
    "{ deny: [a, b], code: 403 }",
    "{ deny: true }",
    "{ warn: [] }",
    "{ allow: true, warn: w }",
  ];
  const lines = forms.map((form) => `- { name: a, object: {}, expect: ${form} }`);
  const { cases } = await read(`cases:\n${lines.join("\n")}\n`);
  expect(
    cases.map(({ expected }) => expected && [expected.isAllowed, expected.message, expected.code, expected.warnings]),
  ).toEqual([
    [true, [], undefined, undefined],
    [false, [], undefined, undefined],
    [false, ["a"], undefined, undefined],
    [false, ["a", "b"], 403, undefined],
    [false, [], undefined, undefined],
    [true, [], undefined, []],
    [true, [], undefined, ["w"]],
  ]);
});

test.each<[string, string]>([
  ["cases: {}", "cases: must be a list"],
  ["cases: []\ncase: []", "case: is unknown; did you mean cases?"],
  ["cases: [1]", "cases[0]: must be an object"],
  ["cases: [{ object: {} }]", "cases[0]: needs a name"],
  ["cases: [{ name: a, object: {} }]", "cases[0]: needs the member expect: allow, or deny"],
  ["cases: [{ name: a, expect: allow }]", "cases[0]: needs an object or an oldObject"],
  [
    "cases: [{ name: a, object: 1, expect: allow }]",
    "cases[0].object: must be an object, or the name of a file with one",
  ],
  ["cases: [{ name: a, object: {}, expects: deny }]", "cases[0].expects: is unknown; did you mean expect?"],
  [
    "cases: [{ name: a, object: {}, expect: denied }]",
    "cases[0].expect: must be allow, deny, or an object with one of them",
  ],
  [
    "cases: [{ name: a, object: {}, expect: { allow: true, deny: x } }]",
    "cases[0].expect: allow and deny exclude each other",
  ],
  [
    "cases: [{ name: a, object: {}, operation: PATCH, expect: deny }]",
    "cases[0].operation: must be one of CREATE, UPDATE, DELETE, CONNECT",
  ],
  [
    "cases: [{ name: a, object: {}, operation: DELETE, expect: deny }]",
    "cases[0].object: must be absent for DELETE; use oldObject",
  ],
  ["cases: [{ name: a, object: {}, operation: UPDATE, expect: deny }]", "cases[0]: UPDATE needs object and oldObject"],
  [
    "cases: [{ name: a, object: {}, user: { group: x }, expect: deny }]",
    "cases[0].user.group: is unknown; did you mean groups?",
  ],
  [
    "cases: [{ name: a, object: {}, namespace: { labels: { a: 1 } }, expect: deny }]",
    "cases[0].namespace.labels: must be a map of texts",
  ],
])("the document %j is rejected", async (text, fault) => {
  expect(await faultOf(text)).toBe(fault);
});
