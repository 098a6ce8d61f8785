/** Evaluates a validating policy on a request, in the order and with the messages of the reference. */
import { EvaluationError, fromJson, typeOfValue, typeText, type Value } from "../../../cel/index.ts";
import { trimGoSpace } from "../../../meta/go-space.ts";
import type { SharedObject } from "../../../meta/object-meta.ts";
import type { StatusReason } from "../../../meta/status.ts";
import {
  conditionsBudget,
  ExpressionRun,
  type MatchConditionMetrics,
  MatchConditions,
  type ObserveExpression,
  OutOfBudget,
  type RequestExpression,
  type RequestValues,
} from "../../expressions/index.ts";
import type { AdmissionOperation } from "../../plugin.ts";
import type { CompiledAnnotation, CompiledPolicy, CompiledValidation } from "./compiled-policy.ts";
import type { AnnotationDecision, PolicyDecision, PolicyResult } from "./policy-decision.ts";

/** Greatest cost of the validations and messages of a policy together, and again of its annotations, as in the reference. */
const policyBudget = 10_000_000;
/** Longest message that an expression may return. */
const messageBytesMax = 5 * 1024;

/** The policy, and everything that its evaluation needs. */
export interface PolicyEvaluation {
  readonly policyName: string;
  readonly policy: CompiledPolicy;
  readonly ignoresFailures: boolean;
  readonly values: RequestValues;
  /** Undefined if the binding has no parameters. */
  readonly params: SharedObject | undefined;
  readonly operation: AdmissionOperation;
  readonly metrics: MatchConditionMetrics;
  /** Returns monotonic time in milliseconds. */
  readonly nowMs: () => number;
  /** Receives the values of expressions and variables. */
  readonly observe: ObserveExpression | undefined;
}

const nothing: PolicyResult = { decisions: [], annotations: [] };

/** Returns the decisions. None if the request does not meet the match conditions. */
export async function evaluatePolicy(evaluation: PolicyEvaluation): Promise<PolicyResult> {
  const matches = evaluation.policy.matchConditions.length === 0 || (await matchConditions(evaluation));
  if (matches === false) return nothing;
  if (matches !== true) {
    // As in the reference, a policy that ignores failures does not apply then.
    return evaluation.ignoresFailures ? nothing : failure(evaluation, matches.message);
  }
  try {
    const decisions = await validationDecisions(evaluation);
    const hasAnnotations = evaluation.policy.annotations.length > 0;
    return { decisions, annotations: hasAnnotations ? await annotationDecisions(evaluation) : [] };
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return failure(evaluation, error.message);
  }
}

function failure({ ignoresFailures }: PolicyEvaluation, message: string): PolicyResult {
  return { decisions: [errorDecision(message, ignoresFailures, 0)], annotations: [] };
}

function errorDecision(message: string, ignoresFailures: boolean, durationMs: number): PolicyDecision {
  return { isDenied: !ignoresFailures, isError: true, message, durationMs };
}

async function matchConditions(evaluation: PolicyEvaluation): Promise<boolean | Error> {
  const { policy, policyName: name, operation, metrics, nowMs } = evaluation;
  const conditions = new MatchConditions(policy.matchConditions, metrics, nowMs);
  // As in the reference, conditions cannot see the namespace.
  const run = newRun({ ...evaluation, values: evaluation.values.withoutNamespace() }, { budget: conditionsBudget });
  return await conditions.match(run, { kind: "policy", name, operation, phase: "validate" });
}

function newRun(
  { policy, params, values, nowMs, observe }: PolicyEvaluation,
  options: { readonly budget: number; readonly hasAuthorizer?: boolean },
): ExpressionRun {
  const { variables } = policy;
  return new ExpressionRun(values, { variables, params: params && fromJson(params), nowMs, observe, ...options });
}

/** The result of the expression of a validation or annotation, and how long it took. */
interface Measured<Source> {
  readonly source: Source;
  readonly value: Value;
  readonly durationMs: number;
}

/** Evaluates expressions one after another. @throws OutOfBudget */
async function measureAll<Source extends { readonly expression: RequestExpression }>(
  run: ExpressionRun,
  sources: readonly Source[],
  nowMs: () => number,
): Promise<readonly Measured<Source>[]> {
  const results: Measured<Source>[] = [];
  let startMs = nowMs();
  for (const source of sources) {
    const result = run.evaluate(source.expression);
    const value = result instanceof Promise ? await result : result;
    const endMs = nowMs();
    results.push({ source, value, durationMs: endMs - startMs });
    startMs = endMs;
  }
  return results;
}

/** @throws OutOfBudget */
async function validationDecisions(evaluation: PolicyEvaluation): Promise<readonly PolicyDecision[]> {
  const { policy, ignoresFailures, nowMs } = evaluation;
  const run = newRun(evaluation, { budget: policyBudget });
  const results = await measureAll(run, policy.validations, nowMs);
  const hasMessages = policy.validations.some(({ message }) => message !== undefined);
  const messages = hasMessages ? await messageValues(evaluation, run.budget) : [];
  return results.map(({ source: validation, value, durationMs }, index): PolicyDecision => {
    if (value instanceof EvaluationError) return errorDecision(value.message, ignoresFailures, durationMs);
    if (messages instanceof OutOfBudget) {
      return errorDecision(`failed messageExpression: ${messages.message}`, ignoresFailures, durationMs);
    }
    if (value === true) return { isDenied: false, isError: false, message: "", durationMs };
    const reason = (validation.validation.reason ?? "Invalid") as StatusReason;
    const message = messageOf(validation, messages[index]);
    return { isDenied: true, isError: false, message, reason, durationMs };
  });
}

/** Evaluates the messages. As in the reference, also those that are not needed. */
async function messageValues(
  evaluation: PolicyEvaluation,
  budget: number,
): Promise<readonly (Value | undefined)[] | OutOfBudget> {
  const { validations } = evaluation.policy;
  const values: (Value | undefined)[] = [];
  const run = newRun(evaluation, { budget, hasAuthorizer: false });
  try {
    for (const { message } of validations) values.push(message && (await run.evaluate(message)));
    return values;
  } catch (error) {
    if (error instanceof OutOfBudget) return error;
    throw error;
  }
}

/** Returns the message of a validation that is not met. */
function messageOf({ validation }: CompiledValidation, value: Value | undefined): string {
  const { message = "", expression } = validation;
  const evaluated = typeof value === "string" ? trimGoSpace(value) : "";
  const isMessage = Buffer.byteLength(evaluated) <= messageBytesMax && !evaluated.includes("\n");
  return (isMessage && evaluated) || trimGoSpace(message) || `failed expression: ${trimGoSpace(expression)}`;
}

/** @throws OutOfBudget */
async function annotationDecisions(evaluation: PolicyEvaluation): Promise<readonly AnnotationDecision[]> {
  const { policy, nowMs } = evaluation;
  const run = newRun(evaluation, { budget: policyBudget, hasAuthorizer: false });
  const results = await measureAll(run, policy.annotations, nowMs);
  return results.map((result) => annotationDecision(result, evaluation.ignoresFailures));
}

function annotationDecision(
  { source, value, durationMs }: Measured<CompiledAnnotation>,
  ignoresFailures: boolean,
): AnnotationDecision {
  const { key, valueExpression } = source.annotation;
  const decision = { key, value: undefined, error: undefined, durationMs };
  if (value === null) return decision;
  if (typeof value === "string") return { ...decision, value: trimGoSpace(value) || undefined };
  if (value instanceof EvaluationError) return { ...decision, error: ignoresFailures ? undefined : value.message };
  const type = typeText(typeOfValue(value));
  const why = `resulted in unsupported return type: ${type}. Return type must be either string or null.`;
  return { ...decision, error: `valueExpression '${valueExpression}' ${why}` };
}
