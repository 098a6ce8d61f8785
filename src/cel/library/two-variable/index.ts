/** Functions that the macros with two variables call. */
import type { FunctionDeclaration } from "../../declarations/index.ts";
import { mapType, typeParameter } from "../../types/index.ts";
import { EntryMapValue, EvaluationError, GrowingMapValue, type MapValue, type Value } from "../../values/index.ts";
import { declareFunction, globalOverload } from "../declare.ts";
import { printedValue } from "../printed-value.ts";

const [k, v] = [typeParameter("K"), typeParameter("V")];
const map = mapType(k, v);

/** Returns the map with another entry. The map must not be used later if it grows. */
function insert(target: MapValue, key: Value, value: Value): Value {
  const duplicate = (): EvaluationError =>
    new EvaluationError(`insert failed: key ${printedValue(key)} already exists`);
  if (target instanceof GrowingMapValue) return target.add(key, value) ? target : duplicate();
  if (target.get(key) !== undefined) return duplicate();
  const entries = [...target.keys()].map((one) => [one, target.get(one) as Value] as const);
  return EntryMapValue.of([...entries, [key, value]]);
}

function insertAll(target: MapValue, added: MapValue): Value {
  let result: Value = target;
  for (const key of added.keys()) {
    result = insert(result as MapValue, key, added.get(key) as Value);
    if (result instanceof EvaluationError) return result;
  }
  return result;
}

/** The function with which `transformMap()` builds its result. */
export const twoVariableFunctions: readonly FunctionDeclaration[] = [
  declareFunction("cel.@mapInsert", [
    globalOverload("@mapInsert_map_key_value", [map, k, v], map, (target, key, value) =>
      insert(target as MapValue, key, value),
    ),
    globalOverload("@mapInsert_map_map", [map, map], map, (target, added) =>
      insertAll(target as MapValue, added as MapValue),
    ),
  ]),
];
