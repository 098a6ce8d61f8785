/** Compiles the expressions of one policy, or of the match conditions of one webhook. */
import { type Compilation, compileExpression, type ExpressionFault, typeText } from "../compile-expression.ts";
import { type Environment } from "../declarations/index.ts";
import { isSameType, type Type } from "../types/index.ts";
import { type AdmissionEnvironmentChoice, admissionEnvironment } from "./admission-environments.ts";
import { type ExpressionLimits, type ExpressionUse, limitsOfUses } from "./expression-use.ts";
import { PolicyVariables } from "./policy-variables.ts";

/** Variables that the expressions of a policy or webhook can use. */
export interface CompilerOptions {
  /** Whether the expressions can use `params`. */
  readonly hasParams: boolean;
  /** Whether the expressions can use `variables`. */
  readonly hasVariables: boolean;
}

/** The origin of an expression. */
export interface ExpressionOptions {
  /** Whether the stored object has this expression, which may use everything that any release accepted. */
  readonly isStored: boolean;
}

/** Compiles expressions in order. Each one can use the variables that were declared before. */
export class AdmissionCompiler {
  readonly #choice: AdmissionEnvironmentChoice;
  readonly #hasParams: boolean;
  readonly #variables: PolicyVariables | undefined;

  constructor(choice: AdmissionEnvironmentChoice, { hasParams, hasVariables }: CompilerOptions) {
    this.#choice = choice;
    this.#hasParams = hasParams;
    this.#variables = hasVariables ? new PolicyVariables(choice.vocabulary) : undefined;
  }

  /** Returns why a field cannot use an expression; undefined if it can. */
  faultOf(expression: string, use: ExpressionUse, options: ExpressionOptions): ExpressionFault | undefined {
    return this.compile(expression, use, options).fault;
  }

  /** Declares a variable, also if its expression cannot be used. */
  declareVariable(name: string, expression: string, options: ExpressionOptions): Compilation {
    const compilation = this.compile(expression, "variable", options);
    this.#variables?.declare(name, compilation.fault ? undefined : compilation.checked?.resultType);
    return compilation;
  }

  /** Compiles an expression of a field. */
  compile(expression: string, use: ExpressionUse, { isStored }: ExpressionOptions): Compilation {
    const limits = limitsOfUses[use];
    const environment = this.#environment(limits, isStored);
    return compileExpression(expression, environment, (type) => typeFault(type, limits.results));
  }

  #environment(limits: ExpressionLimits, isStored: boolean): Environment {
    const environment = admissionEnvironment(this.#choice, { ...limits, hasParams: this.#hasParams }, isStored);
    return this.#variables ? this.#variables.extend(environment) : environment;
  }
}

/** @param accepted empty for any type */
function typeFault(type: Type, accepted: readonly Type[]): string | undefined {
  if (accepted.length === 0 || accepted.some((one) => isSameType(one, type))) return undefined;
  const texts = accepted.map(typeText);
  const expected = texts.length === 1 ? texts[0] : `one of [${texts.join(" ")}]`;
  return `must evaluate to ${expected} but got ${typeText(type)}`;
}
