/**
 * Command lines that neither serve nor read manifests without a server: what asks a server, and help. Nothing here, and
 * nothing that follows from it, loads the modules of a server, so that such a command starts at once.
 */
import type { Shell } from "../../cli/index.ts";
import { shells } from "../../cli/index.ts";
import type { ClientCommand } from "../flags/flag-spec.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { type Answer, help, refuse, refuseCommand } from "./answers.ts";
import { type ClientInvocation, parseInvocation } from "./client-options.ts";
import { type CommandName, findCommand, isClientCommand, isHeavyCommand } from "./commands.ts";

export type LightInvocation =
  | { readonly kind: "ask"; readonly invocation: ClientInvocation }
  | { readonly kind: "completion"; readonly shell: Shell }
  /** The words that a shell has so far. */
  | { readonly kind: "complete"; readonly shell: Shell; readonly words: readonly string[] }
  | { readonly kind: "version" }
  | Answer;

/**
 * @param args without the interpreter and the script
 * @param columns of the terminal, for help
 * @returns undefined for commands of another sort
 */
export function parseLightLine(args: readonly string[], columns: number): LightInvocation | undefined {
  const [first, ...rest] = args;
  if (first === undefined || first === "--help" || first === "-h") return help([], columns);
  if (first === "--version") return { kind: "version" };
  const command = findCommand(first);
  if (!command) return refuseCommand(first);
  const { name } = command;
  if (isHeavyCommand(name)) return undefined;
  if (isClientCommand(name)) return parseAsking(name, rest, columns);
  if (name === "help") return help(rest, columns);
  if (name === "__complete") return parseComplete(rest);
  return parseSimple(name, rest, columns);
}

function parseAsking(command: CommandName & ClientCommand, args: readonly string[], columns: number): LightInvocation {
  const parsed = parseInvocation(command, args);
  if ("help" in parsed) return help([command], columns);
  if ("problems" in parsed) return refuse(command, parsed.problems);
  return { kind: "ask", invocation: parsed.invocation };
}

/** Commands without flags. */
function parseSimple(command: CommandName, args: readonly string[], columns: number): LightInvocation {
  const { help: wantsHelp, problems, words } = parseArguments([], args);
  if (wantsHelp) return help([command], columns);
  const [word, ...more] = words;
  const stray = command === "completion" ? more : words;
  const all = [...problems, ...stray.map((one) => `unexpected argument ${JSON.stringify(one)}`)];
  if (all.length > 0) return refuse(command, all);
  if (command !== "completion") return { kind: "version" };
  const shell = shells.find((one) => one === word);
  if (shell) return { kind: "completion", shell };
  const said = word === undefined ? "say for which shell" : `there is none for ${JSON.stringify(word)}`;
  return refuse(command, [`${said}: ${shells.join(" or ")}`]);
}

function parseComplete(args: readonly string[]): LightInvocation {
  const [shell, separator, ...words] = args;
  const known = shells.find((one) => one === shell);
  if (known && separator === "--") return { kind: "complete", shell: known, words };
  return refuse("__complete", ["it is asked by the scripts of `orch completion` alone"]);
}
