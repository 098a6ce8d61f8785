/**
 * The limit for the evaluation of expressions: closures over the syntax tree that know the type of every operand in advance.
 * They choose no overload at run time, never return errors, and know only the functions of the measured rules. They make a
 * bigint of every int that they read.
 *
 * They do less than a correct engine must: they read inherited members as if they were fields, trust all types, charge 1 for a
 * call whatever the size of its texts, and count UTF-16 units. So the limit is too high rather than too low.
 */
import type { Expression } from "../../src/cel/index.ts";

/** A pattern for `matches()`. */
export interface Pattern {
  matches(text: string): boolean;
}

type Values = Record<string, unknown>;
type Closure = (values: Values) => unknown;

/** An expression as closures, and the cost that its evaluations have spent. */
export interface BareProgram {
  evaluate(values: Values): unknown;
  cost(): number;
}

/**
 * Returns the closures of an expression.
 * @param compilePattern compiles the constant patterns
 * @throws Error for an expression with other functions than the measured rules have
 */
export function bareProgram(root: Expression, compilePattern: (pattern: string) => Pattern): BareProgram {
  let cost = 0;

  const charge = (units: number): void => {
    cost += units;
    if (cost > Number.MAX_SAFE_INTEGER) throw new Error("cost limit exceeded");
  };

  function build(node: Expression): Closure {
    switch (node.kind) {
      case "constant": {
        const { value } = node;
        return () => value;
      }
      case "identifier": {
        const { name } = node;
        return (values) => {
          charge(1);
          return values[name];
        };
      }
      case "select":
        return select(build(node.operand), node.field, node.testOnly);
      case "call":
        return call(node.name, [...(node.target ? [node.target] : []), ...node.args]);
      case "comprehension":
        return loop(node);
      default:
        throw new Error(`the limit cannot evaluate expressions of the kind ${node.kind}`);
    }
  }

  function select(operand: Closure, field: string, testOnly: boolean): Closure {
    if (testOnly) return (values) => Object.hasOwn(operand(values) as Values, field);
    return (values) => {
      const value = (operand(values) as Values)[field];
      charge(1);
      return typeof value === "number" ? BigInt(value) : value;
    };
  }

  function call(name: string, args: readonly Expression[]): Closure {
    const [first, second] = args;
    const a: Closure = first ? build(first) : () => undefined;
    const b: Closure = second ? build(second) : () => undefined;
    const counted =
      (work: Closure): Closure =>
      (values) => {
        const result = work(values);
        charge(1);
        return result;
      };
    switch (name) {
      case "_&&_":
        return (values) => a(values) === true && b(values) === true;
      case "@not_strictly_false":
        return counted(a);
      case "_<=_":
        return counted((values) => (a(values) as bigint) <= (b(values) as bigint));
      case "_<_":
        return counted((values) => (a(values) as bigint) < (b(values) as bigint));
      case "_>_":
        return counted((values) => (a(values) as bigint) > (b(values) as bigint));
      case "_==_":
        return counted((values) => a(values) === b(values));
      case "_+_":
        return counted((values) => (a(values) as string) + (b(values) as string));
      case "size":
        return counted((values) => BigInt((a(values) as string).length));
      case "string":
        return counted((values) => String(a(values)));
      case "startsWith":
        return counted((values) => (a(values) as string).startsWith(b(values) as string));
      case "matches": {
        if (second?.kind !== "constant" || typeof second.value !== "string")
          throw new Error("the limit needs constant patterns");
        const pattern = compilePattern(second.value);
        return counted((values) => pattern.matches(a(values) as string));
      }
      default:
        throw new Error(`the limit does not know the function ${name}`);
    }
  }

  function loop(node: Extract<Expression, { kind: "comprehension" }>): Closure {
    const { variable, accumulator } = node;
    const [range, initial, condition, step, result] = [
      build(node.range),
      build(node.initial),
      build(node.condition),
      build(node.step),
      build(node.result),
    ];
    return (values) => {
      const scope = { ...values, [variable]: undefined, [accumulator]: initial(values) };
      for (const element of range(values) as readonly unknown[]) {
        scope[variable] = typeof element === "number" ? BigInt(element) : element;
        if (condition(scope) !== true) break;
        scope[accumulator] = step(scope);
      }
      return result(scope);
    };
  }

  return { evaluate: build(root), cost: () => cost };
}
