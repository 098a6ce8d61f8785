/** Command lines that ask a server, apart from all that serves: starting one of them must not take the time of that. */
import { type Answer, help, refuse } from "./answers.ts";
import { type ClientInvocation, parseInvocation } from "./client-options.ts";
import type { ClientCommand } from "./flag-spec.ts";

export type ClientAnswer = Answer | { readonly kind: "ask"; readonly invocation: ClientInvocation };

/** @param args behind the name of the command @param columns of the terminal */
export function parseClientLine(command: ClientCommand, args: readonly string[], columns: number): ClientAnswer {
  const parsed = parseInvocation(command, args);
  if ("help" in parsed) return help([command], columns);
  if ("problems" in parsed) return refuse(command as never, parsed.problems);
  return { kind: "ask", invocation: parsed.invocation };
}
