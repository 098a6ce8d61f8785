/** Reads query parameters as the reference does. */
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { badRequest } from "../../meta/status-error.ts";
import type { Call } from "./call.ts";

/** Returns the first value of a parameter. Empty if the parameter is missing. */
export function textParameter(call: Call, name: string): string {
  return call.hasQuery ? (call.query.first(name) ?? "") : "";
}

/** Returns all values of a parameter that may be repeated, empty ones included. */
export function textParameters(call: Call, name: string): readonly string[] {
  return call.hasQuery ? call.query.all(name) : [];
}

/**
 * Whether a parameter is true: all values but `false` and `0` are, also the empty one. Undefined if the parameter is
 * missing.
 */
export function booleanParameter(call: Call, name: string): boolean | undefined {
  const text = call.hasQuery ? call.query.first(name) : undefined;
  return text === undefined ? undefined : text.toLowerCase() !== "false" && text !== "0";
}

/**
 * Returns the value of a parameter. Undefined if it is missing.
 * @throws StatusError 400 if it is not a 64-bit integer, for example empty
 */
export function integerParameter(call: Call, name: string): number | undefined {
  const text = call.hasQuery ? call.query.first(name) : undefined;
  return text === undefined ? undefined : parseInteger(text);
}

/**
 * Returns all values of a parameter.
 * @throws StatusError 400 if one of them is not a 64-bit integer
 */
export function integerParameters(call: Call, name: string): readonly number[] {
  return textParameters(call, name).map(parseInteger);
}

function parseInteger(text: string): number {
  const value = readGoInt(text);
  if (typeof value === "bigint") return Number(value);
  throw badRequest(goIntFaultText(text, value, "ParseInt"));
}
