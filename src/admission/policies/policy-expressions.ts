/** The expressions that policies of all sorts have, ready for evaluation. This module loads the expression engine. */
import type { MatchCondition } from "../../api/admissionregistration/v1/match-condition.ts";
import type { Variable } from "../../api/admissionregistration/v1/policy-expressions.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { AdmissionCompiler, type AdmissionEnvironmentChoice, type ExpressionUse } from "../../cel/admission/index.ts";
import { type RequestExpression, requestExpression } from "../expressions/index.ts";

/** The parts of a spec with expressions. */
export interface PolicyExpressionSource {
  readonly paramKind?: object | null | undefined;
  readonly variables?: DeepReadonly<Variable[]> | null | undefined;
  readonly matchConditions?: DeepReadonly<MatchCondition[]> | null | undefined;
}

const isStored = true;

/** Variables, match conditions, and the compiler of all other expressions of one policy. */
export class PolicyExpressions {
  readonly variables: ReadonlyMap<string, RequestExpression>;
  readonly matchConditions: readonly RequestExpression[];
  readonly #compiler: AdmissionCompiler;
  /** Whether an expression besides the match conditions uses `namespaceObject`. */
  #usesNamespace = false;

  constructor({ paramKind, variables, matchConditions }: PolicyExpressionSource, choice: AdmissionEnvironmentChoice) {
    const compiler = new AdmissionCompiler(choice, { hasParams: Boolean(paramKind), hasVariables: true });
    this.#compiler = compiler;
    const byName = new Map<string, RequestExpression>();
    for (const { name, expression } of variables ?? []) {
      const compilation = compiler.declareVariable(name, expression, { isStored });
      byName.set(name, this.#noted(requestExpression(expression, compilation)));
    }
    this.variables = byName;
    this.matchConditions = (matchConditions ?? []).map(({ expression }) =>
      requestExpression(expression, compiler.compile(expression, "condition", { isStored })),
    );
  }

  /** Whether an expression besides the match conditions uses `namespaceObject`. As in the reference, it is null in match conditions. */
  get usesNamespace(): boolean {
    return this.#usesNamespace;
  }

  /** Compiles an expression of the policy. It may use the variables. */
  protected compile(text: string, use: ExpressionUse): RequestExpression {
    return this.#noted(requestExpression(text, this.#compiler.compile(text, use, { isStored })));
  }

  #noted(expression: RequestExpression): RequestExpression {
    if (expression.program?.variables.includes("namespaceObject")) this.#usesNamespace = true;
    return expression;
  }
}
