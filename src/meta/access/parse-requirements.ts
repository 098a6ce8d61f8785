import { ParseError } from "../parse-error.ts";
import type { SelectorRequirements } from "./action-selectors.ts";

/** Parses a selector for authorizers. An empty text has no requirements. */
export function parseRequirements<Requirement>(
  parse: (text: string) => { readonly requirements: readonly Requirement[] },
  text: string,
): SelectorRequirements<Requirement> {
  try {
    return { requirements: parse(text).requirements };
  } catch (error) {
    if (error instanceof ParseError) return { requirements: [], parseError: error.message };
    throw error;
  }
}
