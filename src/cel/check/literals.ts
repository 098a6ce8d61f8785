/** Checks the literals of an expression whose types are correct. */
import type { Environment, FunctionDeclaration } from "../declarations/index.ts";
import type { Expression, Issue, ListLiteral, MapLiteral } from "../syntax/index.ts";
import { dynType, formatType, runtimeTypeName, type Type, typeParts } from "../types/index.ts";
import type { CheckedExpression, FunctionReference } from "./checked-expression.ts";

/**
 * Returns the faults of literals: lists and maps with elements of several types and, from the release that brought this check
 * on, constants that a function cannot use.
 */
export function literalIssues(checked: CheckedExpression, environment: Environment): readonly Issue[] {
  const checker = new LiteralChecker(checked, environment);
  checker.check(checked.parsed.root, false);
  return checker.issues;
}

class LiteralChecker {
  readonly issues: Issue[] = [];
  readonly #checked: CheckedExpression;
  readonly #environment: Environment;

  constructor(checked: CheckedExpression, environment: Environment) {
    this.#checked = checked;
    this.#environment = environment;
  }

  readonly #typeOf = ({ id }: Expression): Type => this.#checked.types[id] ?? dynType;

  #report(id: number, message: string): void {
    this.issues.push({ offset: this.#checked.parsed.offsets[id], message });
  }

  /** @param allowsMixed whether a call around the expression accepts literals of mixed types */
  check(node: Expression, allowsMixed: boolean): void {
    switch (node.kind) {
      case "constant":
      case "identifier":
        return;
      case "select":
        return this.check(node.operand, allowsMixed);
      case "call": {
        const declaration = this.#declarationOf(node.id);
        if (declaration) this.#checkConstants(node, declaration);
        const allows = allowsMixed || declaration?.allowsMixedLiterals === true;
        if (node.target) this.check(node.target, allows);
        for (const argument of node.args) this.check(argument, allows);
        return;
      }
      case "list":
        if (!allowsMixed) this.#checkElements(node);
        for (const element of node.elements) this.check(element, allowsMixed);
        return;
      case "map":
        if (!allowsMixed) this.#checkEntries(node);
        for (const { key, value } of node.entries) {
          this.check(key, allowsMixed);
          this.check(value, allowsMixed);
        }
        return;
      case "object":
        for (const { value } of node.fields) this.check(value, allowsMixed);
        return;
      case "comprehension":
        for (const part of [node.range, node.initial, node.condition, node.step, node.result])
          this.check(part, allowsMixed);
    }
  }

  #declarationOf(id: number): FunctionDeclaration | undefined {
    const reference = this.#checked.references[id] as FunctionReference | undefined;
    return reference && this.#environment.function(reference.name);
  }

  #checkConstants(node: Extract<Expression, { kind: "call" }>, { checkConstants }: FunctionDeclaration): void {
    if (!checkConstants || !this.#environment.features.checkedConstants) return;
    const call = { id: node.id, target: node.target, args: node.args, typeOf: this.#typeOf };
    for (const { id, message } of checkConstants(call)) this.#report(id, message);
  }

  #checkElements({ elements, optionalIndices }: ListLiteral): void {
    let expected: Type | undefined;
    for (const [index, element] of elements.entries()) {
      const type = this.#elementType(element, optionalIndices.includes(index));
      expected ??= type;
      if (isEquivalent(expected, type)) continue;
      this.#reportMismatch(element.id, expected, type);
      return;
    }
  }

  #elementType(element: Expression, isOptional: boolean): Type {
    const type = this.#typeOf(element);
    return isOptional ? (typeParts(type)[0] ?? type) : type;
  }

  #checkEntries({ entries }: MapLiteral): void {
    let [keyType, valueType]: (Type | undefined)[] = [];
    for (const { key, value, optional } of entries) {
      const [ownKeyType, ownValueType] = [this.#typeOf(key), this.#elementType(value, optional)];
      keyType ??= ownKeyType;
      valueType ??= ownValueType;
      if (!isEquivalent(keyType, ownKeyType)) this.#reportMismatch(key.id, keyType, ownKeyType);
      if (!isEquivalent(valueType, ownValueType)) this.#reportMismatch(value.id, valueType, ownValueType);
    }
  }

  #reportMismatch(id: number, expected: Type, found: Type): void {
    this.#report(id, `expected type '${formatType(expected)}' but found '${formatType(found)}'`);
  }
}

/** Whether two types differ at most in the names of type parameters. */
function isEquivalent(one: Type, other: Type): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  if (one.kind !== "parameter" && runtimeTypeName(one) !== runtimeTypeName(other)) return false;
  const [parts, otherParts] = [typeParts(one), typeParts(other)];
  return (
    parts.length === otherParts.length && parts.every((part, index) => isEquivalent(part, otherParts[index] as Type))
  );
}
