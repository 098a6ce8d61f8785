import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { clusterEnvironments, compile, extend } from "../index.ts";
import { type AuthorizationQuery, AuthorizerValue, clusterTypes, DecisionMemo } from "../library/index.ts";
import { shownValue } from "./show-value.ts";

const vocabulary = vocabularies.kubernetes;
const types = clusterTypes(vocabulary);
const environment = extend(clusterEnvironments({ vocabulary }).forNewExpressions, {
  variables: { authorizer: types.authorizer },
});

/** Evaluates with an authorizer that answers later. It allows paths of one character. */
async function evaluateLater(text: string): Promise<{ value: unknown; cost: number; paths: string[] }> {
  const paths: string[] = [];
  const memo = new DecisionMemo(async (query: AuthorizationQuery) => {
    const path = query.isResource ? "" : query.path;
    paths.push(path);
    return { isAllowed: path.length === 1, reason: "" };
  });
  const context = { user: { name: "jane", groups: [] }, authorizer: memo, types, usesSelectors: true };
  const program = compile(text, environment);
  const bindings = { authorizer: new AuthorizerValue(context) };
  const { value, cost } = await memo.evaluate(() => program.evaluate(bindings, { costMax: 1_000_000 }));
  return { value: shownValue(value), cost, paths };
}

test("an evaluation that waits has the value and the cost of one that does not", async () => {
  const { value, cost, paths } = await evaluateLater(
    "['a', 'bb'].filter(path, authorizer.path(path).check('get').allowed())",
  );
  expect(value).toEqual({ list: [{ string: "a" }] });
  expect(cost).toBe(700_022);
  expect(paths).toEqual(["a", "bb"]);
});

test("operators do not absorb a missing decision", async () => {
  const { value, paths } = await evaluateLater(
    "authorizer.path('bb').check('get').allowed() || true || authorizer.path('a').check('get').allowed()",
  );
  expect(value).toBe(true);
  expect(paths).toEqual(["bb"]);
});

test("an evaluation fails at its third check, which costs more than the limit", async () => {
  const check = (path: string): string => `authorizer.path('${path}').check('get').allowed()`;
  await expect(evaluateLater(`${check("bb")} || ${check("cc")} || ${check("dd")}`)).rejects.toThrow(
    "actual cost limit exceeded",
  );
});
