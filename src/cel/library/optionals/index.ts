/** Functions of optional values. */
import type { FunctionDeclaration, Overload } from "../../declarations/index.ts";
import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  optionalType,
  stringType,
  typeParameter,
} from "../../types/index.ts";
import {
  Duration,
  EvaluationError,
  ListValue,
  MapValue,
  noSuchOverload,
  OptionalValue,
  Timestamp,
  Uint,
  type Value,
} from "../../values/index.ts";
import { declareFunction, globalOverload, memberOverload } from "../declare.ts";
import { firstSecond } from "../standard/time-arithmetic.ts";

const [k, v] = [typeParameter("K"), typeParameter("V")];
const optionalOfV = optionalType(v);

/** The evaluator has separate steps for these functions. */
const unused: Overload["implementation"] = () => noSuchOverload();

/** Whether the value is the one that a field of its type has if it is unset. That of a timestamp is the first one. */
function isZeroValue(value: Value): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === "") return true;
  if (typeof value !== "object") return false;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.seconds === firstSecond && value.nanos === 0;
  return value instanceof OptionalValue && value.value === undefined;
}

function valueOf(optional: Value): Value {
  const { value } = optional as OptionalValue;
  return value === undefined ? new EvaluationError("optional.none() dereference") : value;
}

/** The functions and selections of optional values. */
export const optionalFunctions: readonly FunctionDeclaration[] = [
  declareFunction("optional.of", [globalOverload("optional_of", [v], optionalOfV, (value) => OptionalValue.of(value))]),
  declareFunction("optional.ofNonZeroValue", [
    globalOverload("optional_ofNonZeroValue", [v], optionalOfV, (value) =>
      isZeroValue(value) ? OptionalValue.none : OptionalValue.of(value),
    ),
  ]),
  declareFunction("optional.none", [globalOverload("optional_none", [], optionalOfV, () => OptionalValue.none)]),
  declareFunction("value", [memberOverload("optional_value", [optionalOfV], v, valueOf)]),
  declareFunction("hasValue", [
    memberOverload(
      "optional_hasValue",
      [optionalOfV],
      boolType,
      (optional) => (optional as OptionalValue).value !== undefined,
    ),
  ]),
  declareFunction("or", [memberOverload("optional_or_optional", [optionalOfV, optionalOfV], optionalOfV, unused)]),
  declareFunction("orValue", [memberOverload("optional_orValue_value", [optionalOfV, v], v, unused)]),
  declareFunction("_?._", [globalOverload("select_optional_field", [dynType, stringType], optionalOfV, unused)]),
  declareFunction("_[?_]", [
    globalOverload("list_optindex_optional_int", [listType(v), intType], optionalOfV, unused),
    globalOverload("optional_list_optindex_optional_int", [optionalType(listType(v)), intType], optionalOfV, unused),
    globalOverload("map_optindex_optional_value", [mapType(k, v), k], optionalOfV, unused),
    globalOverload("optional_map_optindex_optional_value", [optionalType(mapType(k, v)), k], optionalOfV, unused),
  ]),
  declareFunction("_[_]", [
    globalOverload("optional_list_index_int", [optionalType(listType(v)), intType], optionalOfV, unused),
    globalOverload("optional_map_index_value", [optionalType(mapType(k, v)), k], optionalOfV, unused),
  ]),
];
