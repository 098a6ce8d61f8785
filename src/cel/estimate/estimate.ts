/** Estimates what the evaluation of an expression costs at least and at most, before any values are known. */
import { type CheckedExpression, type FunctionReference } from "../check/index.ts";
import {
  addRanges,
  anySize,
  type CallEstimate,
  type Environment,
  type EstimatedCall,
  type EstimatedNode,
  exactly,
  literalCosts,
  multiplyRanges,
  oneRange,
  type Range,
  type SizeEstimator,
  unionOfRanges,
  zeroRange,
} from "../declarations/index.ts";
import {
  accumulatorName,
  type CallExpression,
  type Comprehension,
  type Expression,
  operator,
  type Select,
} from "../syntax/index.ts";
import { dynType, type Type } from "../types/index.ts";
import { codePointCount } from "../values/index.ts";

/** Knows no sizes. */
const noSizes: SizeEstimator = () => undefined;

/** Returns the range of an expression's cost. @param sizes knows the sizes of values, for example from a schema */
export function estimateCost(
  checked: CheckedExpression,
  environment: Environment,
  sizes: SizeEstimator = noSizes,
): Range {
  return new Estimator(checked, environment, sizes).cost(checked.parsed.root);
}

class Estimator {
  readonly #checked: CheckedExpression;
  readonly #environment: Environment;
  readonly #sizes: SizeEstimator;
  /** By id: where the value of an expression comes from. */
  readonly #paths = new Map<number, readonly string[]>();
  /** By id: sizes that follow from the expression. */
  readonly #computedSizes = new Map<number, Range>();
  /** The ranges of the comprehensions around the current expression, by the names of their variables. */
  readonly #iterated = new Map<string, Expression[]>();

  constructor(checked: CheckedExpression, environment: Environment, sizes: SizeEstimator) {
    this.#checked = checked;
    this.#environment = environment;
    this.#sizes = sizes;
  }

  cost(node: Expression): Range {
    switch (node.kind) {
      case "constant":
        return zeroRange;
      case "identifier":
        return this.#identifier(node.id, node.name);
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return addRanges(...node.elements.map((element) => this.cost(element)), exactly(literalCosts.list));
      case "map":
        return addRanges(
          ...node.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]),
          exactly(literalCosts.map),
        );
      case "object":
        return addRanges(...node.fields.map(({ value }) => this.cost(value)), exactly(literalCosts.object));
      case "comprehension":
        return this.#comprehension(node);
    }
  }

  #typeOf({ id }: Expression): Type {
    return this.#checked.types[id] ?? dynType;
  }

  #pathOf({ id }: Expression): readonly string[] {
    return this.#paths.get(id) ?? [];
  }

  #identifier(id: number, writtenName: string): Range {
    const reference = this.#checked.references[id];
    const name = reference?.name ?? writtenName;
    const range = this.#iterated.get(name)?.at(-1);
    if (range) {
      const { kind } = this.#typeOf(range);
      if (kind === "list") this.#paths.set(id, [...this.#pathOf(range), "@items"]);
      else if (kind === "map") this.#paths.set(id, [...this.#pathOf(range), "@keys"]);
    } else this.#paths.set(id, [name]);
    return oneRange;
  }

  #select(node: Select): Range {
    if (this.#checked.references[node.id]?.kind === "identifier") return this.#identifier(node.id, node.field);
    const operandCost = this.cost(node.operand);
    if (node.testOnly) return operandCost;
    const { kind } = this.#typeOf(node.operand);
    this.#paths.set(node.id, [...this.#pathOf(node.operand), node.field]);
    return kind === "map" || kind === "object" || kind === "parameter" ? addRanges(operandCost, oneRange) : operandCost;
  }

  #call(node: CallExpression): Range {
    const { args } = node;
    const argCosts = args.map((argument) => this.cost(argument));
    const argNodes = args.map((argument) => this.#node(argument));
    const reference = this.#checked.references[node.id] as FunctionReference | undefined;
    if (!reference || reference.overloadIds.length === 0) return zeroRange;
    const target = reference.isQualified ? undefined : node.target;
    const targetCost = target ? this.cost(target) : zeroRange;
    const parts = { args: argNodes, argCosts, target: target && this.#node(target) };
    let cost: Range = { min: anySize.max, max: 0n };
    let resultSize: Range | undefined;
    for (const overloadId of reference.overloadIds) {
      const estimate = this.#overloadCost(reference.name, overloadId, parts);
      cost = unionOfRanges(cost, estimate.cost);
      if (estimate.resultSize)
        resultSize = resultSize ? unionOfRanges(resultSize, estimate.resultSize) : estimate.resultSize;
      this.#notePath(node, overloadId);
    }
    if (resultSize) this.#computedSizes.set(node.id, resultSize);
    return addRanges(targetCost, cost);
  }

  /** Elements of lists and maps come from where the list or map comes from. */
  #notePath({ id, args: [operand] }: CallExpression, overloadId: string): void {
    if (!operand) return;
    if (overloadId === "index_list") this.#paths.set(id, [...this.#pathOf(operand), "@items"]);
    if (overloadId === "index_map") this.#paths.set(id, [...this.#pathOf(operand), "@values"]);
  }

  #overloadCost(name: string, overloadId: string, { args, argCosts, target }: CallParts): CallEstimate {
    const [first = zeroRange, second = zeroRange, third = zeroRange] = argCosts;
    if (name === operator.logicalAnd || name === operator.logicalOr) {
      return { cost: { min: first.min, max: addRanges(first, second).max } };
    }
    if (name === operator.conditional) {
      const [, whenTrue, whenFalse] = args as [EstimatedNode, EstimatedNode, EstimatedNode];
      const resultSize = unionOfRanges(this.#scalarOrSizeOf(whenTrue), this.#scalarOrSizeOf(whenFalse));
      return { cost: addRanges(first, unionOfRanges(second, third)), resultSize };
    }
    const estimate = this.#functionCost({ function: name, overloadId, target, args });
    return { ...estimate, cost: addRanges(estimate.cost, ...argCosts) };
  }

  #functionCost(call: Pick<EstimatedCall, "function" | "overloadId" | "target" | "args">): CallEstimate {
    const declaration = this.#environment.function(call.function);
    const overload = declaration?.overloads.find(({ id }) => id === call.overloadId);
    const full: EstimatedCall = {
      ...call,
      sizeOf: (node) => this.#sizeOf(node) ?? anySize,
      scalarOrSizeOf: (node) => this.#scalarOrSizeOf(node),
      elementOf: (list) => elementOf(list),
    };
    return declaration?.estimate?.(full) ?? overload?.estimate?.(full) ?? { cost: oneRange };
  }

  #sizeOf(node: EstimatedNode): Range | undefined {
    return node.computedSize ?? this.#sizes(node);
  }

  #scalarOrSizeOf(node: EstimatedNode): Range {
    return this.#sizeOf(node) ?? (scalarKinds.has(node.type.kind) ? oneRange : anySize);
  }

  #node(expression: Expression): EstimatedNode {
    const path = this.#pathOf(expression);
    return {
      type: this.#typeOf(expression),
      path: path[0] === accumulatorName ? [] : path,
      expression,
      computedSize: this.#computedSizes.get(expression.id) ?? literalSize(expression),
    };
  }

  #comprehension(node: Comprehension): Range {
    const before = addRanges(this.cost(node.range), this.cost(node.initial));
    const ranges = this.#iterated.get(node.variable) ?? [];
    this.#iterated.set(node.variable, ranges);
    ranges.push(node.range);
    const iteration = addRanges(this.cost(node.condition), this.cost(node.step));
    ranges.pop();
    const after = this.cost(node.result);
    const count = this.#scalarOrSizeOf(this.#node(node.range));
    this.#computedSizes.set(node.id, count);
    return addRanges(before, after, multiplyRanges(count, iteration));
  }
}

interface CallParts {
  readonly args: readonly EstimatedNode[];
  readonly argCosts: readonly Range[];
  readonly target: EstimatedNode | undefined;
}

const scalarKinds: ReadonlySet<Type["kind"]> = new Set(["bool", "double", "duration", "int", "timestamp", "uint"]);

/** Returns the size of a literal; undefined for other expressions. */
function literalSize(expression: Expression): Range | undefined {
  if (expression.kind === "list") return exactly(expression.elements.length);
  if (expression.kind === "map") return exactly(expression.entries.length);
  if (expression.kind !== "constant") return undefined;
  const { value } = expression;
  if (typeof value === "string") return exactly(codePointCount(value));
  return value instanceof Uint8Array ? exactly(value.length) : oneRange;
}

/** Returns the node of a list's elements; undefined for values whose type has no parameters. */
function elementOf({ type, path }: EstimatedNode): EstimatedNode | undefined {
  const element = firstParameter(type);
  if (!element) return undefined;
  return {
    type: element,
    path: path.length === 0 ? [] : [...path, "@items"],
    expression: undefined,
    computedSize: undefined,
  };
}

function firstParameter(type: Type): Type | undefined {
  if (type.kind === "list") return type.element;
  if (type.kind === "map") return type.key;
  return type.kind === "opaque" ? type.parameters[0] : undefined;
}
