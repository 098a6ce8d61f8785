import { describe, expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { parseYaml } from "../../codec/index.ts";
import { exactJson } from "../exact-json.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { readWarnings } from "../warnings.ts";
import { ListOutput } from "./list-output.ts";
import { readSortField } from "./sort-by.ts";

const object = (name: string, more: object = {}) => ({
  metadata: { name, managedFields: [{ manager: "me" }] },
  ...more,
  kind: "Boat",
  apiVersion: "v1",
});

function listed(form: "yaml" | "json", names: readonly string[], more: object = {}): string {
  let out = "";
  const terminal = {
    cwd: "/",
    input: (async function* () {})(),
    out: (text: string) => (out += text),
    error: () => undefined,
  };
  const output = new ListOutput(terminal, { form, showManagedFields: false, isSingle: false, ...more });
  for (const name of names) output.add(object(name, { text: "two\nlines" }));
  output.end();
  return out;
}

describe("objects as documents", () => {
  const item = (name: string) => ({ apiVersion: "v1", kind: "Boat", metadata: { name }, text: "two\nlines" });
  const list = (...names: string[]) => ({
    apiVersion: "v1",
    kind: "List",
    metadata: { resourceVersion: "" },
    items: names.map(item),
  });

  test.each([[[]], [["a"]], [["a", "b", "c"]]])(
    "ListOutput prints %j as a List, in JSON and in YAML",
    async (names) => {
      expect(JSON.parse(listed("json", names))).toEqual(list(...names));
      expect((await parseYaml(Buffer.from(listed("yaml", names)))).value).toEqual(list(...names));
    },
  );

  test("ListOutput indents objects like kubectl and prints apiVersion and kind first", () => {
    expect(listed("json", ["a"])).toContain('  "items": [\n    {\n      "apiVersion": "v1",\n      "kind": "Boat",\n');
    expect(listed("yaml", ["a"])).toBe(
      "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Boat\n  metadata:\n    name: a\n  text: |-\n    two\n    lines\n" +
        'kind: List\nmetadata:\n  resourceVersion: ""\n',
    );
  });

  test("ListOutput prints a single object without a List, and managedFields only on request", () => {
    expect(JSON.parse(listed("json", ["a"], { isSingle: true }))).toEqual(item("a"));
    expect(JSON.parse(listed("json", ["a"], { isSingle: true, showManagedFields: true }))).toEqual({
      ...item("a"),
      metadata: { name: "a", managedFields: [{ manager: "me" }] },
    });
  });
});

describe("the order by a field", () => {
  const sorted = (field: string, ...objects: object[]): object[] =>
    readSortField(field).sorted(objects, (one) => one) as object[];

  test.each<[string, object[], object[]]>([
    [".a", [{ a: 10 }, { a: 9 }, {}, { a: 9.5 }], [{}, { a: 9 }, { a: 9.5 }, { a: 10 }]],
    ["a", [{ a: "b" }, { a: "B" }, { a: "a" }], [{ a: "B" }, { a: "a" }, { a: "b" }]],
    ["{.a.b}", [{ a: { b: "10" } }, { a: { b: "9" } }, { a: 1 }], [{ a: 1 }, { a: { b: "9" } }, { a: { b: "10" } }]],
    [".a[0].x", [{ a: [{ x: 2 }] }, { a: [{ x: 1 }] }, {}], [{}, { a: [{ x: 1 }] }, { a: [{ x: 2 }] }]],
    [".a[-1:].x", [{ a: [{ x: 1 }, { x: 4 }] }, { a: [{ x: 3 }] }], [{ a: [{ x: 3 }] }, { a: [{ x: 1 }, { x: 4 }] }]],
    [".a['b\\.c/d']", [{ a: { "b.c/d": 2 } }, { a: { "b.c/d": 1n } }], [{ a: { "b.c/d": 1n } }, { a: { "b.c/d": 2 } }]],
    [".a", [{ a: [2] }, { a: [1] }, { a: true }], [{ a: [1] }, { a: [2] }, { a: true }]],
    [".constructor", [{ b: 1 }], [{ b: 1 }]],
  ])("--sort-by %s sorts objects", (field, objects, order) => {
    expect(sorted(field, ...objects)).toEqual(order);
  });

  test.each<[string, string]>([
    [".a{b}", '--sort-by: ".a{b}" is not the path of a field, such as .metadata.name, '],
    [".a[", "--sort-by: {.a[}: a [ has no ]"],
    [".a[x]", "--sort-by: {.a[x]}: [x] does not select elements of a list; valid are [0], "],
  ])("--sort-by rejects %j", (field, message) => {
    expect(() => readSortField(field)).toThrow(message);
  });

  test("--sort-by throws if none of several objects has the field", () => {
    expect(() => sorted(".metadata.labels['example.com/tier']", {}, {})).toThrow(
      `--sort-by: none of the objects has ".metadata.labels['example.com/tier']"; write a dot within a name as \\.`,
    );
  });
});

test.each([
  ["", []],
  ['299 - "one"', ["one"]],
  ['299 - "one", 299 - "two, 299 - three"', ["one", "two, 299 - three"]],
  ['299 - "one",299 agent "a \\"quoted\\" \\\\ text"', ["one", 'a "quoted" \\ text']],
  [`299 - "${Buffer.from("für").toString("latin1")}"`, ["für"]],
  ["nonsense", []],
])("readWarnings() reads from the header %j the texts %j", (header, texts) => {
  expect(readWarnings(header)).toEqual(texts);
});

test.each([['{"a":9223372036854775807,"b":[1.5,-3],"c":"12345678901234567890"}'], ['{"a":1}']])(
  "exactJson preserves %s",
  (text) => {
    expect(exactJson.stringify(exactJson.parse(text))).toBe(text);
  },
);

describe("concurrent tasks", () => {
  test("runConcurrently() runs up to 16 tasks of one sort at once, and yields the results in order", async () => {
    const started: number[] = [];
    const gates = Array.from({ length: 20 }, () => deferred());
    const received: number[] = [];
    const all = (async () => {
      const work = async (item: number): Promise<void> => {
        started.push(item);
        await gates[item]?.promise;
      };
      for await (const { item } of runConcurrently([...gates.keys()], () => "same", work)) received.push(item);
    })();
    expect(started).toHaveLength(16);
    gates[1]?.resolve();
    await Promise.resolve();
    expect(received).toEqual([]);
    for (const gate of gates) gate.resolve();
    await all;
    expect(received).toEqual([...gates.keys()]);
  });

  test("runConcurrently() waits for tasks of another sort, and continues after a failure", async () => {
    const log: string[] = [];
    const work = async (item: string): Promise<string> => {
      log.push(`begin ${item}`);
      await Promise.resolve();
      log.push(`end ${item}`);
      if (item === "a2") throw new Error("no");
      return item;
    };
    const outcomes: string[] = [];
    for await (const outcome of runConcurrently(["a1", "a2", "b1"], (item) => item[0], work)) {
      outcomes.push("error" in outcome ? `${outcome.item}: ${String(outcome.error)}` : outcome.result);
    }
    expect(log).toEqual(["begin a1", "begin a2", "end a1", "end a2", "begin b1", "end b1"]);
    expect(outcomes).toEqual(["a1", "a2: Error: no", "b1"]);
  });
});
