/** Rules of device selectors. */
import type { DeviceSelector } from "../../api/resource/v1beta1/device-selector.ts";
import { forbiddenField, requiredField, tooLongField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { loadedEngine } from "../expressions/load-engine.ts";
import { reportFault } from "../expressions/report-fault.ts";
import { at } from "../reporting.ts";
import { reportCount } from "./list-rules.ts";

const selectorsMax = 32;
const expressionBytesMax = 10 * 1024;
/** Limit of the cost that the evaluation of an expression can have. */
const costMax = 1_000_000n;

interface SelectorOptions {
  /** Whether the object already has these selectors. Stored ones may use everything that any release accepted. */
  readonly isStored: boolean;
}

/** Reports invalid selectors. */
export function reportSelectors(
  selectors: readonly DeviceSelector[] | undefined,
  context: ValidationContext,
  options: SelectorOptions,
): void {
  (selectors ?? []).forEach(({ cel }, index) => {
    const part = `selectors[${index}].cel`;
    if (cel) reportExpression(context, `${part}.expression`, cel.expression, options);
    else context.report(requiredField(at(context, part)));
  });
  reportCount(context, "selectors", selectors, selectorsMax);
}

function reportExpression(
  context: ValidationContext,
  part: string,
  expression: string,
  options: SelectorOptions,
): void {
  if (Buffer.byteLength(expression) > expressionBytesMax) {
    context.report(tooLongField(at(context, part), expressionBytesMax));
    return;
  }
  const { fault, costMax: estimate = 0n } = loadedEngine().compileSelector(expression, context.write, options);
  reportFault(context, part, expression, fault);
  if (estimate > costMax) context.report(forbiddenField(at(context, part), "too complex, exceeds cost limit"));
}
