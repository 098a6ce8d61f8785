/** Sums of texts: `a + "-" + b`. The sizes of the parts are counted once, not those of all partial sums. */
import type { CallCost, Implementation } from "../declarations/index.ts";
import { traversalFactor } from "../declarations/index.ts";
import { codePointCount, EvaluationError, type Value } from "../values/index.ts";
import type { EvaluationStep } from "./frame.ts";

/** A sum, from left to right. */
export interface TextSum {
  readonly first: EvaluationStep;
  readonly others: readonly EvaluationStep[];
  /** Adds values that are not both texts, which only data that contradict their types can be. */
  readonly general: Implementation;
  readonly generalCost: CallCost;
}

/** Returns the step of a sum. Each addition costs as much as it would without the others. */
export function textSumStep({ first, others, general, generalCost }: TextSum): EvaluationStep {
  return (frame) => {
    let sum = first(frame);
    let size = sizeOfText(sum);
    for (const step of others) {
      const value = step(frame);
      if (typeof sum === "string" && typeof value === "string") {
        size += codePointCount(value) - (joinsSurrogates(sum, value) ? 1 : 0);
        sum += value;
        frame.charge(Math.ceil(size * traversalFactor));
      } else {
        const result = added(sum, value, general);
        frame.charge(generalCost(result, sum, value));
        sum = result;
        size = sizeOfText(sum);
      }
    }
    return sum;
  };
}

function sizeOfText(value: Value): number {
  return typeof value === "string" ? codePointCount(value) : 0;
}

function added(left: Value, right: Value, general: Implementation): Value {
  if (left instanceof EvaluationError) return left;
  return right instanceof EvaluationError ? right : general(left, right);
}

/** Whether the last unit of a text and the first one of another become one code point. */
function joinsSurrogates(left: string, right: string): boolean {
  const next = right.charCodeAt(0);
  if (!(next >= 0xdc00 && next <= 0xdfff)) return false;
  const last = left.charCodeAt(left.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
