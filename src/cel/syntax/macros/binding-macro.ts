/** The macro `cel.bind(name, value, expression)`, which names a value for the rest of an expression. */
import { argument, type Macro, MacroFault, variableName } from "./macro.ts";
import { unusedVariable } from "./optional-macros.ts";

/** A loop without elements binds the name: its accumulator starts with the value. */
const bind: Macro = {
  name: "bind",
  argumentCount: 3,
  isMember: true,
  namespace: "cel",
  expand(nodes, call) {
    const accumulator = variableName(call, 0, "cel.bind() variable names must be simple identifiers");
    if (accumulator instanceof MacroFault) return accumulator;
    const range = nodes.list();
    return nodes.loop(
      range,
      { first: unusedVariable, second: undefined },
      {
        accumulator,
        initial: argument(call, 1),
        condition: nodes.constant(false),
        step: nodes.identifier(accumulator),
        result: argument(call, 2),
      },
    );
  },
};

/** `cel.bind()`. */
export const bindingMacros: readonly Macro[] = [bind];
