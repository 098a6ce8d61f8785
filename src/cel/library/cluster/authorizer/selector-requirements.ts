import type { SelectorRequirements } from "../../../../meta/access/action-selectors.ts";
import { ParseError } from "../../../../meta/parse-error.ts";

/** Returns what a query says about a selector; undefined for an empty selector. */
export function selectorRequirements<Requirement>(
  selector: string,
  parse: (selector: string) => readonly Requirement[],
): SelectorRequirements<Requirement> | undefined {
  if (selector === "") return undefined;
  try {
    return { requirements: parse(selector) };
  } catch (error) {
    if (error instanceof ParseError) return { requirements: [], parseError: error.message };
    throw error;
  }
}
