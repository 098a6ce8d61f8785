/** The functions and operators that every environment has. */
import type { FunctionDeclaration } from "../../declarations/index.ts";
import type { Type } from "../../types/index.ts";
import { typeOfValue } from "../../values/index.ts";
import { arithmetic } from "./arithmetic.ts";
import { comparisons } from "./comparison.ts";
import { conversions } from "./conversion.ts";
import { logic } from "./logic.ts";
import { texts } from "./texts.ts";
import { timeParts } from "./time-parts.ts";

type Kinds = ReadonlySet<Type["kind"]>;

const numbers: readonly Type["kind"][] = ["int", "uint", "double"];
/** Types whose errors never name the operator. */
const others: readonly Type["kind"][] = ["string", "timestamp", "duration"];
/** The types that implement an operator at all. For other operands on the left, the error names the operator. */
const operandKinds = new Map<string, Kinds>([
  ["_+_", new Set([...numbers, ...others, "bytes", "list"])],
  ["_-_", new Set([...numbers, ...others])],
  ["_*_", new Set([...numbers, ...others])],
  ["_/_", new Set([...numbers, ...others])],
  ["_%_", new Set(["int", "uint", ...others])],
  ["-_", new Set(["int", "double", "bool", ...others])],
  ...["_<_", "_<=_", "_>_", "_>=_"].map((name): [string, Kinds] => [
    name,
    new Set([...numbers, ...others, "bool", "bytes"]),
  ]),
  ["size", new Set(others)],
]);

const plainMismatch = "no such overload";

/** The errors of operators do not name the types of their operands. */
function withOperatorMismatch(declaration: FunctionDeclaration): FunctionDeclaration {
  const kinds = operandKinds.get(declaration.name);
  if (!kinds) return { ...declaration, mismatch: plainMismatch };
  const named = `${plainMismatch}: ${declaration.name}`;
  return {
    ...declaration,
    mismatch: (left) => (left !== undefined && kinds.has(typeOfValue(left).kind) ? plainMismatch : named),
  };
}

const operators = [...logic, ...comparisons, ...arithmetic, ...texts].map(withOperatorMismatch);

/** All functions and operators of the standard library. */
export const standardFunctions: readonly FunctionDeclaration[] = [...operators, ...conversions, ...timeParts];
