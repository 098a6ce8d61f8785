/** Rules of device selectors. Their expressions are not compiled. */
import type { DeviceSelector } from "../../api/resource/v1beta1/device-selector.ts";
import { requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { reportBytes, reportCount } from "./list-rules.ts";

const selectorsMax = 32;
const expressionBytesMax = 10 * 1024;

/** Reports invalid selectors. */
export function reportSelectors(selectors: readonly DeviceSelector[] | undefined, context: ValidationContext): void {
  (selectors ?? []).forEach(({ cel }, index) => {
    const part = `selectors[${index}].cel`;
    if (cel) reportBytes(context, `${part}.expression`, cel.expression, expressionBytesMax);
    else context.report(requiredField(at(context, part)));
  });
  reportCount(context, "selectors", selectors, selectorsMax);
}
