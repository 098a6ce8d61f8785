/** Checks constant formats against the types of the values in their lists. */
import type { ConstantCall, ConstantFault } from "../../../declarations/index.ts";
import type { Expression } from "../../../syntax/index.ts";
import { dynType, runtimeTypeName, type Type } from "../../../types/index.ts";
import { type ClauseKind, partsOf } from "./clauses.ts";
import { clauseError } from "./format.ts";

const acceptedKinds: Record<Exclude<ClauseKind, "s">, readonly Type["kind"][]> = {
  d: ["int", "uint"],
  f: ["double", "string"],
  e: ["double", "string"],
  b: ["int", "uint", "bool"],
  x: ["int", "uint", "string", "bytes"],
  X: ["int", "uint", "string", "bytes"],
  o: ["int", "uint"],
};
const textKinds: ReadonlySet<Type["kind"]> = new Set([
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "timestamp",
  "bytes",
  "duration",
  "type",
  "null",
]);

/** Returns the first fault of a format whose text and list are written in the expression. */
export function formatFaults({ id, target, args: [list], typeOf }: ConstantCall): readonly ConstantFault[] {
  if (target?.kind !== "constant" || typeof target.value !== "string" || list?.kind !== "list") return [];
  const supplied = list.elements.length;
  let count = 0;
  for (const part of partsOf(target.value)) {
    if (typeof part === "string") continue;
    if ("fault" in part && part.isEnd) return [{ id, message: part.fault.message }];
    const value = list.elements[count];
    if (!value) return [{ id, message: `index ${count} out of range` }];
    if ("fault" in part) return [{ id, message: part.fault.message }];
    count++;
    const unprintable = unprintablePart(part.kind, value, typeOf);
    if (!unprintable) continue;
    const { message } = clauseError(part.kind, runtimeTypeName(typeOf(unprintable)));
    return [{ id: unprintable.id, message }];
  }
  if (supplied <= count) return [];
  return [{ id, message: `too many arguments supplied to string.format (expected ${count}, got ${supplied})` }];
}

/** Returns the part of a value that a clause cannot print; undefined if it can print all of it. */
function unprintablePart(kind: ClauseKind, value: Expression, typeOf: ConstantCall["typeOf"]): Expression | undefined {
  const type = typeOf(value);
  if (kind !== "s") return type === dynType || acceptedKinds[kind].includes(type.kind) ? undefined : value;
  if (textKinds.has(type.kind) || type.kind === "dyn") return undefined;
  if (type.kind === "list") {
    if (value.kind !== "list") return undefined;
    return firstUnprintable(value.elements, typeOf);
  }
  if (type.kind !== "map") return value;
  if (value.kind !== "map") return undefined;
  return firstUnprintable(
    value.entries.flatMap((entry) => [entry.key, entry.value]),
    typeOf,
  );
}

function firstUnprintable(values: readonly Expression[], typeOf: ConstantCall["typeOf"]): Expression | undefined {
  for (const value of values) {
    const found = unprintablePart("s", value, typeOf);
    if (found) return found;
  }
  return undefined;
}
