/**
 * Compiles match conditions. This module loads the expression engine, so it is imported only for a webhook with
 * conditions.
 */
import { assert } from "../../../base/assert.ts";
import {
  type Compilation,
  compileExpression,
  type Expression,
  operandsOf,
  type Type,
  typeText,
} from "../../../cel/index.ts";
import { type FieldError, internalField, invalidField } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { conditionEnvironment } from "./condition-environment.ts";
import type { ConditionMatcher } from "./condition-matcher.ts";
import { type CompiledCondition, evaluateConditions } from "./evaluate-conditions.ts";

/** Returns why an expression cannot be a match condition. Undefined if it can. @param path of the expression */
export function conditionFault(path: string, expression: string, vocabulary: Vocabulary): FieldError | undefined {
  const { fault } = compile(expression, vocabulary);
  if (!fault) return undefined;
  return fault.isInternal ? internalField(path, fault.detail) : invalidField(path, expression, fault.detail);
}

/** Returns the matcher of conditions without faults. */
export function compileConditions(expressions: readonly string[], vocabulary: Vocabulary): ConditionMatcher {
  const usedNames = new Set<string>();
  const conditions = expressions.map((text): CompiledCondition => {
    const { checked, program } = compile(text, vocabulary);
    assert(checked && program, "the conditions were checked when the configuration was read");
    addSelectedNames(checked.parsed.root, usedNames);
    return { text, program };
  });
  const used = { field: usedNames.has("fieldSelector"), label: usedNames.has("labelSelector") };
  return (user, attributes, nowMs) => evaluateConditions({ conditions, used }, user, attributes, nowMs);
}

function compile(expression: string, vocabulary: Vocabulary): Compilation {
  return compileExpression(expression, conditionEnvironment(vocabulary), typeFault);
}

function typeFault(type: Type): string | undefined {
  return type.kind === "bool" ? undefined : `must evaluate to bool but got ${typeText(type)}`;
}

/** Adds the names in `operand.NAME` and `operand.?NAME`, at any depth. */
function addSelectedNames(tree: Expression, names: Set<string>): void {
  const name = selectedName(tree);
  if (name !== undefined) names.add(name);
  for (const operand of operandsOf(tree)) addSelectedNames(operand, names);
}

function selectedName(tree: Expression): string | undefined {
  if (tree.kind === "select") return tree.field;
  if (tree.kind !== "call" || tree.name !== "_?._") return undefined;
  const field = tree.args[1];
  return field?.kind === "constant" && typeof field.value === "string" ? field.value : undefined;
}
