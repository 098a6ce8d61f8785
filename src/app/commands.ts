/** The commands of `orch`, in the order in which help lists them. */
import type { ClientCommand, FileCommand, ServerCommand } from "./flag-spec.ts";

export interface CommandSpec {
  readonly name: string;
  /** Heading under which the list of commands shows it. */
  readonly group: string;
  /** What stands after the name. */
  readonly usage: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Paragraphs for the help of the command itself. */
  readonly doc: readonly string[];
  /** Command lines, and what they do. */
  readonly examples?: readonly (readonly [line: string, effect: string])[];
  /** Understood, but not listed. */
  readonly hidden?: boolean;
}

const servers = "Servers";
const objects = "Objects";
const manifests = "Manifests without a server";
const others = "Others";

const typeNames =
  "A type is named by its plural, singular, kind or short name (deployments, deployment, Deployment, deploy), with the " +
  "group or the version where that is needed: ingresses.networking, deployments.v1.apps. `orch api-resources` lists them.";
const codes = (more: string): string =>
  `Ends with 0 when all went well, with 1 when ${more}, with 2 when the command line cannot be followed, with 130 when it ` +
  "is interrupted.";

export const commands = [
  {
    name: "up",
    group: servers,
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
    group: servers,
    usage: "[flags]",
    summary: "run the API server alone",
    doc: ["Runs the API server in the foreground, without controllers."],
  },
  {
    name: "get",
    group: objects,
    usage: "TYPE [NAME ...] | TYPE/NAME ... | -f FILE [flags]",
    summary: "show objects",
    doc: [
      "Shows objects in the columns that the server has for their type, or as YAML or JSON; all of a type, those that are " +
        "named, those of manifests, or those that a selector leaves. Several types stand with commas between them; all " +
        "is what is most often of interest.",
      typeNames,
      "On a terminal, columns that would not fit are cut off, names never; -o wide shows everything.",
      codes("an object does not exist or cannot be read"),
    ],
    examples: [
      ["orch get pods -A", "the Pods of all namespaces"],
      ["orch get deploy,svc -l app=web", "Deployments and Services with a label"],
      ["orch get pod/web -o yaml", "one Pod, with all its fields"],
      ["orch get pods -w", "Pods, and every change of them"],
    ],
  },
  {
    name: "watch",
    group: objects,
    usage: "TYPE [NAME] [flags]",
    summary: "show what happens to objects",
    doc: [
      "Shows what there is, and then every change as it happens, each with the sort of event: ADDED, MODIFIED, DELETED. " +
        "It goes on when the connection is lost, from where it was, until it is interrupted.",
      "With -o json, each event is a document {type, object}, as with -o yaml.",
    ],
    examples: [
      ["orch watch pods", "what happens to Pods"],
      ["orch watch events -A --watch-only", "what is reported from now on, in all namespaces"],
    ],
  },
  {
    name: "api-resources",
    group: objects,
    usage: "[flags]",
    summary: "list the types of objects that the server has",
    doc: ["Lists the types of objects that the server has, with the names by which other commands take them."],
    examples: [["orch api-resources --namespaced=false", "types whose objects lie in no namespace"]],
  },
  {
    name: "convert",
    group: manifests,
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
    group: manifests,
    usage: "-f FILE|FOLDER|- [flags]",
    summary: "say what a server would say to manifests, without one",
    doc: [
      "Tells, for each object, what a server would refuse, with the field, the value and the rule; fields that there are " +
        "not; versions that are deprecated, or removed and in which release. Nothing is written anywhere.",
      "Ends with 0 when everything would be accepted, with 1 when anything would be refused, with 2 when the command line " +
        "cannot be followed.",
    ],
  },
  { name: "version", group: others, usage: "", summary: "print the version", doc: ["Prints the version."] },
  {
    name: "help",
    group: others,
    usage: "[command]",
    summary: "explain a command and its flags",
    doc: ["Explains a command and its flags, or lists the commands."],
  },
] as const satisfies readonly CommandSpec[];

export type CommandName = (typeof commands)[number]["name"];

export const listedCommands: readonly CommandSpec[] = commands.filter(({ hidden }: CommandSpec) => !hidden);

export function findCommand(name: string): (CommandSpec & { readonly name: CommandName }) | undefined {
  return commands.find((command) => command.name === name);
}

export function isServerCommand(name: CommandName): name is ServerCommand {
  return name === "up" || name === "apiserver";
}

export function isFileCommand(name: CommandName): name is FileCommand {
  return name === "convert" || name === "check";
}

/** Those that ask a server. */
export function isClientCommand(name: CommandName): name is CommandName & ClientCommand {
  return findCommand(name)?.group === objects;
}
