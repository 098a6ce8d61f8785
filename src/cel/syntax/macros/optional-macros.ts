/** The macros of optional values: `optMap` and `optFlatMap`. */
import type { Expression } from "../ast.ts";
import { operator } from "../operators.ts";
import { argument, type Macro, type MacroCall, MacroFault, target, variableName } from "./macro.ts";
import type { MacroNodes } from "./macro-nodes.ts";

/** The variable of a loop that does not use it. No expression can contain this name. */
export const unusedVariable = "#unused";

/** Returns `value`, in which the variable stands for the content of the target. A loop without elements binds the variable. */
function bindContent(nodes: MacroNodes, call: MacroCall, variable: string): Expression {
  const range = nodes.list();
  return nodes.loop(
    range,
    { first: unusedVariable, second: undefined },
    {
      accumulator: variable,
      initial: nodes.memberCall("value", nodes.copy(target(call))),
      condition: nodes.constant(false),
      step: nodes.identifier(variable),
      result: argument(call, 1),
    },
  );
}

/** @param wrap makes an optional value of the result */
function optionalMacro(name: string, wrap: (nodes: MacroNodes, result: Expression) => Expression): Macro {
  return {
    name,
    argumentCount: 2,
    isMember: true,
    expand(nodes, call) {
      const variable = variableName(call, 0, `${name}() variable name must be a simple identifier`);
      if (variable instanceof MacroFault) return variable;
      const hasValue = nodes.memberCall("hasValue", target(call));
      const result = wrap(nodes, bindContent(nodes, call, variable));
      return nodes.call(operator.conditional, hasValue, result, nodes.call("optional.none"));
    },
  };
}

/** `optMap()` and `optFlatMap()`. */
export const optionalMacros: readonly Macro[] = [
  optionalMacro("optMap", (nodes, result) => nodes.call("optional.of", result)),
  optionalMacro("optFlatMap", (_, result) => result),
];
