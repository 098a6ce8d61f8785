/** Compiles the expressions of one policy, or of the match conditions of one webhook. */
import {
  type Compilation,
  compileExpression,
  type Environment,
  type ExpressionFault,
  isSameType,
  type Type,
  typeText,
} from "../../cel/index.ts";
import type { ValidatedWrite } from "../../schema/index.ts";
import { admissionEnvironment } from "./admission-environments.ts";
import { type ExpressionLimits, type ExpressionUse, limitsOfUses } from "./expression-use.ts";
import { PolicyVariables } from "./policy-variables.ts";

interface CompilerOptions {
  /** Whether the expressions can use `params`. */
  readonly hasParams: boolean;
  /** Whether the expressions can use `variables`. */
  readonly hasVariables: boolean;
}

interface ExpressionOptions {
  /** Whether the stored object has this expression, which may use everything that any release accepted. */
  readonly isStored: boolean;
}

/** Compiles expressions in order. Each one can use the variables that were declared before. */
export class AdmissionCompiler {
  readonly #write: ValidatedWrite;
  readonly #hasParams: boolean;
  readonly #variables: PolicyVariables | undefined;

  constructor(write: ValidatedWrite, { hasParams, hasVariables }: CompilerOptions) {
    this.#write = write;
    this.#hasParams = hasParams;
    this.#variables = hasVariables ? new PolicyVariables(write.vocabulary) : undefined;
  }

  /** Returns why a field cannot use an expression; undefined if it can. */
  faultOf(expression: string, use: ExpressionUse, options: ExpressionOptions): ExpressionFault | undefined {
    return this.#compile(expression, use, options).fault;
  }

  /** Declares a variable, also if its expression cannot be used. Returns why it cannot. */
  declareVariable(name: string, expression: string, options: ExpressionOptions): ExpressionFault | undefined {
    const { checked, fault } = this.#compile(expression, "variable", options);
    this.#variables?.declare(name, fault ? undefined : checked?.resultType);
    return fault;
  }

  #compile(expression: string, use: ExpressionUse, { isStored }: ExpressionOptions): Compilation {
    const limits = limitsOfUses[use];
    const environment = this.#environment(limits, isStored);
    return compileExpression(expression, environment, (type) => typeFault(type, limits.results));
  }

  #environment(limits: ExpressionLimits, isStored: boolean): Environment {
    const environment = admissionEnvironment(this.#write, { ...limits, hasParams: this.#hasParams }, isStored);
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
