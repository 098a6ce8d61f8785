/** Checks the rules of a schema on its default, which the reference treats as a new value and as one that does not change. */
import { type FieldError, formatFieldError } from "../../meta/field-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { DefaultPlace } from "../../structural/validate/index.ts";
import { RuleCheck } from "./rule-check.ts";
import { type RuleNode, ruleTree } from "./rule-tree.ts";

/** Defaults are small, so only the limits of cost apply. */
const times = { nowMs: () => 0, sliceMs: 1, repeatMs: 1, slicesMax: 1 };

/** The check starts at an object, so the default is checked as its only member. */
const member = "default";

/** Returns the errors of rules that a default violates. */
export function defaultRuleErrors(
  value: unknown,
  { schema, path }: DefaultPlace,
  vocabulary: Vocabulary,
): readonly FieldError[] {
  const inner = value === null ? undefined : ruleTree(schema, vocabulary);
  if (!inner) return [];
  const members = new Map([[member, schema]]);
  const node: RuleNode = {
    schema: { ...schema, type: "object", rules: [], properties: members, declaredProperties: members },
    rules: undefined,
    values: undefined,
    properties: new Map([[member, inner]]),
    items: undefined,
  };
  const object = { [member]: value };
  const asUnchanged = checkAll(new RuleCheck(node, object, object, times));
  const asNew = checkAll(new RuleCheck(node, object, undefined, times));
  // The check reports rules that an unchanged value violates as warnings.
  const warnings = new Set(asUnchanged.warnings);
  const isValid = asUnchanged.errors.length === 0 && warnings.size === 0;
  const broken = asNew.errors.filter((error) => isValid || warnings.has(formatFieldError(error)));
  return [...asUnchanged.errors, ...broken].map((error) => ({
    ...error,
    path: path + error.path.slice(member.length),
  }));
}

function checkAll(check: RuleCheck): RuleCheck {
  let hasEnded = false;
  while (!hasEnded) hasEnded = check.advance();
  return check;
}
