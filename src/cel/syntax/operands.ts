import type { Expression } from "./ast.ts";

/** Returns the expressions of which an expression directly consists, in the order of the text. */
export function operandsOf(tree: Expression): readonly Expression[] {
  switch (tree.kind) {
    case "constant":
    case "identifier":
      return [];
    case "select":
      return [tree.operand];
    case "call":
      return tree.target ? [tree.target, ...tree.args] : tree.args;
    case "list":
      return tree.elements;
    case "map":
      return tree.entries.flatMap(({ key, value }) => [key, value]);
    case "object":
      return tree.fields.map(({ value }) => value);
    case "comprehension":
      return [tree.range, tree.initial, tree.condition, tree.step, tree.result];
  }
}
