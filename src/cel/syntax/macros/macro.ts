/** Macros: calls that the parser replaces by other expressions. */
import type { Expression } from "../ast.ts";
import type { MacroNodes } from "./macro-nodes.ts";

/** The arguments of a macro's call are malformed. */
export class MacroFault {
  /** The id of the malformed argument. */
  readonly nodeId: number;
  readonly message: string;

  constructor(nodeId: number, message: string) {
    this.nodeId = nodeId;
    this.message = message;
  }
}

/** A target and arguments for an expansion. The number of arguments is the one that the macro declares. */
export interface MacroCall {
  /** The expression before the dot; undefined if the macro is a global function. */
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

/** A macro by its name, its number of arguments, and its style. */
export interface Macro {
  readonly name: string;
  readonly argumentCount: number;
  /** Whether the macro is written as `target.name()`. */
  readonly isMember: boolean;
  /** The identifier that must be the target: `cel` of `cel.bind()`. Calls on other targets are no macros. */
  readonly namespace?: string;
  /** Returns the expression that replaces the call. */
  expand(nodes: MacroNodes, call: MacroCall): Expression | MacroFault;
}

/** Returns an argument of a call. */
export function argument(call: MacroCall, index: number): Expression {
  const value = call.args[index];
  if (value === undefined) throw new Error(`the macro has no argument ${index}`);
  return value;
}

/** Returns the expression before the dot of a member macro. */
export function target(call: MacroCall): Expression {
  if (call.target === undefined) throw new Error("the macro has no target");
  return call.target;
}

/** Returns the name in an argument that must be one. */
export function variableName(call: MacroCall, index: number, message: string): string | MacroFault {
  const variable = argument(call, index);
  return variable.kind === "identifier" ? variable.name : new MacroFault(variable.id, message);
}
