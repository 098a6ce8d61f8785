/** Compiles the rules of one schema node. */
import {
  type CheckedExpression,
  type ClusterEnvironments,
  compileExpression,
  type DeclaredType,
  type Environment,
  type Program,
  schemaEnvironment,
  type Type,
} from "../../cel/index.ts";
import type { SchemaRule } from "../../structural/index.ts";

/** The environments of the rules of one schema node. They are built when they are first used. */
export class RuleEnvironments {
  readonly #base: ClusterEnvironments;
  readonly #self: DeclaredType;
  readonly #known = new Map<string, Environment>();

  /** @param self the type of the values of the schema node */
  constructor(base: ClusterEnvironments, self: DeclaredType) {
    this.#base = base;
    this.#self = self;
  }

  /**
   * Returns the environment of an expression of a rule.
   * @param isStored whether the expression may use everything that any release accepted
   */
  of({ optionalOldSelf }: SchemaRule, isStored: boolean): Environment {
    const oldSelf = optionalOldSelf ? "optional" : "plain";
    const key = `${oldSelf} ${isStored}`;
    let environment = this.#known.get(key);
    if (!environment) {
      const { forNewExpressions, forStoredExpressions } = this.#base;
      const base = isStored ? forStoredExpressions : forNewExpressions;
      environment = schemaEnvironment(base, { self: this.#self, oldSelf });
      this.#known.set(key, environment);
    }
    return environment;
  }
}

/** An expression that can be evaluated. */
export interface RuleExpression {
  readonly program: Program;
  readonly checked: CheckedExpression;
  readonly environment: Environment;
}

/** Why an expression cannot be used. */
export interface FaultyExpression {
  readonly fault: string;
  /** Undefined if the expression could not be parsed, or has a wrong type. */
  readonly checked: CheckedExpression | undefined;
}

/** Compiles the rule itself. */
export function compileRule(rule: SchemaRule, environment: Environment): RuleExpression | FaultyExpression {
  return compile(rule.rule, environment, ({ kind }) =>
    kind === "bool" ? undefined : "cel expression must evaluate to a bool",
  );
}

/** Compiles the expression of the message. */
export function compileMessage(rule: SchemaRule, environment: Environment): RuleExpression | FaultyExpression {
  const result = compile(rule.messageExpression, environment, ({ kind }) =>
    kind === "string" ? undefined : "must evaluate to a string",
  );
  return "fault" in result
    ? { ...result, fault: `messageExpression ${result.fault.replace(/^program /, "")}` }
    : result;
}

function compile(
  text: string,
  environment: Environment,
  typeFault: (type: Type) => string | undefined,
): RuleExpression | FaultyExpression {
  const { checked, program, fault } = compileExpression(text, environment, typeFault);
  return checked && program ? { program, checked, environment } : { fault: fault?.detail ?? "", checked };
}

/** Whether an expression uses the name `oldSelf`, also if a macro declares a variable of this name, as in the reference. */
export function usesOldSelf(checked: CheckedExpression | undefined): boolean {
  return checked?.references.some((reference) => reference?.name === "oldSelf") === true;
}
