/** The commands of `orch`, in the order in which help lists them. */
import type { FileCommand, ServerCommand } from "./flag-spec.ts";

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
  {
    name: "convert",
    usage: "-f FILE|FOLDER|- [flags]",
    summary: "bring manifests of removed versions up to date",
    doc: [
      "Prints manifests in versions that are served: every version that the API has had and has no more leads to the one " +
        "that is in its place. Several documents in a file stay in their order, with the comments above them; fields " +
        "stay in the order in which they were written.",
      "What an old version took where nothing was said is written down where the new one would take something else, and " +
        "told on standard error: look at it. When a document cannot be converted, none is printed, and the reason is told.",
    ],
  },
  {
    name: "check",
    usage: "-f FILE|FOLDER|- [flags]",
    summary: "say what a server would say to manifests, without one",
    doc: [
      "Tells, for each object, what a server would refuse, with the field, the value and the rule; fields that there are " +
        "not; versions that are deprecated, or removed and in which release. Nothing is written anywhere.",
      "Ends with 0 when everything would be accepted, with 1 when anything would be refused, with 2 when the command line " +
        "cannot be followed.",
    ],
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

export function isFileCommand(name: CommandName): name is FileCommand {
  return name === "convert" || name === "check";
}
