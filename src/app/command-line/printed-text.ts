/** Texts for command lines that run no command: help, and the reasons for rejecting a command line. */
import { nearestName } from "../../base/nearest-name.ts";
import { type Command, findCommand, listedCommands } from "./command.ts";
import { commandHelp, overview } from "./command-help.ts";

/** Text to print. `help` goes to standard output; `rejected` to standard error, with exit code 2. */
export type PrintedText =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "rejected"; readonly text: string };

/** Exit code of a command line that is rejected before anything is done. */
const rejectedCode = 2;

/**
 * Returns the help that `orch help` prints for its arguments.
 * @param columns of the terminal
 */
export function requestedHelp(args: readonly string[], commands: readonly Command[], columns: number): PrintedText {
  const topic = args.find((arg) => !arg.startsWith("-"));
  if (topic === undefined) return { kind: "help", text: overview(commands, columns) };
  const command = findCommand(commands, topic);
  return command ? { kind: "help", text: commandHelp(command, columns) } : unknownCommand(topic, commands);
}

/** Returns the text for a command line with these problems. */
export function rejection(command: string, problems: readonly string[]): PrintedText {
  const [first] = problems;
  const listed = problems.length === 1 ? ` ${first}` : problems.map((problem) => `\n  ${problem}`).join("");
  return { kind: "rejected", text: `orch ${command}:${listed}\n\`orch ${command} --help\` explains the flags.\n` };
}

/** Returns the text for a command that does not exist. It suggests a similar name. */
export function unknownCommand(name: string, commands: readonly Command[]): PrintedText {
  const names = listedCommands(commands).map((command) => command.name);
  const similar = nearestName(name, names);
  const hint = similar === undefined ? "" : `; did you mean ${similar}?`;
  const quotedName = JSON.stringify(name.slice(0, 100));
  return { kind: "rejected", text: `orch: unknown command ${quotedName}${hint}\n\`orch help\` lists the commands.\n` };
}

/** Prints help to standard output and a rejection to standard error. Returns the exit code. */
export function printText({ kind, text }: PrintedText): number {
  const isHelp = kind === "help";
  (isHelp ? process.stdout : process.stderr).write(text);
  return isHelp ? 0 : rejectedCode;
}
