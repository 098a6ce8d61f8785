/** Selectors of controllers, read from their object form, which may be one that does not parse. */
import type { LabelSelector as SelectorObject } from "../../api/index.ts";
import { fromLabelSelector, type LabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";

/** Order of the errors about the member `selector`. */
export const selectorOrder: readonly string[] = ["selector.matchLabels", "selector.matchExpressions", "selector"];

/** @returns undefined when the object form is not valid */
export function readSelector(selector: SelectorObject | null | undefined): LabelSelector | undefined {
  try {
    return fromLabelSelector(selector);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** The selector as columns show it. */
export function selectorText(selector: SelectorObject | null | undefined): string {
  const parsed = readSelector(selector);
  return parsed === undefined ? "<error>" : parsed.toString() || "<none>";
}

/** True for a selector that is there but names nothing. */
export function isEmptySelector(selector: SelectorObject | null | undefined): boolean {
  if (!selector) return false;
  return Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0;
}
