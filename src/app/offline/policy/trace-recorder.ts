/** Records the steps in which policies decide about one request. */
import type {
  ObservedEvaluation,
  PolicyObserver,
  ValidatingBinding,
  ValidatingPolicy,
} from "../../../admission/policies/index.ts";
import { EvaluationError, toText } from "../../../cel/index.ts";
import type {
  BindingTrace,
  EvaluationTrace,
  ExpressionTrace,
  PolicyTrace,
  VariableTrace,
} from "../../../cli/policy/index.ts";
import { type Mutable, mismatchOf, parametersTitle, type RuleSource } from "./recorded-steps.ts";

type Observe = ReturnType<PolicyObserver["evaluation"]>;
type Expression = Parameters<Observe>[0];
type MatchResult = Parameters<PolicyObserver["policy"]>[1];

/** A policy or binding while it is recorded. */
type RecordedPolicy = Omit<Mutable<PolicyTrace>, "bindings"> & { readonly bindings: RecordedBinding[] };
type RecordedBinding = Mutable<BindingTrace>;

/** Observes one request at a time. */
export class TraceRecorder implements PolicyObserver {
  #request: RuleSource | undefined;
  #policies = new Map<string, RecordedPolicy>();

  /** Forgets the last request, and records this one. */
  start(request: RuleSource): void {
    this.#request = request;
    this.#policies = new Map();
  }

  /** The policies in the order in which they were compared with the request. */
  get policies(): readonly PolicyTrace[] {
    return [...this.#policies.values()];
  }

  policy({ name, criteria }: ValidatingPolicy, match: MatchResult): void {
    const rules = this.#request ? [...criteria.ruleResults(this.#request)] : [];
    this.#policies.set(name, { name, rules, mismatch: mismatchOf(match), fault: undefined, bindings: [] });
  }

  binding({ name: policy }: ValidatingPolicy, { name }: ValidatingBinding, match: MatchResult | undefined): void {
    const mismatch = match === undefined ? undefined : mismatchOf(match);
    this.#policies.get(policy)?.bindings.push({ name, mismatch, fault: undefined, evaluations: [] });
  }

  fault({ name }: ValidatingPolicy, binding: ValidatingBinding | undefined, message: string): void {
    const policy = this.#policies.get(name);
    const recorded = policy?.bindings.find((one) => one.name === binding?.name);
    if (recorded) recorded.fault = message;
    else if (policy && !binding) policy.fault = message;
  }

  evaluation({ policy, compiled, binding, params }: ObservedEvaluation): Observe {
    const evaluation: Mutable<EvaluationTrace> = {
      params: parametersTitle(params),
      conditions: compiled.matchConditions.map(() => undefined),
      variables: [],
      validations: compiled.validations.map(() => undefined),
      messages: compiled.validations.map(() => undefined),
      annotations: compiled.annotations.map(() => undefined),
    };
    const recorded = this.#policies.get(policy.name)?.bindings.find(({ name }) => name === binding.name);
    recorded?.evaluations.push(evaluation);
    const recordIn = recordersOf(compiled, evaluation);
    return (expression, { value, cost }) => {
      const isError = value instanceof EvaluationError;
      recordIn.get(expression)?.({
        text: expression.text,
        value: isError ? undefined : toText(value),
        error: isError ? value.message : undefined,
        cost,
      });
    };
  }
}

/** Returns the functions that record the expressions of a policy. */
function recordersOf(
  { matchConditions, variables, validations, annotations }: ObservedEvaluation["compiled"],
  evaluation: Mutable<EvaluationTrace>,
): ReadonlyMap<Expression, (trace: ExpressionTrace) => void> {
  const recorders = new Map<Expression, (trace: ExpressionTrace) => void>();
  const into = (list: (ExpressionTrace | undefined)[], index: number, expression: Expression | undefined): void => {
    if (expression) recorders.set(expression, (trace) => (list[index] = trace));
  };
  for (const [index, expression] of matchConditions.entries()) into(evaluation.conditions, index, expression);
  for (const [index, { expression, message }] of validations.entries()) {
    into(evaluation.validations, index, expression);
    into(evaluation.messages, index, message);
  }
  for (const [index, { expression }] of annotations.entries()) into(evaluation.annotations, index, expression);
  for (const [name, expression] of variables) {
    recorders.set(expression, (trace) => {
      // Conditions, validations and annotations evaluate a variable separately, with the same value.
      const isKnown = evaluation.variables.some((one: VariableTrace) => one.name === name);
      if (!isKnown) evaluation.variables.push({ name, ...trace });
    });
  }
  return recorders;
}
