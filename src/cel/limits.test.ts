/** Limits on the texts of expressions and on evaluations, and texts that attack them. */
import { describe, expect, test } from "vitest";
import { newSeed, seededRandom } from "../base/random.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import {
  check,
  clusterEnvironments,
  compile,
  dynType,
  EvaluationCancelled,
  EvaluationError,
  evaluate,
  extend,
  fromJson,
} from "./index.ts";

const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const environment = extend(forNewExpressions, { variables: { self: dynType } });

describe("texts of expressions", () => {
  test("249 nested parentheses are accepted, and 250 are rejected", () => {
    const nested = (depth: number): string => "(".repeat(depth) + "1" + ")".repeat(depth);
    expect(check(nested(249), environment).checked).toBeDefined();
    expect(check(nested(250), environment).display).toBe(
      "ERROR: <input>:-1:0: expression recursion limit exceeded: 250",
    );
  });

  test("250 selections in a chain are accepted, and 251 are rejected", () => {
    expect(check(`self${".a".repeat(250)}`, environment).checked).toBeDefined();
    expect(check(`self${".a".repeat(251)}`, environment).display).toBe(
      "ERROR: <input>:-1:0: max recursion depth exceeded",
    );
  });

  test("a text with more than 100,000 code points is rejected with its size", () => {
    const text = `'${"😀".repeat(100_000)}'`;
    expect(check(text, environment).issues).toEqual([
      { offset: undefined, message: "expression code point size exceeds limit: size: 100002, limit 100000" },
    ]);
  });

  test("long chains of operators, selections and logic end with a value or an error", () => {
    const texts = [
      Array.from({ length: 40_000 }, () => "1").join("+"),
      Array.from({ length: 16_000 }, () => "true").join("&&"),
      `self${".a".repeat(40_000)}`,
      `self${"[0]".repeat(30_000)}`,
      "!".repeat(99_000) + "true",
      "[".repeat(50_000),
      "a?b:".repeat(20_000) + "c",
    ];
    for (const text of texts) expect(check(text, environment).issues.length).toBeLessThan(101);
    expect(evaluate(texts[1] ?? "", environment).value).toBe(true);
  });

  test("unpaired surrogates are replaced", () => {
    expect(evaluate("'\ud800' == '\ufffd'", environment).value).toBe(true);
  });

  test("positions count code points, and wide characters have wide marks", () => {
    expect(check("'😀' + x", environment).display).toBe(
      "ERROR: <input>:1:7: undeclared reference to 'x' (in container '')\n | '😀' + x\n | .．....^",
    );
  });

  test("random texts never throw", () => {
    const seed = newSeed();
    const random = seededRandom(seed);
    const parts = [
      "(",
      ")",
      "[",
      "]",
      "{",
      "}",
      ".",
      ",",
      "?",
      ":",
      "+",
      "'",
      '"',
      "\\",
      "1",
      "a",
      "in",
      "self",
      "\n",
      "😀",
    ];
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: 1 + random.below(20) }, () => parts[random.below(parts.length)]).join("");
      const { checked, issues } = check(text, environment);
      expect(checked === undefined, `seed ${seed}: ${text}`).toBe(issues.length > 0);
    }
  });
});

describe("evaluations", () => {
  test("an evaluation that costs more than its limit is cancelled", () => {
    const text = "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, a + b + c > 0)))";
    const program = compile(text, environment);
    const { value, cost } = program.evaluate();
    expect(value).toBe(true);
    expect(program.evaluate({}, { costMax: cost }).cost).toBe(cost);
    expect(() => program.evaluate({}, { costMax: cost - 1 })).toThrow(EvaluationCancelled);
    expect(() => program.evaluate({}, { costMax: cost - 1 })).toThrow(
      "operation cancelled: actual cost limit exceeded",
    );
  });

  test("a loop is cancelled after its deadline", () => {
    let nowMs = 0;
    const list = fromJson(Array.from({ length: 1000 }, () => 1));
    const program = compile("self.all(x, x == 1)", environment);
    const limits = (atMs: number) => ({ deadline: { atMs, nowMs: () => nowMs++ } });
    expect(() => program.evaluate({ self: list }, limits(5))).toThrow("operation interrupted");
    nowMs = 0;
    expect(program.evaluate({ self: list }, limits(100)).value).toBe(true);
  });

  test("the names of built-in properties of objects are ordinary keys", () => {
    const object = fromJson(JSON.parse('{"__proto__": 1, "constructor": 2}'));
    expect(
      evaluate("self.size() == 2 && self['__proto__'] == 1 && self.constructor == 2", environment, { self: object })
        .value,
    ).toBe(true);
    expect(evaluate("has(self.toString) || 'valueOf' in self", environment, { self: object }).value).toBe(false);
    const { value } = evaluate("self.hasOwnProperty", environment, { self: object });
    expect(value).toEqual(new EvaluationError("no such key: hasOwnProperty"));
  });

  test("a binding that is inherited is no variable", () => {
    const { value } = evaluate("self", environment, Object.create({ self: 1n }) as Record<string, bigint>);
    expect(value).toEqual(new EvaluationError("no such attribute(s): self"));
  });

  test("patterns that take exponential time elsewhere take linear time", () => {
    const startedMs = performance.now();
    expect(evaluate(`self.matches('^(a+)+$')`, environment, { self: `${"a".repeat(20_000)}!` }).value).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });
});

describe("releases", () => {
  const environments = (release: number) => clusterEnvironments({ vocabulary: vocabularies.kubernetes, release });

  test("new expressions can use optional values from release 1.28 on", () => {
    const text = "{'a': 1}[?'a'].orValue(2)";
    expect(check(text, environments(27).forNewExpressions).checked).toBeUndefined();
    expect(evaluate(text, environments(28).forNewExpressions).value).toBe(1n);
  });

  test("stored expressions can use everything, in every release", () => {
    const text = "[1, 2].all(i, v, v > i)";
    expect(check(text, environments(31).forNewExpressions).checked).toBeUndefined();
    expect(evaluate(text, environments(31).forStoredExpressions).value).toBe(true);
  });

  test("selectors of checks need the gate AuthorizeWithSelectors", () => {
    const withAuthorizer = (isEnabled: boolean) => {
      const choice = { vocabulary: vocabularies.orch, isEnabled: () => isEnabled };
      return extend(clusterEnvironments(choice).forNewExpressions, {
        variables: { authorizer: { kind: "object", name: "orch.authorization.Authorizer" } },
      });
    };
    const text = "authorizer.group('').resource('pods').labelSelector('a=b').check('get').allowed()";
    expect(check(text, withAuthorizer(true)).display).toBe("");
    expect(check(text, withAuthorizer(false)).display).toContain("undeclared reference to 'labelSelector'");
  });
});
