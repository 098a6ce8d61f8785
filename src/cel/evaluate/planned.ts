/** Parts of an expression that were planned. */
import type { Type } from "../types/index.ts";
import type { Value } from "../values/index.ts";
import type { Attribute } from "./attribute.ts";
import type { EvaluationStep } from "./frame.ts";
import { type SmallIntStep, smallIntConstant } from "./small-ints.ts";
import { type TextSum, textSumStep } from "./text-sums.ts";

/**
 * A part of an expression that was planned: a constant, an attribute to which selections can be added, a sum of texts to which texts
 * can be added, or any other step.
 */
export type Planned =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "text sum"; readonly sum: TextSum }
  | { readonly kind: "step"; readonly step: EvaluationStep };

/** A planned argument of a call, with the type that the checker has found. */
export interface PlannedArgument {
  readonly planned: Planned;
  readonly step: EvaluationStep;
  readonly type: Type;
}

/** Returns the plan of a constant. */
export function constantOf(value: Value): Planned {
  return { kind: "constant", value };
}

/** Returns the step that evaluates a planned part. */
export function stepOf(planned: Planned): EvaluationStep {
  switch (planned.kind) {
    case "constant": {
      const { value } = planned;
      return () => value;
    }
    case "attribute":
      return planned.attribute.step();
    case "text sum":
      return textSumStep(planned.sum);
    case "step":
      return planned.step;
  }
}

/** Returns a step that evaluates a planned int faster; undefined if there is none. */
export function smallIntStepOfPlanned(planned: Planned): SmallIntStep | undefined {
  if (planned.kind === "constant") return smallIntConstant(planned.value);
  return planned.kind === "attribute" ? planned.attribute.smallIntStep() : undefined;
}
