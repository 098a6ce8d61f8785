/** Reading query parameters as the reference reads them. */
import { goQuote } from "../meta/go-quote.ts";
import { badRequest } from "../meta/status-error.ts";
import type { Call } from "./call.ts";

/** The text of a parameter; empty when it is missing. */
export function textParameter(call: Call, name: string): string {
  return call.hasQuery ? (call.parameters.get(name) ?? "") : "";
}

/** The values of a parameter that may stand several times; an empty one is the same as none. */
export function textParameters(call: Call, name: string): readonly string[] {
  return call.hasQuery ? call.parameters.getAll(name).filter((value) => value !== "") : [];
}

/** A parameter without a value is true; only `false` and `0` are false. Undefined when it is missing. */
export function booleanParameter(call: Call, name: string): boolean | undefined {
  const text = call.hasQuery ? call.parameters.get(name) : null;
  return text === null ? undefined : text.toLowerCase() !== "false" && text !== "0";
}

/** @throws StatusError 400 when it is no integer of 64 bits; undefined when it is missing or empty */
export function integerParameter(call: Call, name: string): number | undefined {
  const text = textParameter(call, name);
  return text === "" ? undefined : parseInteger(text);
}

/** @throws StatusError 400 when one is no integer of 64 bits */
export function integerParameters(call: Call, name: string): readonly number[] {
  return textParameters(call, name).map(parseInteger);
}

function parseInteger(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  const exact = BigInt(text.replace("+", ""));
  if (BigInt.asIntN(64, exact) !== exact) {
    throw badRequest(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`);
  }
  return Number(text);
}
