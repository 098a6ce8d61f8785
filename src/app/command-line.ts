/**
 * What a command line asks for. Pure: it prints nothing and ends nothing, so that every answer can be tested. The caller
 * prints help and the version on standard output, a refusal on standard error, and ends a refused run with exit code 2.
 */
import type { CheckCommand, ConvertCommand } from "../cli/index.ts";
import { type Answer, help, refuse, refuseCommand } from "./answers.ts";
import { parseClientLine } from "./client-command-line.ts";
import type { ClientInvocation } from "./client-options.ts";
import { type CommandName, findCommand, isClientCommand, isFileCommand, isServerCommand } from "./commands.ts";
import { type ServerConfig, type Surroundings, serverConfig } from "./config.ts";
import { fileOptions, flagsOfFiles } from "./file-flags.ts";
import type { FileCommand, FlagSpec } from "./flag-spec.ts";
import { serverFlags } from "./flags.ts";
import { parseFlags } from "./parse-flags.ts";
import { UsageError } from "./usage-error.ts";

export type Invocation =
  | { readonly kind: "serve"; readonly config: ServerConfig }
  | { readonly kind: FileCommand; readonly options: ConvertCommand & CheckCommand }
  | { readonly kind: "ask"; readonly invocation: ClientInvocation }
  | { readonly kind: "version" }
  | Answer;

export interface CommandLineSurroundings extends Surroundings {
  /** Width of the terminal, for help. */
  readonly columns: number;
}

/** @param args without the interpreter and the script */
export function parseCommandLine(args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const [first, ...rest] = args;
  const { columns } = surroundings;
  if (first === undefined || first === "--help" || first === "-h") return help([], columns);
  if (first === "--version") return { kind: "version" };
  const command = findCommand(first);
  if (!command) return refuseCommand(first);
  if (command.name === "help") return help(rest, columns);
  if (isClientCommand(command.name)) return parseClientLine(command.name, rest, columns);
  if (isServerCommand(command.name)) return serve(command.name, rest, surroundings);
  if (isFileCommand(command.name)) return readFiles(command.name, rest, surroundings);
  return simple("version", rest, surroundings);
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
  if (parseFlags(flags, args).help) return help([command], surroundings.columns);
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return refuse(command, error.problems);
    throw error;
  }
}

/** Commands without flags. */
function simple(command: "version", args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const { help: wantsHelp, problems } = parseFlags([], args);
  if (wantsHelp) return help([command], surroundings.columns);
  return problems.length > 0 ? refuse(command, problems) : { kind: command };
}
