/** Helpers that turn the results of format checks into lists of messages. */
import { ParseError } from "./parse-error.ts";

/** Returns the message of the ParseError that `parse` throws, or else the faults that `check` finds in the result. */
export function parseFaults<T>(parse: () => T, check: (parsed: T) => string[] = () => []): string[] {
  try {
    return check(parse());
  } catch (error) {
    if (error instanceof ParseError) return [error.message];
    throw error;
  }
}

/** Returns no fault if `holds` is true, otherwise `message` as the only fault. */
export function faultUnless(holds: boolean, message: string): string[] {
  return holds ? [] : [message];
}
