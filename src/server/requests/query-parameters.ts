/** Reading query parameters as the reference reads them. */
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { badRequest } from "../../meta/status-error.ts";
import type { Call } from "./call.ts";

/** The text of a parameter: its first value; empty when it is missing. */
export function textParameter(call: Call, name: string): string {
  return call.hasQuery ? (call.query.first(name) ?? "") : "";
}

/** All values of a parameter that may be repeated, empty ones included. */
export function textParameters(call: Call, name: string): readonly string[] {
  return call.hasQuery ? call.query.all(name) : [];
}

/** A parameter without a value is true; only `false` and `0` are false. Undefined when it is missing. */
export function booleanParameter(call: Call, name: string): boolean | undefined {
  const text = call.hasQuery ? call.query.first(name) : undefined;
  return text === undefined ? undefined : text.toLowerCase() !== "false" && text !== "0";
}

/** @throws StatusError 400 when it is no integer of 64 bits, so also when it is empty; undefined when it is missing */
export function integerParameter(call: Call, name: string): number | undefined {
  const text = call.hasQuery ? call.query.first(name) : undefined;
  return text === undefined ? undefined : parseInteger(text);
}

/** @throws StatusError 400 when one of the values is no integer of 64 bits */
export function integerParameters(call: Call, name: string): readonly number[] {
  return textParameters(call, name).map(parseInteger);
}

function parseInteger(text: string): number {
  const value = readGoInt(text);
  if (typeof value === "bigint") return Number(value);
  throw badRequest(goIntFaultText(text, value, "ParseInt"));
}
