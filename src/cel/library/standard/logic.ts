/** Logical operators, access to elements, and sizes. The evaluator has its own code for most of them. */
import type { FunctionDeclaration, Overload } from "../../declarations/index.ts";
import {
  boolType,
  bytesType,
  intType,
  listType,
  mapType,
  stringType,
  type Type,
  typeParameter,
} from "../../types/index.ts";
import { noSuchOverload, sizeOf, type Value } from "../../values/index.ts";
import { declareFunction, globalOverload, memberOverload } from "../declare.ts";

const [a, b] = [typeParameter("A"), typeParameter("B")];
const listOfA = listType(a);
const mapOfAToB = mapType(a, b);

/** The evaluator never calls these operators as functions. */
const unused = (): Value => noSuchOverload();

const notStrictlyFalse: Overload = {
  ...globalOverload("not_strictly_false", [boolType], boolType, (value) => value !== false),
  acceptsErrors: true,
};

function sizeOfValue(value: Value): Value {
  const size = sizeOf(value);
  return size === undefined ? noSuchOverload() : BigInt(size);
}

const sizedTypes: readonly (readonly [name: string, type: Type])[] = [
  ["bytes", bytesType],
  ["list", listOfA],
  ["map", mapOfAToB],
  ["string", stringType],
];

/** The operators `&&`, `||`, `!`, `?:` and `[]`, and `size()`. */
export const logic: readonly FunctionDeclaration[] = [
  declareFunction("_?_:_", [globalOverload("conditional", [boolType, a, a], a, unused)]),
  declareFunction("_&&_", [globalOverload("logical_and", [boolType, boolType], boolType, unused)]),
  declareFunction("_||_", [globalOverload("logical_or", [boolType, boolType], boolType, unused)]),
  declareFunction("!_", [globalOverload("logical_not", [boolType], boolType, (value) => value !== true)]),
  declareFunction("@not_strictly_false", [notStrictlyFalse]),
  declareFunction("_[_]", [
    globalOverload("index_list", [listOfA, intType], a, unused),
    globalOverload("index_map", [mapOfAToB, a], b, unused),
  ]),
  declareFunction(
    "size",
    sizedTypes.flatMap(([name, type]) => [
      globalOverload(`size_${name}`, [type], intType, sizeOfValue),
      memberOverload(`${name}_size`, [type], intType, sizeOfValue),
    ]),
  ),
];
