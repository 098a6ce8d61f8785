/**
 * The checker: finds the type of every part of an expression, and what its names refer to. It reports every fault. A part with
 * a fault has the type `!error!`, which fits everywhere, so that one mistake causes one fault.
 */
import type { Environment, FunctionDeclaration, Overload } from "../declarations/index.ts";
import {
  type CallExpression,
  type Comprehension,
  type Expression,
  type Issue,
  type ListLiteral,
  type MapLiteral,
  type ObjectLiteral,
  operator,
  type ParsedExpression,
  type Select,
} from "../syntax/index.ts";
import {
  boolType,
  dynType,
  errorType,
  formatType,
  intType,
  isSameType,
  listType,
  mapType,
  opaqueType,
  optionalType,
  optionalTypeName,
  runtimeTypeName,
  type Type,
  withParts,
} from "../types/index.ts";
import { typeOfValue } from "../values/index.ts";
import type { CheckedExpression, FunctionReference, Reference } from "./checked-expression.ts";
import { literalIssues } from "./literals.ts";
import { type NamedThing, Names, qualifiedName } from "./names.ts";
import { candidatesOf, type OverloadCandidate } from "./overloads.ts";
import { isDyn, isDynOrError, mostGeneral, TypeBindings } from "./type-bindings.ts";

/** The checked expression, or its faults. */
export interface CheckResult {
  readonly checked: CheckedExpression | undefined;
  readonly issues: readonly Issue[];
}

/** Checks an expression against an environment. */
export function checkTypes(parsed: ParsedExpression, environment: Environment): CheckResult {
  return new Checker(parsed, environment).run();
}

const logicalOperators: ReadonlySet<string> = new Set([operator.logicalAnd, operator.logicalOr]);

/** The overloads that a call can use, and the type of its result. */
interface Resolution {
  readonly overloadIds: readonly string[];
  readonly type: Type;
}

class Checker {
  readonly #parsed: ParsedExpression;
  readonly #environment: Environment;
  readonly #names: Names;
  readonly #bindings = new TypeBindings();
  readonly #issues: Issue[] = [];
  readonly #types: (Type | undefined)[];
  readonly #references: (Reference | undefined)[];

  constructor(parsed: ParsedExpression, environment: Environment) {
    this.#parsed = parsed;
    this.#environment = environment;
    this.#names = new Names(environment);
    this.#types = parsed.offsets.map(() => undefined);
    this.#references = parsed.offsets.map(() => undefined);
  }

  run(): CheckResult {
    const { root } = this.#parsed;
    this.#check(root);
    if (this.#issues.length > 0) return { checked: undefined, issues: this.#issues };
    const types = this.#types.map((type) => type && this.#bindings.resolve(type, true));
    const resultType = types[root.id] ?? errorType;
    const checked = { parsed: this.#parsed, types, references: this.#references, resultType };
    const issues = literalIssues(checked, this.#environment);
    return { checked: issues.length > 0 ? undefined : checked, issues };
  }

  #check(node: Expression): void {
    switch (node.kind) {
      case "constant":
        return this.#setType(node.id, typeOfValue(node.value));
      case "identifier":
        return this.#checkIdentifier(node.id, node.name);
      case "select":
        return this.#checkSelect(node);
      case "call":
        return this.#checkCall(node);
      case "list":
        return this.#checkList(node);
      case "map":
        return this.#checkMap(node);
      case "object":
        return this.#checkObject(node);
      case "comprehension":
        return this.#checkComprehension(node);
    }
  }

  #report(id: number, message: string): void {
    this.#issues.push({ offset: this.#parsed.offsets[id], message });
  }

  #reportMismatch(id: number, expected: Type, found: Type): void {
    this.#report(id, `expected type '${formatType(expected)}' but found '${formatType(found)}'`);
  }

  #reportUndeclared(id: number, name: string): void {
    this.#report(id, `undeclared reference to '${name}' (in container '${this.#environment.container}')`);
  }

  #setType(id: number, type: Type): void {
    const known = this.#types[id];
    if (known === undefined) this.#types[id] = type;
    else if (!isSameType(known, type)) {
      // An expression that a macro uses twice must have one type.
      this.#report(
        id,
        `incompatible type already exists for expression: (${id}) old:${runtimeTypeName(known)}, new:${runtimeTypeName(type)}`,
      );
    }
  }

  #typeOf({ id }: { readonly id: number }): Type {
    return this.#types[id] ?? errorType;
  }

  #setThing(id: number, { name, type, value }: NamedThing): void {
    this.#setType(id, type);
    this.#references[id] = { kind: "identifier", name, value };
  }

  #checkIdentifier(id: number, name: string): void {
    const thing = this.#names.find(name);
    if (thing) return this.#setThing(id, thing);
    this.#setType(id, errorType);
    this.#reportUndeclared(id, name);
  }

  #checkSelect(node: Select): void {
    const name = qualifiedName(node);
    const thing = name === undefined ? undefined : this.#names.find(name);
    if (thing) return this.#setThing(node.id, thing);
    const fieldType = this.#checkField(node.id, node.operand, node.field, false);
    this.#setType(node.id, node.testOnly ? boolType : this.#bindings.resolve(fieldType, false));
  }

  #checkOptionalSelect({ id, args: [operand, field] }: CallExpression): void {
    if (!operand || field?.kind !== "constant" || typeof field.value !== "string") {
      this.#report(field?.id ?? id, "unsupported optional field selection");
      return;
    }
    const type = this.#checkField(id, operand, field.value, true);
    this.#setType(id, this.#bindings.resolve(type, false));
    this.#references[id] = functionReference(operator.optionalSelect, ["select_optional_field"]);
  }

  /** Returns the type of a field of an operand. It is optional if the operand or the selection is. */
  #checkField(id: number, operand: Expression, field: string, isOptional: boolean): Type {
    this.#check(operand);
    const operandType = this.#bindings.resolve(this.#typeOf(operand), false);
    const inner = optionalValueType(operandType);
    const type = this.#fieldType(id, inner ?? operandType, field);
    return inner || isOptional ? optionalType(type) : type;
  }

  #fieldType(id: number, type: Type, field: string): Type {
    if (type.kind === "map") return type.value;
    if (type.kind === "object") return this.#declaredField(id, type.name, field) ?? errorType;
    if (type.kind === "parameter") this.#bindings.assign(dynType, type);
    else if (!isDynOrError(type)) this.#report(id, `type '${formatType(type)}' does not support field selection`);
    return dynType;
  }

  #declaredField(id: number, typeName: string, field: string): Type | undefined {
    const { types } = this.#environment;
    if (!types.hasType(typeName)) this.#report(id, `unexpected failed resolution of '${typeName}'`);
    else {
      const found = types.field(typeName, field);
      if (found) return found.type;
      this.#report(id, `undefined field '${field}'`);
    }
    return undefined;
  }

  #checkCall(node: CallExpression): void {
    if (node.name === operator.optionalSelect) return this.#checkOptionalSelect(node);
    for (const argument of node.args) this.#check(argument);
    const { target } = node;
    if (target) {
      const prefix = qualifiedName(target);
      const qualified = prefix === undefined ? undefined : this.#names.findFunction(`${prefix}.${node.name}`);
      if (qualified) return this.#resolve(node, qualified, undefined);
      this.#check(target);
    }
    const declaration = this.#names.findFunction(node.name);
    if (declaration) return this.#resolve(node, declaration, target);
    this.#setType(node.id, errorType);
    this.#reportUndeclared(node.id, node.name);
  }

  /** @param target the target of the call, unless it is a part of the function's name */
  #resolve(node: CallExpression, declaration: FunctionDeclaration, target: Expression | undefined): void {
    const resolution = this.#resolution(node, declaration, target);
    this.#setType(node.id, resolution?.type ?? errorType);
    if (!resolution) return;
    const isQualified = node.target !== undefined && target === undefined;
    this.#references[node.id] = functionReference(declaration.name, resolution.overloadIds, isQualified);
  }

  #resolution(
    node: CallExpression,
    declaration: FunctionDeclaration,
    target: Expression | undefined,
  ): Resolution | undefined {
    const operands = target ? [target, ...node.args] : node.args;
    const candidates = candidatesOf(declaration, target !== undefined);
    if (logicalOperators.has(declaration.name)) return this.#logicalOperation(operands, candidates);
    const types = operands.map((operand) => this.#typeOf(operand));
    const overloadIds: string[] = [];
    let type: Type | undefined;
    for (const candidate of candidates) {
      if (candidate.overload.isCrossType && !this.#environment.features.crossTypeComparisons) continue;
      const result = this.#resultOf(candidate, types);
      if (!result) continue;
      overloadIds.push(candidate.overload.id);
      if (type === undefined) type = result;
      else if (!isDyn(type) && !isSameType(result, type)) type = dynType;
    }
    if (type) return { overloadIds, type };
    this.#reportNoOverload(node.id, declaration.name, types, target !== undefined);
    return undefined;
  }

  #reportNoOverload(id: number, name: string, types: readonly Type[], hasTarget: boolean): void {
    const spelled = types.map((type) => formatType(this.#bindings.resolve(type, true)));
    const prefix = hasTarget ? `${spelled.shift()}.` : "";
    this.#report(id, `found no matching overload for '${name}' applied to '${prefix}(${spelled.join(", ")})'`);
  }

  #logicalOperation(
    operands: readonly Expression[],
    [candidate]: readonly OverloadCandidate[],
  ): Resolution | undefined {
    let isFaulty = candidate === undefined;
    for (const operand of operands) {
      const type = this.#typeOf(operand);
      if (this.#bindings.assign(type, boolType)) continue;
      this.#reportMismatch(operand.id, boolType, type);
      isFaulty = true;
    }
    return isFaulty || !candidate ? undefined : { overloadIds: [candidate.overload.id], type: boolType };
  }

  /** Returns the result type of an overload; undefined if it does not accept these arguments. */
  #resultOf({ overload, typeParameters }: OverloadCandidate, types: readonly Type[]): Type | undefined {
    if (overload.parameters.length !== types.length) return undefined;
    const { parameters, result } = typeParameters.length === 0 ? overload : this.#instance(overload, typeParameters);
    if (!this.#bindings.assignAll(types, parameters)) return undefined;
    return this.#bindings.resolve(result, false);
  }

  /** Returns the signature of an overload with unknown types instead of its type parameters. */
  #instance(overload: Overload, names: readonly string[]): Pick<Overload, "parameters" | "result"> {
    const unknowns = new Map(names.map((name) => [name, this.#bindings.newUnknown()]));
    return {
      parameters: overload.parameters.map((type) => replaceParameters(type, unknowns)),
      result: replaceParameters(overload.result, unknowns),
    };
  }

  /** Returns the type of an optional element without the optional type. */
  #unwrapped({ id }: Expression, type: Type, isOptional: boolean): Type {
    if (!isOptional) return type;
    const inner = optionalValueType(type);
    if (!inner && !isDyn(type)) this.#reportMismatch(id, optionalType(type), type);
    return inner ?? type;
  }

  #checkList({ id, elements, optionalIndices }: ListLiteral): void {
    let type: Type | undefined;
    elements.forEach((element, index) => {
      this.#check(element);
      const elementType = this.#unwrapped(element, this.#typeOf(element), optionalIndices.includes(index));
      type = this.#joined(type, elementType);
    });
    this.#setType(id, listType(type ?? this.#bindings.newUnknown()));
  }

  #checkMap({ id, entries }: MapLiteral): void {
    let [keyType, valueType]: (Type | undefined)[] = [];
    for (const { key, value, optional } of entries) {
      this.#check(key);
      keyType = this.#joined(keyType, this.#typeOf(key));
      this.#check(value);
      valueType = this.#joined(valueType, this.#unwrapped(value, this.#typeOf(value), optional));
    }
    keyType ??= this.#bindings.newUnknown();
    valueType ??= this.#bindings.newUnknown();
    this.#setType(id, mapType(keyType, valueType));
  }

  /** Returns the type of all elements so far. Elements of several types are dyn. */
  #joined(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#bindings.assign(previous, current) ? mostGeneral(previous, current) : dynType;
  }

  #checkObject(node: ObjectLiteral): void {
    const thing = this.#names.find(node.typeName);
    if (!thing) {
      this.#reportUndeclared(node.id, node.typeName);
      this.#setType(node.id, errorType);
      return;
    }
    this.#references[node.id] = { kind: "identifier", name: thing.name, value: undefined };
    const type = this.#literalType(node.id, thing.type);
    this.#setType(node.id, type);
    const typeName = type.kind === "object" ? type.name : thing.name;
    for (const { id, name, value, optional } of node.fields) {
      this.#check(value);
      const fieldType = this.#declaredField(id, typeName, name) ?? errorType;
      const valueType = this.#unwrapped(value, this.#typeOf(value), optional);
      if (this.#bindings.assign(fieldType, valueType)) continue;
      const [expected, found] = [formatType(fieldType), formatType(valueType)];
      this.#report(id, `expected type of field '${name}' is '${expected}' but provided type is '${found}'`);
    }
  }

  #literalType(id: number, type: Type): Type {
    if (type.kind !== "type" || type.of === undefined) {
      if (type.kind !== "error") this.#report(id, `'${runtimeTypeName(type)}' is not a type`);
      return errorType;
    }
    if (type.of.kind === "object" || type.of.kind === "error") return type.of;
    this.#report(id, `'${runtimeTypeName(type.of)}' is not a message type`);
    return errorType;
  }

  #checkComprehension(node: Comprehension): void {
    this.#check(node.range);
    this.#check(node.initial);
    const variables = this.#variablesOf(node);
    const accumulatorType = this.#typeOf(node.initial);
    this.#names.enter(node.accumulator, accumulatorType);
    for (const [name, type] of variables) this.#names.enter(name, type);
    this.#check(node.condition);
    this.#assertType(node.condition, boolType);
    this.#check(node.step);
    this.#assertType(node.step, accumulatorType);
    this.#names.leave(variables.length);
    this.#check(node.result);
    this.#names.leave(1);
    this.#setType(node.id, this.#bindings.resolve(this.#typeOf(node.result), false));
  }

  #assertType(node: Expression, expected: Type): void {
    const type = this.#typeOf(node);
    if (!this.#bindings.assign(expected, type)) this.#reportMismatch(node.id, expected, type);
  }

  /** Returns the variables of a comprehension and their types: elements, indexes and elements, or keys and values. */
  #variablesOf({ range, variable, variable2 }: Comprehension): readonly (readonly [string, Type])[] {
    const type = this.#bindings.resolve(this.#typeOf(range), false);
    const [first, second] = this.#iterated(type, range.id, variable2 !== undefined);
    return variable2 === undefined
      ? [[variable, first]]
      : [
          [variable, first],
          [variable2, second],
        ];
  }

  #iterated(type: Type, id: number, hasTwo: boolean): readonly [Type, Type] {
    if (type.kind === "list") return hasTwo ? [intType, type.element] : [type.element, errorType];
    if (type.kind === "map") return [type.key, type.value];
    if (type.kind === "dyn" || type.kind === "error" || type.kind === "parameter") {
      this.#bindings.assign(dynType, type);
      return [dynType, untyped];
    }
    const spelled = formatType(type);
    this.#report(
      id,
      `expression of type '${spelled}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    );
    return [errorType, untyped];
  }
}

/** The type of a second variable whose range is dynamic. As in the reference, no function accepts it. */
const untyped: Type = opaqueType("");

function functionReference(name: string, overloadIds: readonly string[], isQualified = false): FunctionReference {
  return { kind: "function", name, overloadIds, isQualified };
}

/** Returns the type of the value of an optional type; undefined for other types. */
function optionalValueType(type: Type): Type | undefined {
  return type.kind === "opaque" && type.name === optionalTypeName ? type.parameters[0] : undefined;
}

function replaceParameters(type: Type, replacements: ReadonlyMap<string, Type>): Type {
  if (type.kind === "parameter") return replacements.get(type.name) ?? type;
  return withParts(type, (part) => replaceParameters(part, replacements));
}
