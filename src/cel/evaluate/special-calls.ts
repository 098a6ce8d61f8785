/**
 * Calls that have a faster plan because of their constants or because the checker knows the types of their arguments. Their
 * results and costs are those of the general call.
 */
import { ListValue } from "../values/index.ts";
import { type Callee, costOf, forUnexpectedValues } from "./calls.ts";
import { membershipStep } from "./membership.ts";
import { constantOf, type Planned, type PlannedArgument, smallIntStepOfPlanned } from "./planned.ts";
import { intComparison, intOrderOf, smallIntComparison, smallIntToText } from "./small-ints.ts";

/** Returns the plan of a call; undefined if it has none but the general one. */
export function specialCall(callee: Callee, args: readonly PlannedArgument[]): Planned | undefined {
  const [first, second] = args;
  const [only, another] = callee.overloads;
  if (!first || !only || another) return undefined;
  if (!second) return only.id === "int64_to_string" ? textOfInt(callee, first) : undefined;
  if (only.id === "in_list") return constantMembership(first, second);
  if (only.id === "add_string") return textSum(callee, first, second);
  return comparisonOfInts(callee, first, second);
}

function constantMembership(value: PlannedArgument, { planned }: PlannedArgument): Planned | undefined {
  if (planned.kind !== "constant" || !(planned.value instanceof ListValue)) return undefined;
  if (planned.value.size === 0) return constantOf(false);
  const step = membershipStep(value.step, planned.value);
  return step && { kind: "step", step };
}

function textOfInt(callee: Callee, { planned, type }: PlannedArgument): Planned | undefined {
  const argument = type.kind === "int" ? smallIntStepOfPlanned(planned) : undefined;
  return argument && { kind: "step", step: smallIntToText(argument, forUnexpectedValues(callee)) };
}

function textSum(callee: Callee, left: PlannedArgument, right: PlannedArgument): Planned | undefined {
  const generalCost = costOf(callee);
  if (left.type.kind !== "string" || right.type.kind !== "string" || !generalCost) return undefined;
  if (left.planned.kind === "text sum") {
    const { sum } = left.planned;
    return { kind: "text sum", sum: { ...sum, others: [...sum.others, right.step] } };
  }
  const general = forUnexpectedValues(callee);
  return { kind: "text sum", sum: { first: left.step, others: [right.step], general, generalCost } };
}

/** If only one operand can be a small int, the comparison of bigints is faster. */
function comparisonOfInts(callee: Callee, left: PlannedArgument, right: PlannedArgument): Planned | undefined {
  const order = intOrderOf(callee.declaration.name);
  if (left.type.kind !== "int" || right.type.kind !== "int" || !order) return undefined;
  const general = forUnexpectedValues(callee);
  const [leftStep, rightStep] = [smallIntStepOfPlanned(left.planned), smallIntStepOfPlanned(right.planned)];
  const step =
    leftStep && rightStep
      ? smallIntComparison(order, leftStep, rightStep, general)
      : intComparison(order, left.step, right.step, general);
  return { kind: "step", step };
}
