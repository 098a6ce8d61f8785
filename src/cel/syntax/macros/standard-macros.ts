/** The macros of all releases: `has`, `all`, `exists`, `exists_one`, `map` and `filter`. */
import type { Expression } from "../ast.ts";
import { operator } from "../operators.ts";
import { argument, type Macro, type MacroCall, MacroFault, target, variableName } from "./macro.ts";
import { accumulatorName, type LoopBody, type MacroNodes } from "./macro-nodes.ts";

/** Returns what a loop does to test elements with `predicate`. */
export type Quantifier = (nodes: MacroNodes, predicate: Expression) => LoopBody;

/** The loop of `all()`. */
export function allBody(nodes: MacroNodes, predicate: Expression): LoopBody {
  return {
    accumulator: accumulatorName,
    initial: nodes.constant(true),
    condition: nodes.call(operator.notStrictlyFalse, nodes.accumulator()),
    step: nodes.call(operator.logicalAnd, nodes.accumulator(), predicate),
    result: nodes.accumulator(),
  };
}

/** The loop of `exists()`. */
export function existsBody(nodes: MacroNodes, predicate: Expression): LoopBody {
  return {
    accumulator: accumulatorName,
    initial: nodes.constant(false),
    condition: nodes.call(operator.notStrictlyFalse, nodes.call(operator.logicalNot, nodes.accumulator())),
    step: nodes.call(operator.logicalOr, nodes.accumulator(), predicate),
    result: nodes.accumulator(),
  };
}

/** The loop of `exists_one()`. */
export function existsOneBody(nodes: MacroNodes, predicate: Expression): LoopBody {
  return {
    accumulator: accumulatorName,
    initial: nodes.constant(0n),
    condition: nodes.constant(true),
    step: nodes.call(
      operator.conditional,
      predicate,
      nodes.call(operator.add, nodes.accumulator(), nodes.constant(1n)),
      nodes.accumulator(),
    ),
    result: nodes.call(operator.equals, nodes.accumulator(), nodes.constant(1n)),
  };
}

function quantifierMacro(name: string, body: Quantifier): Macro {
  return {
    name,
    argumentCount: 2,
    isMember: true,
    expand(nodes, call) {
      const variable = variableName(call, 0, "argument must be a simple name");
      if (variable instanceof MacroFault) return variable;
      return nodes.loop(target(call), { first: variable, second: undefined }, body(nodes, argument(call, 1)));
    },
  };
}

/** Expands `map` and `filter`: a loop that appends `element` to a list for each element that satisfies `predicate`. */
function expandListLoop(
  nodes: MacroNodes,
  call: MacroCall,
  predicate: Expression | undefined,
  element: Expression,
): Expression | MacroFault {
  const variable = variableName(call, 0, "argument is not an identifier");
  if (variable instanceof MacroFault) return variable;
  const initial = nodes.list();
  const condition = nodes.constant(true);
  const append = nodes.call(operator.add, nodes.accumulator(), nodes.list(element));
  const step = onlyIf(nodes, predicate, append);
  const body = { accumulator: accumulatorName, initial, condition, step, result: nodes.accumulator() };
  return nodes.loop(target(call), { first: variable, second: undefined }, body);
}

/** Returns a step that changes the accumulator only if `predicate` is true, or is absent. */
export function onlyIf(nodes: MacroNodes, predicate: Expression | undefined, step: Expression): Expression {
  if (predicate === undefined) return step;
  return nodes.call(operator.conditional, predicate, step, nodes.accumulator());
}

function expandHas(nodes: MacroNodes, call: MacroCall): Expression | MacroFault {
  const field = argument(call, 0);
  if (field.kind === "select") return nodes.presenceTest(field.operand, field.field);
  return new MacroFault(field.id, "invalid argument to has() macro");
}

/** The macros of every release. */
export const standardMacros: readonly Macro[] = [
  { name: "has", argumentCount: 1, isMember: false, expand: expandHas },
  quantifierMacro("all", allBody),
  quantifierMacro("exists", existsBody),
  quantifierMacro("exists_one", existsOneBody),
  {
    name: "map",
    argumentCount: 2,
    isMember: true,
    expand: (nodes, call) => expandListLoop(nodes, call, undefined, argument(call, 1)),
  },
  {
    name: "map",
    argumentCount: 3,
    isMember: true,
    expand: (nodes, call) => expandListLoop(nodes, call, argument(call, 1), argument(call, 2)),
  },
  {
    name: "filter",
    argumentCount: 2,
    isMember: true,
    expand: (nodes, call) => expandListLoop(nodes, call, argument(call, 1), argument(call, 0)),
  },
];
