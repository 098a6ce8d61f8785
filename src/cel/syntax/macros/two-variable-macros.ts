/** The macros with two variables: the index and the element of a list, or the key and the value of a map. */
import type { Expression } from "../ast.ts";
import { operator } from "../operators.ts";
import { argument, type Macro, type MacroCall, MacroFault, target, variableName } from "./macro.ts";
import { accumulatorName, type LoopVariables, type MacroNodes } from "./macro-nodes.ts";
import { allBody, existsBody, existsOneBody, onlyIf, type Quantifier } from "./standard-macros.ts";

interface TwoVariables extends LoopVariables {
  readonly second: string;
}

function readVariables(call: MacroCall): TwoVariables | MacroFault {
  const first = variableName(call, 0, "argument must be a simple name");
  if (first instanceof MacroFault) return first;
  const second = variableName(call, 1, "argument must be a simple name");
  if (second instanceof MacroFault) return second;
  if (first === second) return new MacroFault(argument(call, 1).id, `duplicate variable name: ${first}`);
  const reserved = [first, second].indexOf(accumulatorName);
  if (reserved < 0) return { first, second };
  return new MacroFault(argument(call, reserved).id, "iteration variable overwrites accumulator variable");
}

function quantifierMacro(name: string, body: Quantifier): Macro {
  return {
    name,
    argumentCount: 3,
    isMember: true,
    expand(nodes, call) {
      const variables = readVariables(call);
      if (variables instanceof MacroFault) return variables;
      return nodes.loop(target(call), variables, body(nodes, argument(call, 2)));
    },
  };
}

/** A macro that builds a list or a map. Its arguments are the variables, optionally a predicate, and `transform`. */
interface Transformation {
  readonly name: string;
  step(nodes: MacroNodes, variables: TwoVariables, transform: Expression): Expression;
  initial(nodes: MacroNodes): Expression;
}

const transformations: readonly Transformation[] = [
  {
    name: "transformList",
    step: (nodes, _, transform) => nodes.call(operator.add, nodes.accumulator(), nodes.list(transform)),
    initial: (nodes) => nodes.list(),
  },
  {
    name: "transformMap",
    step: (nodes, variables, transform) =>
      nodes.call(operator.mapInsert, nodes.accumulator(), nodes.identifier(variables.first), transform),
    initial: (nodes) => nodes.emptyMap(),
  },
  {
    name: "transformMapEntry",
    step: (nodes, _, transform) => nodes.call(operator.mapInsert, nodes.accumulator(), transform),
    initial: (nodes) => nodes.emptyMap(),
  },
];

function transformationMacro(transformation: Transformation, hasPredicate: boolean): Macro {
  return {
    name: transformation.name,
    argumentCount: hasPredicate ? 4 : 3,
    isMember: true,
    expand(nodes, call) {
      const variables = readVariables(call);
      if (variables instanceof MacroFault) return variables;
      const transform = argument(call, hasPredicate ? 3 : 2);
      const insert = transformation.step(nodes, variables, transform);
      return nodes.loop(target(call), variables, {
        accumulator: accumulatorName,
        step: onlyIf(nodes, hasPredicate ? argument(call, 2) : undefined, insert),
        initial: transformation.initial(nodes),
        condition: nodes.constant(true),
        result: nodes.accumulator(),
      });
    },
  };
}

/** The macros with two variables. */
export const twoVariableMacros: readonly Macro[] = [
  quantifierMacro("all", allBody),
  quantifierMacro("exists", existsBody),
  quantifierMacro("existsOne", existsOneBody),
  quantifierMacro("exists_one", existsOneBody),
  ...transformations.flatMap((transformation) => [
    transformationMacro(transformation, false),
    transformationMacro(transformation, true),
  ]),
];
