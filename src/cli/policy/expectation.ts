/** Compares what policies decide with what a case expects. */
import { getOwn } from "../../base/own-property.ts";
import type { Tree } from "../../manifests/index.ts";
import type { Expectation } from "./case-file.ts";
import { fieldChanges } from "./field-changes.ts";
import type { LabOutcome } from "./lab.ts";

/** Returns a sentence for each difference. Empty if the outcome is the expected one. */
export function differences(outcome: LabOutcome, expected: Expectation): readonly string[] {
  const { isAllowed, message, code, warnings, audit } = outcome;
  if (isAllowed !== expected.isAllowed) {
    return [`expected ${expected.isAllowed ? "allow" : "deny"}, got ${isAllowed ? "allow" : `deny: ${message}`}`];
  }
  const found: string[] = [];
  for (const pattern of expected.message) {
    if (!contains(message, pattern)) found.push(`expected a message with ${quote(pattern)}, got: ${message}`);
  }
  if (expected.code !== undefined && code !== expected.code)
    found.push(`expected the code ${expected.code}, got ${code}`);
  for (const pattern of expected.warnings ?? []) {
    if (warnings.some((warning) => contains(warning, pattern))) continue;
    found.push(`expected a warning with ${quote(pattern)}, got ${warnings.map(quote).join(", ") || "none"}`);
  }
  if (expected.warnings?.length === 0) {
    for (const warning of warnings) found.push(`expected no warning, got ${quote(warning)}`);
  }
  for (const [key, pattern] of Object.entries(expected.audit)) {
    const value = getOwn(audit, key);
    if (value !== undefined && contains(value, pattern)) continue;
    const got = value === undefined ? "none" : quote(value);
    found.push(`expected the audit annotation ${key} with ${quote(pattern)}, got ${got}`);
  }
  return [...found, ...objectDifferences(outcome.object, expected.object)];
}

/** Compares the fields that are expected. Others do not count. */
function objectDifferences(object: Tree | undefined, expected: Tree | undefined): readonly string[] {
  if (!expected) return [];
  return fieldChanges(expected, object)
    .filter(({ change }) => change !== "added")
    .map(
      ({ path, sent, result }) => `expected ${path}: ${JSON.stringify(sent)}, got ${JSON.stringify(result) ?? "none"}`,
    );
}

/** Returns an expectation for output. */
export function expectationText({ isAllowed, message, warnings }: Expectation): string {
  const verdict = [isAllowed ? "allow" : "deny", ...message.map(quote)].join(" ");
  return warnings && warnings.length > 0 ? `${verdict}, warn ${warnings.map(quote).join(", ")}` : verdict;
}

/** Whether a text contains a pattern, in which `*` stands for any text. It takes time linear in the length of the text. */
export function contains(text: string, pattern: string): boolean {
  let position = 0;
  for (const part of pattern.split("*")) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return true;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
