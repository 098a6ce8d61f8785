/** Rules of fields with a number or a percentage of Pods. */
import { invalidField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { readGoInt } from "../../meta/go-int.ts";
import { goIntOrString, type IntOrString } from "../../meta/int-or-string.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

/** Reports a negative number, and a text that is not a percentage. */
export function reportIntOrPercent(context: ValidationContext, part: string, value: IntOrString | undefined): void {
  if (typeof value === "number") {
    if (value < 0) context.report(invalidField(at(context, part), value, "must be greater than or equal to 0"));
  } else if (value !== undefined) {
    for (const message of checkFormat("percent", value)) {
      context.report(invalidField(at(context, part), goIntOrString(value), message));
    }
  }
}

/**
 * Returns the number or the percentage without its sign. 0 for other values. A text with a plain number counts as that
 * number, although it is invalid.
 */
export function amountOrPercent(value: IntOrString | undefined): number {
  if (typeof value === "number") return value;
  const percent = percentOf(value);
  if (percent !== undefined) return percent;
  const number = readGoInt(value ?? "");
  return typeof number === "bigint" ? Number(number) : 0;
}

function percentOf(value: IntOrString | undefined): number | undefined {
  if (typeof value !== "string" || checkFormat("percent", value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}

/** Reports a percentage above 100. */
export function reportOver100Percent(context: ValidationContext, part: string, value: IntOrString | undefined): void {
  if (value === undefined || (percentOf(value) ?? 0) <= 100) return;
  context.report(invalidField(at(context, part), goIntOrString(value), "must not be greater than 100%"));
}
