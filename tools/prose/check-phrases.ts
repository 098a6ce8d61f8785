/** Finds unclear phrases in passages of prose. */
import type { Violation } from "./docstrings.ts";
import { type Passage, passagesOf } from "./passages.ts";
import type { SourceFile } from "./source-files.ts";
import { type UnclearPhrase, unclearPhrases } from "./unclear-phrases.ts";

/** Returns the unclear phrases of a file. */
export function findUnclearPhrases(file: SourceFile): Violation[] {
  return passagesOf(file.path, file.content)
    .flatMap((passage) => unclearPhrases.flatMap((phrase) => occurrences(file.path, passage, phrase)))
    .sort((a, b) => a.line - b.line);
}

function occurrences(file: string, { line, text }: Passage, { pattern, better }: UnclearPhrase): Violation[] {
  const searched = withoutQuotations(text);
  return [...searched.matchAll(pattern)].map((match) => ({
    file,
    line: line + text.slice(0, match.index).split("\n").length - 1,
    text: `"${match[0].trim()}": ${better}`,
  }));
}

/** Replaces code and quotations by dots of the same length, so that offsets stay the same; a line feed becomes a space. */
function withoutQuotations(text: string): string {
  return text
    .replace(/`[^`\n]*`|"[^"\n]*"|\]\([^)]*\)/g, (quotation) => "·".repeat(quotation.length))
    .replace(/\n/g, " ");
}
