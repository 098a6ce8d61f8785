/** Finds the claims that an expression names. */
import type { Expression } from "../../../cel/index.ts";

/** Whether an expression contains `claims.NAME` or `claims.?NAME`, at any depth. */
export function usesClaim(tree: Expression, name: string): boolean {
  if (namesClaim(tree, name)) return true;
  return partsOf(tree).some((part) => usesClaim(part, name));
}

function namesClaim(tree: Expression, name: string): boolean {
  if (tree.kind === "select") return isClaims(tree.operand) && tree.field === name;
  if (tree.kind !== "call" || tree.name !== "_?._" || tree.target) return false;
  const [operand, field] = tree.args;
  return isClaims(operand) && field?.kind === "constant" && field.value === name;
}

function isClaims(tree: Expression | undefined): boolean {
  return tree?.kind === "identifier" && tree.name === "claims";
}

function partsOf(tree: Expression): readonly Expression[] {
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
