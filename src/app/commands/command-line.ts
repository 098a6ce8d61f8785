/**
 * What a command line asks for. Pure: it prints nothing and ends nothing, so that every answer can be tested. The caller
 * prints help and the version on standard output, a refusal on standard error, and ends a refused run with exit code 2.
 */
import { assert } from "../../base/assert.ts";
import type { CheckCommand, ConvertCommand } from "../../cli/index.ts";
import {
  type ControllerManagerOptions,
  controllerManagerFlags,
  controllerManagerOptions,
} from "../config/controller-manager-config.ts";
import { type ServerConfig, type Surroundings, serverConfig } from "../config/server-config.ts";
import { serverFlags } from "../config/server-flags.ts";
import type { FileCommand, FlagSpec } from "../flags/flag-spec.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { help, refuse } from "./answers.ts";
import { type CommandName, findCommand, isFileCommand, isServerCommand } from "./commands.ts";
import { fileOptions, flagsOfFiles } from "./file-flags.ts";
import { type LightInvocation, parseLightLine } from "./light-command-line.ts";
import { type StorageOptions, storageFlags, storageOptions } from "./storage-flags.ts";

export type Invocation =
  | { readonly kind: "serve"; readonly config: ServerConfig }
  | { readonly kind: "manage"; readonly options: ControllerManagerOptions }
  | { readonly kind: "storage"; readonly options: StorageOptions }
  | { readonly kind: FileCommand; readonly options: ConvertCommand & CheckCommand }
  | LightInvocation;

export interface CommandLineSurroundings extends Surroundings {
  /** Width of the terminal, for help. */
  readonly columns: number;
}

/** @param args without the interpreter and the script */
export function parseCommandLine(args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const light = parseLightLine(args, surroundings.columns);
  if (light) return light;
  const [first = "", ...rest] = args;
  const name = findCommand(first)?.name;
  if (name === "controller-manager") return manage(rest, surroundings);
  if (name === "storage") return storage(rest, surroundings);
  assert(name !== undefined && (isServerCommand(name) || isFileCommand(name)), "all others are light");
  return isServerCommand(name) ? serve(name, rest, surroundings) : readFiles(name, rest, surroundings);
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

function manage(args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const command = "controller-manager";
  return withFlags(command, { flags: controllerManagerFlags, args, surroundings }, () => ({
    kind: "manage",
    options: controllerManagerOptions(args, surroundings),
  }));
}

function storage(args: readonly string[], surroundings: CommandLineSurroundings): Invocation {
  const command = "storage";
  return withFlags(command, { flags: storageFlags, args, surroundings }, () => ({
    kind: command,
    options: storageOptions(args, surroundings.cwd),
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
