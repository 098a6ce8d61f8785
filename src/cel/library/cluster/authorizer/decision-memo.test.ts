import { describe, expect, test } from "vitest";
import type { AuthorizationDecision, AuthorizationQuery } from "./authorizer.ts";
import { type Decide, DecisionMemo } from "./decision-memo.ts";

function query(verb: string): AuthorizationQuery {
  return { isResource: false, user: { name: "jane", groups: [] }, verb, path: "/a" };
}

/** Allows the verb `get`. Records the requested verbs. */
function decider(answer: (decision: AuthorizationDecision) => ReturnType<Decide>): { decide: Decide; verbs: string[] } {
  const verbs: string[] = [];
  const decide: Decide = ({ verb }) => {
    verbs.push(verb);
    return answer({ isAllowed: verb === "get", reason: "" });
  };
  return { decide, verbs };
}

const atOnce = (decision: AuthorizationDecision) => decision;
const later = (decision: AuthorizationDecision) => Promise.resolve(decision);

describe("DecisionMemo", () => {
  test("evaluates once and synchronously if decisions are made at once", () => {
    const { decide, verbs } = decider(atOnce);
    const memo = new DecisionMemo(decide);
    let runs = 0;
    const result = memo.evaluate(() => {
      runs++;
      return memo.authorize(query("get")).isAllowed && !memo.authorize(query("put")).isAllowed;
    });
    expect(result).toBe(true);
    expect([runs, verbs]).toEqual([1, ["get", "put"]]);
  });

  test("evaluates again after each decision that needs to wait", async () => {
    const { decide, verbs } = decider(later);
    const memo = new DecisionMemo(decide);
    let runs = 0;
    const result = memo.evaluate(() => {
      runs++;
      return memo.authorize(query("put")).isAllowed || memo.authorize(query("get")).isAllowed;
    });
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe(true);
    expect([runs, verbs]).toEqual([3, ["put", "get"]]);
  });

  test("does not ask for a decision that the expression skips", async () => {
    const { decide, verbs } = decider(later);
    const memo = new DecisionMemo(decide);
    await memo.evaluate(() => memo.authorize(query("get")).isAllowed || memo.authorize(query("put")).isAllowed);
    expect(verbs).toEqual(["get"]);
  });

  test("remembers decisions for later evaluations", async () => {
    const { decide, verbs } = decider(later);
    const memo = new DecisionMemo(decide);
    const run = () => memo.authorize(query("get")).isAllowed;
    await memo.evaluate(run);
    expect(memo.evaluate(run)).toBe(true);
    expect(verbs).toEqual(["get"]);
  });

  test("passes on other errors of an evaluation", () => {
    const memo = new DecisionMemo(decider(atOnce).decide);
    const fail = () => {
      throw new RangeError("a bug");
    };
    expect(() => memo.evaluate(fail)).toThrow("a bug");
  });
});
