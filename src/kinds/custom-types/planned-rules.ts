/** Rules that are ready to be evaluated. */
import { clusterEnvironments, declareType, type Program } from "../../cel/index.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { SchemaRule, StructuralSchema } from "../../structural/index.ts";
import { compileMessage, compileRule, RuleEnvironments, usesOldSelf } from "./compile-rule.ts";
import { errorPathOf } from "./rule-field-path.ts";

/** A rule that can be evaluated. */
export interface PlannedRule {
  /** Undefined if the rule cannot be compiled. Definitions with such rules are rejected, so this is a defect. */
  readonly program: Program | undefined;
  /** Why the rule cannot be compiled. */
  readonly fault: string;
  readonly usesOldSelf: boolean;
  /** Whether the rule also applies without an old value, and `oldSelf` is an optional value. */
  readonly hasOptionalOldSelf: boolean;
  /** The expression of the message; undefined if there is none. */
  readonly message: Program | undefined;
  /** The path that errors have below the path of the value; empty for the value itself. */
  readonly errorPath: string;
  /** The message, or the rule if it has none. */
  readonly name: string;
  /** The message for an error if the expression of the message has no result. */
  readonly defaultMessage: string;
  readonly reason: string | undefined;
  readonly messageExpression: string;
}

/** The rules of one schema node. */
export interface PlannedRules {
  readonly rules: readonly PlannedRule[];
  /** Whether one of the rules uses `oldSelf`. Otherwise messages cannot use it either, as in the reference. */
  readonly usesOldSelf: boolean;
}

/** Returns a function that compiles the rules of a node when it is first called. */
export function plannedRules(
  schema: StructuralSchema,
  typeSchema: StructuralSchema,
  vocabulary: Vocabulary,
): () => PlannedRules {
  let compiled: PlannedRules | undefined;
  return () => {
    compiled ??= planRules(schema, typeSchema, vocabulary);
    return compiled;
  };
}

/** Empty rules have no effect. */
function planRules(schema: StructuralSchema, typeSchema: StructuralSchema, vocabulary: Vocabulary): PlannedRules {
  const self = declareType(typeSchema, "selfType");
  const environments = self && new RuleEnvironments(clusterEnvironments({ vocabulary }), self);
  const rules = schema.rules
    .filter(({ rule }) => trimGoSpace(rule) !== "")
    .map((rule) => plannedRule(rule, schema, environments));
  return { rules, usesOldSelf: rules.some((rule) => rule.usesOldSelf) };
}

const noType = "failed to convert to declType for CEL validation rules";

function plannedRule(
  rule: SchemaRule,
  schema: StructuralSchema,
  environments: RuleEnvironments | undefined,
): PlannedRule {
  const environment = environments?.of(rule, true);
  const result = environment ? compileRule(rule, environment) : { fault: noType, checked: undefined };
  const message = environment && rule.messageExpression !== "" ? compileMessage(rule, environment) : undefined;
  const [text, name] = [trimGoSpace(rule.message), trimGoSpace(rule.rule)];
  return {
    ...("fault" in result ? { program: undefined, fault: result.fault } : { program: result.program, fault: "" }),
    usesOldSelf: usesOldSelf(result.checked),
    hasOptionalOldSelf: rule.optionalOldSelf === true,
    message: message && "program" in message ? message.program : undefined,
    errorPath: rule.fieldPath === "" ? "" : (errorPathOf(rule.fieldPath, schema) ?? ""),
    name: rule.message === "" ? name : text,
    defaultMessage: rule.message === "" ? `failed rule: ${name}` : text,
    reason: rule.reason,
    messageExpression: rule.messageExpression,
  };
}
