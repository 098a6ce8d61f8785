/** Creates the nodes that a macro adds to the tree. All of them have the position of the macro's call. */
import type { ConstantValue, Expression } from "../ast.ts";
import type { NodeIds } from "../node-ids.ts";
import { newCall, newConstant, newIdentifier, newList, newMap, newMemberCall, newPresenceTest } from "../nodes.ts";
import { copyExpression } from "./copy-expression.ts";

/** The variable in which loops build their results. */
export const accumulatorName = "__result__";

/** The steps of a loop. */
export interface LoopBody {
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** The names of the variables of a loop. */
export interface LoopVariables {
  readonly first: string;
  readonly second: string | undefined;
}

/**
 * Each method takes the next id. Ids must equal those of the reference, so the order of calls matters: a node is created after
 * its parts.
 */
export class MacroNodes {
  readonly ids: NodeIds;
  readonly #offset: number;

  /** @param offset position of the call, in code points */
  constructor(ids: NodeIds, offset: number) {
    this.ids = ids;
    this.#offset = offset;
  }

  #newId(): number {
    return this.ids.take(this.#offset);
  }

  constant(value: ConstantValue): Expression {
    return newConstant(this.#newId(), value);
  }

  identifier(name: string): Expression {
    return newIdentifier(this.#newId(), name);
  }

  accumulator(): Expression {
    return this.identifier(accumulatorName);
  }

  call(name: string, ...args: readonly Expression[]): Expression {
    return newCall(this.#newId(), name, args);
  }

  memberCall(name: string, target: Expression): Expression {
    return newMemberCall(this.#newId(), name, target, []);
  }

  presenceTest(operand: Expression, field: string): Expression {
    return newPresenceTest(this.#newId(), operand, field);
  }

  list(...elements: readonly Expression[]): Expression {
    return newList(this.#newId(), elements, []);
  }

  emptyMap(): Expression {
    return newMap(this.#newId(), []);
  }

  loop(range: Expression, variables: LoopVariables, body: LoopBody): Expression {
    return {
      kind: "comprehension",
      id: this.#newId(),
      range,
      variable: variables.first,
      variable2: variables.second,
      accumulator: body.accumulator,
      initial: body.initial,
      condition: body.condition,
      step: body.step,
      result: body.result,
    };
  }

  /** Returns a copy of an expression whose nodes have other ids and the same positions. */
  copy(expression: Expression): Expression {
    return copyExpression(expression, this.ids, this.#offset);
  }
}
