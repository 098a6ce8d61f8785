/** Functions for quantities of resources: `quantity('1Gi').isGreaterThan(quantity('500M'))`. */
import { ParseError } from "../../../../meta/parse-error.ts";
import { type FunctionDeclaration, type Implementation, parsingRules } from "../../../declarations/index.ts";
import { boolType, doubleType, intType, type ObjectType, stringType, type Type } from "../../../types/index.ts";
import { EvaluationError, noSuchOverload, type Value } from "../../../values/index.ts";
import { declareFunction, globalOverload, memberOverload } from "../../declare.ts";
import { approximateFloat, integerOf } from "./amount.ts";
import { ComputedQuantity, ParsedQuantity, QuantityValue } from "./quantity-value.ts";

const fromText = parsingRules(1);

/** Returns the functions for quantities. */
export function quantityFunctions(type: ObjectType): readonly FunctionDeclaration[] {
  const parse = (text: Value): Value => (typeof text === "string" ? parseValue(type, text) : noSuchOverload());
  const isQuantity = (text: Value): Value =>
    typeof text === "string" ? parseValue(type, text) instanceof QuantityValue : noSuchOverload();
  const property = (name: string, id: string, result: Type, read: Property) =>
    declareFunction(name, [memberOverload(id, [type], result, ofQuantity(read))]);
  const comparison = (name: string, id: string, result: Type, compare: Operation) =>
    declareFunction(name, [memberOverload(id, [type, type], result, ofQuantities(compare))]);
  const arithmetic = (name: string, id: string, compute: Operation) =>
    declareFunction(name, [
      memberOverload(id, [type, type], type, ofQuantities(compute)),
      memberOverload(`${id}_int`, [type, intType], type, ofQuantityAndInteger(compute)),
    ]);
  return [
    declareFunction("quantity", [globalOverload("string_to_quantity", [stringType], type, parse)], fromText),
    declareFunction("isQuantity", [globalOverload("is_quantity_string", [stringType], boolType, isQuantity)], fromText),
    declareFunction("sign", [globalOverload("quantity_sign", [type], intType, ofQuantity(sign))]),
    comparison("isGreaterThan", "quantity_is_greater_than", boolType, (one, other) => one.compare(other) > 0),
    comparison("isLessThan", "quantity_is_less_than", boolType, (one, other) => one.compare(other) < 0),
    comparison("compareTo", "quantity_compare_to", intType, (one, other) => BigInt(one.compare(other))),
    property("asApproximateFloat", "quantity_get_float", doubleType, ({ amount }) => approximateFloat(amount)),
    property("asInteger", "quantity_get_int", intType, ({ amount }) => integerOf(amount) ?? notAnInteger()),
    property("isInteger", "quantity_is_integer", boolType, ({ amount }) => integerOf(amount) !== undefined),
    arithmetic("add", "quantity_add", (one, other) => one.add(other)),
    arithmetic("sub", "quantity_sub", (one, other) => one.subtract(other)),
  ];
}

type Property = (quantity: QuantityValue) => Value;
type Operation = (one: QuantityValue, other: QuantityValue) => Value;

function parseValue(type: ObjectType, text: string): QuantityValue | EvaluationError {
  try {
    return new ParsedQuantity(type, text);
  } catch (error) {
    if (error instanceof ParseError) return new EvaluationError(error.message);
    throw error;
  }
}

function notAnInteger(): EvaluationError {
  return new EvaluationError("cannot convert value to integer");
}

const sign: Property = ({ amount: { digits } }) => (digits > 0n ? 1n : digits < 0n ? -1n : 0n);

function ofQuantity(read: Property): Implementation {
  return (value) => (value instanceof QuantityValue ? read(value) : noSuchOverload());
}

function ofQuantities(compute: Operation): Implementation {
  return (one, other) =>
    one instanceof QuantityValue && other instanceof QuantityValue ? compute(one, other) : noSuchOverload();
}

function ofQuantityAndInteger(compute: Operation): Implementation {
  return (one, other) =>
    one instanceof QuantityValue && typeof other === "bigint"
      ? compute(one, ComputedQuantity.ofInteger(one.type, other))
      : noSuchOverload();
}
