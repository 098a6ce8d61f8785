/**
 * What a command line asks for. Pure: it prints nothing and ends nothing, so that every answer can be tested. The caller
 * prints help and the version on standard output, a refusal on standard error, and ends a refused run with exit code 2.
 */
import type { CheckCommand, ConvertCommand } from "../cli/index.ts";
import { type CommandName, commands, findCommand, isFileCommand, isServerCommand } from "./commands.ts";
import { ConfigError, type ServerConfig, type Surroundings, serverConfig, serverFlags } from "./config.ts";
import { fileOptions, flagsOfFiles } from "./file-flags.ts";
import type { FileCommand, FlagSpec } from "./flag-spec.ts";
import { commandHelp, overview } from "./help.ts";
import { nearest } from "./nearest.ts";
import { parseFlags } from "./parse-flags.ts";

export type Invocation =
  | { readonly kind: "serve"; readonly config: ServerConfig }
  | { readonly kind: FileCommand; readonly options: ConvertCommand & CheckCommand }
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string };

export interface CommandLineSurroundings extends Surroundings {
  /** Width of the terminal, for help. */
  readonly columns: number;
}

/** @param args without the interpreter and the script */
export function parseCommandLine(args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const [first, ...rest] = args;
  if (first === undefined || first === "--help" || first === "-h") return help([], surroundings);
  if (first === "--version") return { kind: "version" };
  const command = findCommand(first);
  if (!command) return refuseCommand(first);
  if (command.name === "help") return help(rest, surroundings);
  if (isServerCommand(command.name)) return serve(command.name, rest, surroundings);
  if (isFileCommand(command.name)) return readFiles(command.name, rest, surroundings);
  return simple(command.name, rest, surroundings);
}

function help(args: readonly string[], { columns }: CommandLineSurroundings): Invocation {
  const topic = args.find((arg) => !arg.startsWith("-"));
  if (topic === undefined) return { kind: "help", text: overview(columns) };
  const command = findCommand(topic);
  return command ? { kind: "help", text: commandHelp(command.name, columns) } : refuseCommand(topic);
}

function serve(
  command: CommandName & ServerConfig["command"],
  args: readonly string[],
  surroundings: CommandLineSurroundings,
): Invocation {
  return withFlags(command, { flags: serverFlags(command), args, surroundings }, () => ({
    kind: "serve",
    config: serverConfig(command, args, surroundings),
  }));
}

function readFiles(command: FileCommand, args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  return withFlags(command, { flags: flagsOfFiles(command), args, surroundings }, () => ({
    kind: command,
    options: fileOptions(command, args),
  }));
}

interface Given {
  readonly flags: readonly FlagSpec[];
  readonly args: readonly string[];
  readonly surroundings: CommandLineSurroundings;
}

function withFlags(command: CommandName, { flags, args, surroundings }: Given, read: () => Invocation): Invocation {
  // Help is given whatever else is wrong: it is what shows how to mend it.
  if (parseFlags(flags, args).help) return help([command], surroundings);
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return refuse(command, error.problems);
    throw error;
  }
}

/** Commands without flags. */
function simple(command: "version", args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const { help: wantsHelp, problems } = parseFlags([], args);
  if (wantsHelp) return help([command], surroundings);
  return problems.length > 0 ? refuse(command, problems) : { kind: command };
}

function refuse(command: CommandName, problems: readonly string[]): Invocation {
  const [only] = problems;
  const found = problems.length === 1 ? ` ${only}` : problems.map((problem) => `\n  ${problem}`).join("");
  return { kind: "refused", text: `orch ${command}:${found}\n\`orch ${command} --help\` explains the flags.\n` };
}

function refuseCommand(name: string): Invocation {
  const known = nearest(
    name,
    commands.map((command) => command.name),
  );
  const hint = known === undefined ? "" : `; did you mean ${known}?`;
  const shown = JSON.stringify(name.slice(0, 100));
  return { kind: "refused", text: `orch: unknown command ${shown}${hint}\n\`orch help\` lists the commands.\n` };
}
