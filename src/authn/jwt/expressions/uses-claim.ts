/** Finds the claims that an expression names. */
import { type Expression, operandsOf } from "../../../cel/index.ts";

/** Whether an expression contains `claims.NAME` or `claims.?NAME`, at any depth. */
export function usesClaim(tree: Expression, name: string): boolean {
  if (namesClaim(tree, name)) return true;
  return operandsOf(tree).some((part) => usesClaim(part, name));
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
