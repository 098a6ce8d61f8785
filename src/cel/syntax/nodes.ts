/** Creates the nodes of syntax trees. Nodes of one kind have one shape, so that their readers stay fast. */
import type {
  CallExpression,
  Constant,
  ConstantValue,
  Expression,
  FieldInitializer,
  Identifier,
  ListLiteral,
  MapEntry,
  MapLiteral,
  ObjectLiteral,
  Select,
} from "./ast.ts";

/** Returns a literal. */
export function newConstant(id: number, value: ConstantValue): Constant {
  return { kind: "constant", id, value };
}

/** Returns a name. */
export function newIdentifier(id: number, name: string): Identifier {
  return { kind: "identifier", id, name };
}

/** Returns `operand.field`. */
export function newSelect(id: number, operand: Expression, field: string): Select {
  return { kind: "select", id, operand, field, testOnly: false };
}

/** Returns the node of `has(operand.field)`. */
export function newPresenceTest(id: number, operand: Expression, field: string): Select {
  return { kind: "select", id, operand, field, testOnly: true };
}

/** Returns the call of a function or an operator. */
export function newCall(id: number, name: string, args: readonly Expression[]): CallExpression {
  return { kind: "call", id, name, target: undefined, args };
}

/** Returns the call `target.name(args)`. */
export function newMemberCall(
  id: number,
  name: string,
  target: Expression,
  args: readonly Expression[],
): CallExpression {
  return { kind: "call", id, name, target, args };
}

/** Returns a list. */
export function newList(id: number, elements: readonly Expression[], optionalIndices: readonly number[]): ListLiteral {
  return { kind: "list", id, elements, optionalIndices };
}

/** Returns a map. */
export function newMap(id: number, entries: readonly MapEntry[]): MapLiteral {
  return { kind: "map", id, entries };
}

/** Returns the literal of an object. */
export function newObject(id: number, typeName: string, fields: readonly FieldInitializer[]): ObjectLiteral {
  return { kind: "object", id, typeName, fields };
}

/**
 * Returns the tree of a chain such as `a && b && c`. The tree is balanced as in the reference, so that long chains are not deep.
 * @param terms at least two
 * @param ids of the operators between the terms
 */
export function newLogicTree(name: string, terms: readonly Expression[], ids: readonly number[]): Expression {
  return balance({ name, terms, ids }, 0, ids.length - 1);
}

interface LogicChain {
  readonly name: string;
  readonly terms: readonly Expression[];
  readonly ids: readonly number[];
}

/** Returns the tree of the operators `low` to `high`, which is a term if `low` is greater than `high`. */
function balance(chain: LogicChain, low: number, high: number): Expression {
  const middle = (low + high + 1) >> 1;
  const left = middle === low ? chain.terms[middle] : balance(chain, low, middle - 1);
  const right = middle === high ? chain.terms[middle + 1] : balance(chain, middle + 1, high);
  const id = chain.ids[middle];
  if (left === undefined || right === undefined || id === undefined)
    throw new Error("a chain needs a term more than ids");
  return newCall(id, chain.name, [left, right]);
}
