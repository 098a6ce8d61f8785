/** Translates the arguments of the process into a command and its options. It has no side effects. */
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type Command, findCommand, type ReadContext } from "./command.ts";
import { type PrintedText, rejection, requestedHelp, unknownCommand } from "./printed-text.ts";

/** Result of reading a command line: a command with its options, or only a text. */
export type Invocation = { readonly kind: "run"; readonly command: Command; readonly options: unknown } | PrintedText;

/**
 * Returns the command with its options, or a text to print.
 * @param args arguments without the interpreter and the script
 */
export async function readCommandLine(args: readonly string[], context: ReadContext): Promise<Invocation> {
  const { commands, columns } = context;
  const [first, ...others] = args;
  if (first === undefined || first === "--help" || first === "-h") return requestedHelp([], commands, columns);
  const name = first === "--version" ? "version" : first;
  const command = findCommand(commands, name);
  if (!command) return unknownCommand(first, commands);
  // Help is given even if other arguments are wrong, because it shows how to correct them.
  const isHelp = !command.takesRawArguments && parseArguments(command.flags, others).help;
  if (isHelp) return requestedHelp([name], [command], columns);
  try {
    return { kind: "run", command, options: await command.read(first === "--version" ? [] : others, context) };
  } catch (error) {
    if (error instanceof UsageError) return rejection(name, error.problems);
    throw error;
  }
}
