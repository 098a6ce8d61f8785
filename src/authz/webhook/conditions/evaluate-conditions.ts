/** Evaluates match conditions in order, until one is false. */
import { EvaluationError, evaluateWithin, fromJson, type Program } from "../../../cel/index.ts";
import type { Attributes } from "../../../meta/access/access-control.ts";
import type { User } from "../../../meta/user.ts";
import type { ConditionMatch } from "./condition-matcher.ts";
import { conditionRequest, type UsedSelectors } from "./condition-request.ts";

/** Greatest cost of one condition, as in the reference. */
const costMax = 1_000_000;
/** Longest duration of all conditions together, because clients choose the values, and other requests wait. */
const durationMsMax = 40;

/** A condition, with its text for errors. */
export interface CompiledCondition {
  readonly text: string;
  readonly program: Program;
}

/** The conditions of a webhook. */
export interface CompiledConditions {
  readonly conditions: readonly CompiledCondition[];
  readonly used: UsedSelectors;
}

/** Evaluates the conditions. @param nowMs returns monotonic time in milliseconds */
export function evaluateConditions(
  { conditions, used }: CompiledConditions,
  user: User,
  attributes: Attributes,
  nowMs: () => number,
): ConditionMatch {
  const endMs = nowMs() + durationMsMax;
  const bindings = { request: fromJson(conditionRequest(user, attributes, used)) };
  const errors: string[] = [];
  for (const { text, program } of conditions) {
    const value = evaluateWithin(program, bindings, { costMax, durationMsMax: endMs - nowMs(), nowMs });
    if (value instanceof EvaluationError) {
      errors.push(`cel evaluation error: expression '${text}' resulted in error: ${value.message}`);
    } else if (value !== true) {
      return { isExcluded: true, errors };
    }
  }
  return { isExcluded: false, errors };
}
