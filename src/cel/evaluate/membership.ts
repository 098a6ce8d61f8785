/** `value in [constants]`, which looks the value up instead of comparing it with each element. */
import { EvaluationError, keyText, type ListValue, Uint, type Value } from "../values/index.ts";
import type { EvaluationStep } from "./frame.ts";

/** Returns the step; undefined if the list has elements that cannot be looked up. The call itself costs nothing. */
export function membershipStep(value: EvaluationStep, list: ListValue): EvaluationStep | undefined {
  const texts = new Set<string>();
  for (const element of list) {
    const text = typeof element === "number" && Number.isNaN(element) ? "NaN" : scalarText(element);
    if (text === undefined) return undefined;
    texts.add(text);
  }
  return (frame) => {
    const sought = value(frame);
    if (sought instanceof EvaluationError) return sought;
    const text = scalarText(sought);
    return text !== undefined && texts.has(text);
  };
}

/** Returns a text that is the same for equal numbers of different types; undefined for null and for values that are no scalars. */
function scalarText(value: Value): string | undefined {
  if (value instanceof Uint) return `i${value.value}`;
  if (typeof value === "number" && Number.isInteger(value)) return `i${BigInt(value)}`;
  return typeof value === "object" ? undefined : keyText(value);
}
