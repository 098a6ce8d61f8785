/** Parses expressions. */
import type { Issue, ParsedExpression } from "./ast.ts";
import type { SyntaxFeatures } from "./features.ts";
import { codePointsMax } from "./limits.ts";
import { parseTree } from "./parser.ts";
import { findIssues } from "./recovery/find-issues.ts";

/** The tree of an expression, or its faults. */
export interface ParseResult {
  readonly expression: ParsedExpression | undefined;
  readonly issues: readonly Issue[];
}

/** Parses an expression. Unpaired surrogates in the text are replaced by U+FFFD. */
export function parse(text: string, features: SyntaxFeatures): ParseResult {
  const wellFormed = wellFormedText(text);
  const codePoints = codePointCountUpTo(wellFormed, codePointsMax);
  if (codePoints > codePointsMax) {
    const message = `expression code point size exceeds limit: size: ${codePoints}, limit ${codePointsMax}`;
    return { expression: undefined, issues: [{ offset: undefined, message }] };
  }
  const tree = parseTree(wellFormed, features);
  if (tree === undefined) return { expression: undefined, issues: findIssues(wellFormed, features) };
  return { expression: { ...tree, text: wellFormed }, issues: [] };
}

function wellFormedText(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}

/** Returns the number of code points. Counts them one by one only if the text can exceed the limit. */
function codePointCountUpTo(text: string, limit: number): number {
  return text.length <= limit ? text.length : Array.from(text).length;
}
