/** The types of values. */
import { goQuote } from "../../meta/go-quote.ts";
import { isInt64, isNearInteger } from "./json-number.ts";
import type { SchemaRun } from "./run.ts";

/** Keywords of a schema that determine the types of its values. */
export interface TypeRule {
  /** Several for integers or texts. Empty if any type is allowed. */
  readonly types: readonly string[];
  /** Empty if there is none, or if the reference does not know it. */
  readonly format: string;
  readonly isNullable: boolean;
}

/** Reports a value with the wrong type. Counts a match if the type is right. */
export function checkType({ types, format, isNullable }: TypeRule, value: unknown, run: SchemaRun): void {
  if (value === null || value === undefined) {
    if (types.length > 0 && !isNullable) reportType(types.join(","), "null", run);
    else run.matches++;
    return;
  }
  const fault = typeFault({ types, format }, value);
  if (fault) reportType(fault.expected, fault.found, run);
  else run.matches++;
}

function reportType(expected: string, found: string, run: SchemaRun): void {
  run.report("TypeInvalid", found, `in body must be of type ${expected}: ${goQuote(found)}`);
}

interface TypeFault {
  readonly expected: string;
  readonly found: string;
}

/** Returns why the type is wrong. As in the reference, a format allows lists and texts unless the type is a number. */
function typeFault({ types, format }: Pick<TypeRule, "types" | "format">, value: {}): TypeFault | undefined {
  const type = typeOf(value);
  if (types.includes(type)) return undefined;
  const isNumeric = types.includes("number") || types.includes("integer");
  if (type === "integer" && types.includes("number")) return undefined;
  if (type === "number" && types.includes("integer") && isNearInteger(Number(value))) return undefined;
  if (format !== "") {
    if (type !== "string" && type !== "array") {
      const found = numberFormats.get(type) ?? "";
      if (found !== format) return { expected: format, found };
    } else if (!isNumeric) return undefined;
  }
  return { expected: types.join(","), found: type };
}

/** The formats that the reference takes numbers for. */
const numberFormats: ReadonlyMap<string, string> = new Map([
  ["integer", "int64"],
  ["number", "float64"],
]);

function typeOf(value: {}): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
    case "bigint":
      return isInt64(value) ? "integer" : "number";
    default:
      return Array.isArray(value) ? "array" : "object";
  }
}
