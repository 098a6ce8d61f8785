/** Functions that treat lists as sets. */
import {
  addRanges,
  type FunctionDeclaration,
  type Implementation,
  multiplyRanges,
  type Overload,
  oneRange,
  scaleRange,
  sizeOrOne,
} from "../../declarations/index.ts";
import { boolType, listType, typeParameter } from "../../types/index.ts";
import { equalValues, type ListValue, type Value } from "../../values/index.ts";
import { declareFunction, globalOverload, withRules } from "../declare.ts";

const listOfT = listType(typeParameter("T"));

function has(list: ListValue, sought: Value): boolean {
  for (const element of list) if (equalValues(sought, element) === true) return true;
  return false;
}

function containsAll(list: ListValue, others: ListValue): boolean {
  for (const other of others) if (!has(list, other)) return false;
  return true;
}

const contains: Implementation = (list, others) => containsAll(list as ListValue, others as ListValue);
const equivalent: Implementation = (list, other) =>
  containsAll(list as ListValue, other as ListValue) && containsAll(other as ListValue, list as ListValue);
const intersects: Implementation = (list, other) => {
  for (const element of list as ListValue) if (has(other as ListValue, element)) return true;
  return false;
};

/** The cost of comparing each element of one list with each of the other, `times` times. */
function comparing(id: string, implementation: Implementation, times: number): Overload {
  return withRules(globalOverload(id, [listOfT, listOfT], boolType, implementation), {
    cost: (_result, left, right) => 1 + sizeOrOne(left) * sizeOrOne(right) * times,
    estimate({ args: [left, right], sizeOf: sizeOfNode }) {
      if (!left || !right) return undefined;
      const comparisons = scaleRange(multiplyRanges(sizeOfNode(left), sizeOfNode(right)), times);
      return { cost: addRanges(comparisons, oneRange) };
    },
  });
}

/** `sets.contains()`, `sets.equivalent()` and `sets.intersects()`. */
export const setFunctions: readonly FunctionDeclaration[] = [
  declareFunction("sets.contains", [comparing("list_sets_contains_list", contains, 1)]),
  declareFunction("sets.equivalent", [comparing("list_sets_equivalent_list", equivalent, 2)]),
  declareFunction("sets.intersects", [comparing("list_sets_intersects_list", intersects, 1)]),
];
