import { loadYaml } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { editYaml } from "./edit.ts";

const limits = { depthMax: 100, keysMax: 1000 };

/** Edits the text by the value that another library reads from it. */
function edit(text: string, members: object): string {
  const previous = loadYaml<Record<string, unknown>>(text);
  const next = { ...previous, ...members };
  const edited = editYaml(text, { previous, next }, limits);
  expect(loadYaml(edited)).toEqual(next);
  return edited;
}

const text = `# the file
kind: Config # the type
users: # people
# ann
- name: ann
  user: {token: a} # hers
# bob
- name: bob # the builder
  user:
    token: b

# where
current-context: first # now
last:
    - 1
    # between
    - 2
`;

describe("editYaml()", () => {
  test("a changed text keeps the comment in its line", () => {
    expect(edit(text, { "current-context": "second" })).toBe(text.replace("first", "second"));
  });

  test("a changed item replaces its lines only", () => {
    const users = [
      { name: "ann", user: { token: "new" } },
      { name: "bob", user: { token: "b" } },
    ];
    expect(edit(text, { users })).toBe(text.replace("  user: {token: a} # hers\n", "  user:\n    token: new\n"));
  });

  test("an added item follows the last one", () => {
    const users = [
      { name: "ann", user: { token: "a" } },
      { name: "bob", user: { token: "b" } },
      { name: "eve", user: {} },
    ];
    expect(edit(text, { users })).toBe(text.replace("    token: b\n", "    token: b\n- name: eve\n  user: {}\n"));
  });

  test("a removed item takes its lines away", () => {
    expect(edit(text, { users: [{ name: "ann", user: { token: "a" } }] })).toBe(
      text.replace("- name: bob # the builder\n  user:\n    token: b\n", ""),
    );
  });

  test("items are as far to the right as the others of their list", () => {
    expect(edit(text, { last: [1, 3, 4] })).toBe(text.replace("    - 2\n", "    - 3\n    - 4\n"));
  });

  test("a new member is added at the end, after a last line without a line break, too", () => {
    expect(edit("a: 1 # one", { b: { c: 2 } })).toBe("a: 1 # one\nb:\n  c: 2\n");
  });

  test("an empty list gets items", () => {
    expect(edit("# top\nusers: [] # none yet\nb: 1\n", { users: ["x"] })).toBe("# top\nusers: # none yet\n- x\nb: 1\n");
  });

  test.each([
    ["flow style", '{"a": 1, "b": 2}'],
    ["an anchor that another member uses", "a: &x 1\nb: *x\n"],
  ])("%s leads to a right value, even if the text is written anew", (_, source) => {
    const next = { a: 5, b: 7 };
    const edited = editYaml(source, { previous: { a: 1, b: 2 }, next }, limits);
    expect(loadYaml(edited)).toEqual(next);
  });

  test("a text in which the members cannot be found is written anew", () => {
    const change = { previous: { a: 1, b: 2 }, next: { b: 7, a: 5 } };
    for (const source of ['{"a": 1, "b": 2}', "{a: 1,\n b: 2}\n"]) {
      expect(editYaml(source, change, limits)).toBe("b: 7\na: 5\n");
    }
  });

  test("a block scalar that looks like members is not mistaken for them", () => {
    const source = "note: |\n  users:\n  - name: x\n# c\nusers:\n- name: y\n";
    expect(edit(source, { users: [{ name: "z" }] })).toBe(source.replace("name: y", "name: z"));
  });
});
