/** Loads the expression engine for webhooks with match conditions. */
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { CheckCondition } from "../../configuration/index.ts";
import type { ConditionMatcher } from "./condition-matcher.ts";

/** Returns the function that checks match conditions. */
export async function checkConditions(vocabulary: Vocabulary): Promise<CheckCondition> {
  const { conditionFault } = await import("./compile-conditions.ts");
  return (path, expression) => conditionFault(path, expression, vocabulary);
}

/** Returns the matcher of conditions that have been checked. Undefined if there are none. */
export async function loadConditions(
  expressions: readonly string[],
  vocabulary: Vocabulary,
): Promise<ConditionMatcher | undefined> {
  if (expressions.length === 0) return undefined;
  const { compileConditions } = await import("./compile-conditions.ts");
  return compileConditions(expressions, vocabulary);
}
