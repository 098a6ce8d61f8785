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
/** Types whose values the reference asks to compute any function. For them, the error never names the operator. */
const receivers: readonly Type["kind"][] = ["string", "timestamp", "duration"];
const ordered: Kinds = new Set([...numbers, ...receivers, "bool", "bytes"]);
/** The types that implement an operator at all. For other operands on the left, the error names the operator. */
const operandKinds = new Map<string, Kinds>([
  ["_+_", new Set([...numbers, ...receivers, "bytes", "list"])],
  ["_-_", new Set([...numbers, ...receivers])],
  ["_*_", new Set([...numbers, ...receivers])],
  ["_/_", new Set([...numbers, ...receivers])],
  ["_%_", new Set(["int", "uint", ...receivers])],
  ["-_", new Set(["int", "double", "bool", ...receivers])],
  ["_<_", ordered],
  ["_<=_", ordered],
  ["_>_", ordered],
  ["_>=_", ordered],
  ["size", new Set(receivers)],
]);

const plainMismatch = "no such overload";

/** The errors of operators do not name the types of their operands. NaN has no order, whatever it is compared with. */
function withOperatorMismatch(declaration: FunctionDeclaration): FunctionDeclaration {
  const kinds = operandKinds.get(declaration.name);
  if (!kinds) return { ...declaration, mismatch: plainMismatch };
  const named = `${plainMismatch}: ${declaration.name}`;
  return {
    ...declaration,
    mismatch(left) {
      if (kinds === ordered && Number.isNaN(left)) return "NaN values cannot be ordered";
      return left !== undefined && kinds.has(typeOfValue(left).kind) ? plainMismatch : named;
    },
  };
}

const operators = [...logic, ...comparisons, ...arithmetic, ...texts].map(withOperatorMismatch);

/** All functions and operators of the standard library. */
export const standardFunctions: readonly FunctionDeclaration[] = [...operators, ...conversions, ...timeParts];
