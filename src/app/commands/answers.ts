/** What a command line is answered without doing anything: help, and why it cannot be followed. */
import { nearest } from "../../base/nearest.ts";
import { type CommandName, findCommand, listedCommands } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";

export type Answer =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string };

/** @param columns of the terminal */
export function help(args: readonly string[], columns: number): Answer {
  const topic = args.find((arg) => !arg.startsWith("-"));
  if (topic === undefined) return { kind: "help", text: overview(columns) };
  const command = findCommand(topic);
  return command ? { kind: "help", text: commandHelp(command.name, columns) } : refuseCommand(topic);
}

export function refuse(command: CommandName, problems: readonly string[]): Answer {
  const [only] = problems;
  const found = problems.length === 1 ? ` ${only}` : problems.map((problem) => `\n  ${problem}`).join("");
  return { kind: "refused", text: `orch ${command}:${found}\n\`orch ${command} --help\` explains the flags.\n` };
}

export function refuseCommand(name: string): Answer {
  const known = nearest(
    name,
    listedCommands.map((command) => command.name),
  );
  const hint = known === undefined ? "" : `; did you mean ${known}?`;
  const shown = JSON.stringify(name.slice(0, 100));
  return { kind: "refused", text: `orch: unknown command ${shown}${hint}\n\`orch help\` lists the commands.\n` };
}
