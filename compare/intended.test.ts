import { expect, test } from "vitest";
import { type LocatedDifference, readIntended } from "./intended.ts";

const difference: LocatedDifference = {
  suite: "kinds",
  scenario: "the life of a Pod",
  method: "GET",
  target: "/api/v1/pods",
  body: '{"a":1}',
  earlier: "POST /api/v1/pods {}",
  where: "body .spec.nodeName",
  reference: '"a"',
  orch: "nothing",
};

const page = (rule: string, text = "Reason."): string =>
  `# Page\n\n## Title\n\n${text}\n\n\`\`\`difference\n${rule}\n\`\`\`\n`;
const matches = (rule: string): boolean | undefined => readIntended(page(rule))[0]?.matches(difference);

test("a rule matches if all of its members match", () => {
  expect(matches("suite: kinds\nwhere: body .spec.*")).toBe(true);
  expect(matches("suite: other\nwhere: body .spec.*")).toBe(false);
});

test("a text matches as a whole, with * for any characters", () => {
  expect(matches("target: /api/*")).toBe(true);
  expect(matches("target: /api/v1")).toBe(false);
  expect(matches("where: body .spec.nodeNam.")).toBe(false);
});

test("a rule can ask for the request's body", () => {
  expect(matches('body: /"a":1/')).toBe(true);
  expect(matches('body: /"a":2/')).toBe(false);
});

test("a rule can ask for the writes of the object before", () => {
  expect(matches("earlier: /^POST [^\\n]*$/")).toBe(true);
  expect(matches("earlier: /^$/")).toBe(false);
});

test("a value in slashes is a regular expression, and a path is none", () => {
  expect(matches("where: /nodeName$/")).toBe(true);
  expect(matches("where: /^nodeName/")).toBe(false);
});

test("a section names the step that closes the difference", () => {
  expect(readIntended(page("suite: kinds"))[0]).toMatchObject({ title: "Title", closedByStep: undefined });
  expect(readIntended(page("suite: kinds", "Closed by step 13."))[0]).toMatchObject({ closedByStep: 13 });
});

test.each(["colour: red", "suite", ""])("a rule with %j is rejected", (rule) => {
  expect(() => readIntended(page(rule))).toThrow('docs/differences.md, "Title"');
});
