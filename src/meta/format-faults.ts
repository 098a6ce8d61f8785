/** How checks of formats turn what they find into lists of messages. */
import { ParseError } from "./parse-error.ts";

/** The message of the ParseError that `parse` throws, or what `then` finds wrong with its result. */
export function faultsOf<T>(parse: () => T, then: (parsed: T) => string[] = () => []): string[] {
  try {
    return then(parse());
  } catch (error) {
    if (error instanceof ParseError) return [error.message];
    throw error;
  }
}

export function faultUnless(holds: boolean, message: string): string[] {
  return holds ? [] : [message];
}
