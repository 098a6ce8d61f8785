/** Finds responses that no rule may excuse: internal errors, broken connections and messages of the JavaScript engine. */
import type { Difference, RecordedAnswer } from "./difference.ts";

/** Status codes that concern HTTP itself: unsupported encodings and versions. */
const httpStatuses: ReadonlySet<number> = new Set([501, 505]);

/** Texts that occur in a response only because of a programming error. */
const leaks = [
  /Unexpected (?:token|end of JSON|non-whitespace|identifier|string|number)/,
  /Cannot (?:read|set|convert|destructure|use|mix|access) /,
  /is not (?:a function|iterable|a constructor|an object|defined)\b/,
  /\[object \w+\]/,
  /\bundefined\b/,
  /\bNaN\b/,
  /JSON at position|Invalid (?:array|string) length|Maximum call stack|ERR_[A-Z]+_|(?:Type|Range|Syntax|Reference)Error/,
  /a fault of the server/,
];

/**
 * Returns the defects in the response of orch.
 * @param sent texts of the request. A text that occurs in the request or in the reference's response is not a defect.
 */
export function defectsOf(reference: RecordedAnswer, orch: RecordedAnswer, sent: string): readonly Difference[] {
  const found: Difference[] = [];
  const add = (kind: string): void => {
    const shown = ({ status, text }: RecordedAnswer): string => `${status} ${text.slice(0, 500)}`;
    found.push({ where: `defect: ${kind}`, reference: shown(reference), orch: shown(orch) });
  };
  if (orch.status >= 500 && orch.status !== reference.status && !httpStatuses.has(orch.status)) add("internal error");
  if (orch.status === 0 && reference.status !== 0) add("broken connection");
  for (const leak of leaks) {
    const text = leak.exec(orch.text)?.[0];
    if (text !== undefined && !reference.text.includes(text) && !sent.includes(text)) add(text);
  }
  return found;
}
