/** The commands of `orch`, in the order in which help lists them. */
import type { ServerCommand } from "./flag-spec.ts";

export interface CommandSpec {
  readonly name: string;
  /** What stands after the name. */
  readonly usage: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Paragraphs for the help of the command itself. */
  readonly doc: readonly string[];
}

export const commands = [
  {
    name: "up",
    usage: "[flags]",
    summary: "run a whole cluster on this machine",
    doc: [
      "Runs the API server, and what belongs to a cluster of one machine, in the foreground.",
      "When it can be used it prints one line on standard output, `orch is ready at https://HOST:PORT`; by then " +
        "admin.kubeconfig lies in the data directory. SIGTERM or SIGINT stops it: requests under way are served to " +
        "their end. A second signal ends it at once.",
    ],
  },
  {
    name: "apiserver",
    usage: "[flags]",
    summary: "run the API server alone",
    doc: ["Runs the API server in the foreground, without controllers."],
  },
  { name: "version", usage: "", summary: "print the version", doc: ["Prints the version."] },
  {
    name: "help",
    usage: "[command]",
    summary: "explain a command and its flags",
    doc: ["Explains a command and its flags, or lists the commands."],
  },
] as const satisfies readonly CommandSpec[];

export type CommandName = (typeof commands)[number]["name"];

export function findCommand(name: string): (typeof commands)[number] | undefined {
  return commands.find((command) => command.name === name);
}

export function isServerCommand(name: CommandName): name is ServerCommand {
  return name === "up" || name === "apiserver";
}
