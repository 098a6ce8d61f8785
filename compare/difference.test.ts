import { describe, expect, test } from "vitest";
import { compareAnswers, normaliseAnswer } from "./difference.ts";
import { Normaliser } from "./normalise.ts";

const differencesOf = (reference: string, orch: string, status = [200, 200]) => {
  const answer = (text: string, index: number) =>
    normaliseAnswer(
      { status: status[index] ?? 200, headers: {}, text },
      new Normaliser("127.0.0.1:1", "u", 0),
      new Set<string>(),
    );
  return compareAnswers(answer(reference, 0), answer(orch, 1));
};

test("equal documents have no difference", () => {
  expect(differencesOf('{"a":[1,{"b":null}]}\n', '{"a":[1,{"b":null}]}\n')).toEqual([]);
});

describe("a difference names its place and both values", () => {
  test.each([
    ['{"a":1}', '{"a":2}', "body .a", "1", "2"],
    ['{"a":1}', '{"a":1.0}', "body .a", "1", "1.0"],
    ['{"a":9007199254740993}', '{"a":9007199254740992}', "body .a", "9007199254740993", "9007199254740992"],
    ['{"a":[]}', '{"a":null}', "body .a", "[]", "null"],
    ['{"a":{"b":"x"}}', '{"a":{}}', "body .a.b", '"x"', "nothing"],
    ['{"a":{}}', '{"a":{"b":"x"}}', "body .a.b", "nothing", '"x"'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', "body  order of keys", "a, b", "b, a"],
    ['{"a":{"9":1,"10":2}}', '{"a":{"10":2,"9":1}}', "body .a order of keys", "9, 10", "10, 9"],
    ['{"a":["x","y"]}', '{"a":["y","x"]}', "body .a[] order", '"x", "y"', '"y", "x"'],
    ['{"a":["x","y"]}', '{"a":["x"]}', "body .a[] length", '"y"', "only the 1 common"],
    ['{"a":["x"]}', '{"a":["y"]}', "body .a[]", '"x"', '"y"'],
    ['{"a":1}\n', '{"a":1}', "form", "ends with a new line", "ends without a new line"],
    ['{"a":"\\u003c"}', '{"a":"<"}', "form", "escapes < > &, ends without a new line", "ends without a new line"],
    ["plain", "other", "body .", '"plain"', '"other"'],
  ])("%j against %j", (reference, orch, where, left, right) => {
    expect(differencesOf(reference, orch)).toEqual([{ where, reference: left, orch: right }]);
  });
});

test("different statuses are one difference, with the reasons and messages", () => {
  const status = '{"reason":"Invalid","message":"no"}';
  expect(differencesOf('{"kind":"Pod"}', status, [201, 422])).toEqual([
    { where: "status", reference: "201", orch: "422 Invalid no" },
  ]);
});

test("conflicts with several managers are the same in any order", () => {
  const conflict = (...managers: readonly string[]): string => {
    const causes = managers.map((one) => ({ reason: "FieldManagerConflict", message: `conflict with "${one}"` }));
    return JSON.stringify({ reason: "Conflict", details: { causes } });
  };
  expect(differencesOf(conflict("one", "two"), conflict("two", "one"))).toEqual([]);
  expect(differencesOf(conflict("one", "two"), conflict("two", "three"))).not.toEqual([]);
});

test("headers are compared except those that depend on the connection", () => {
  const answer = (headers: Record<string, string>) =>
    normaliseAnswer({ status: 200, headers, text: "" }, new Normaliser("127.0.0.1:1", "u", 0), new Set(["ignored"]));
  const found = compareAnswers(
    answer({ date: "now", "content-type": "text/plain", ignored: "1" }),
    answer({ date: "later", warning: "299" }),
  );
  expect(found).toEqual([
    { where: "header content-type", reference: "text/plain", orch: "nothing" },
    { where: "header warning", reference: "nothing", orch: "299" },
  ]);
});
