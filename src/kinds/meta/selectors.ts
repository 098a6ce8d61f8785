/** Label selectors of controllers in object form, which may be malformed. */
import type { LabelSelector as SelectorObject } from "../../api/index.ts";
import { fromLabelSelector, type ParsedLabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";

/** Order of the errors about the member `selector`. */
export const selectorOrder: readonly string[] = ["selector.matchLabels", "selector.matchExpressions", "selector"];

/** Returns the parsed selector. Undefined if it is malformed. */
export function readSelector(selector: SelectorObject | null | undefined): ParsedLabelSelector | undefined {
  try {
    return fromLabelSelector(selector);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Returns the selector as columns show it. */
export function selectorText(selector: SelectorObject | null | undefined): string {
  const parsed = readSelector(selector);
  return parsed === undefined ? "<error>" : parsed.toString() || "<none>";
}

/** Whether the selector exists and has no requirements, so that it selects everything. */
export function isEmptySelector(selector: SelectorObject | null | undefined): boolean {
  if (!selector) return false;
  return Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0;
}
