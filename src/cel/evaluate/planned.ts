/** Parts of an expression that were planned. */
import type { Type } from "../types/index.ts";
import type { Value } from "../values/index.ts";
import type { Attribute } from "./attribute.ts";
import type { EvaluationStep } from "./frame.ts";

/** A part of an expression that was planned: a constant, an attribute to which selections can be added, or any other step. */
export type Planned =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
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
    case "step":
      return planned.step;
  }
}
