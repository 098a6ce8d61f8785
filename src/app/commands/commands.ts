/** The commands of `orch`, in the order in which help lists them. */
import type { ClientCommand, FileCommand, ServerCommand } from "../flags/flag-spec.ts";

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
  /** What its words are, so that a shell can complete them. */
  readonly words?: "objects" | "type" | "commands" | "shells";
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
    name: "controller-manager",
    group: servers,
    usage: "[flags]",
    summary: "run the controllers in a process of their own",
    doc: [
      "Runs the controllers of a cluster in the foreground, beside a server that another process runs: `orch apiserver`. " +
        "They empty namespaces that are deleted, collect what nobody owns, and give every namespace its default objects. " +
        "`orch up` has them already.",
      "It prints one line on standard output, `orch controller-manager is ready at https://HOST:PORT`: there, /healthz and " +
        "/metrics are served. Of several processes the one works that holds the Lease. SIGTERM or SIGINT stops it, and " +
        "gives the Lease back.",
    ],
    examples: [["orch controller-manager --kubeconfig=.orch/admin.kubeconfig", "for the server in this folder"]],
  },
  {
    name: "get",
    group: objects,
    words: "objects",
    usage: "TYPE [NAME ...] | TYPE/NAME ... | -f FILE [flags]",
    summary: "show objects",
    doc: [
      "Shows objects in the columns that the server has for their type, or as YAML or JSON; all of a type, those that are " +
        "named, those of manifests, or those that a selector leaves. Several types stand with commas between them; all " +
        "is what is most often of interest.",
      typeNames,
      "On a terminal, columns that would not fit are cut off, names never; -o wide shows everything.",
      "A template (-o jsonpath) is text, and paths in braces: `{.metadata.name}`, `{.metadata.labels['app']}`, " +
        "`{.spec.containers[0].image}`; `[-1]`, `[1:3]` and `[*]` for places in a list; `..name` for a name at any depth; " +
        "`['a','b']` for both; `[?(@.name==\"web\")]` for those of which that is true (==, !=, <, <=, >, >=); " +
        '`{range .items[*]}...{end}` for the same of each; `{"\\n"}` for a line break. A dot within a name is written ' +
        "`\\.`, as in `.metadata.labels.example\\.com/tier`. It looks in the object, where one is named, else in a List " +
        "whose items are the objects. Columns (-o custom-columns) and --sort-by take the same paths, with or without braces.",
      codes("an object does not exist or cannot be read"),
    ],
    examples: [
      ["orch get pods -A", "the Pods of all namespaces"],
      ["orch get deploy,svc -l app=web", "Deployments and Services with a label"],
      ["orch get pod/web -o yaml", "one Pod, with all its fields"],
      ["orch get pod web -o jsonpath='{.status.podIP}'", "one field"],
      ["orch get pods -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image", "columns of your own"],
      ["orch get pods -w", "Pods, and every change of them"],
    ],
  },
  {
    name: "watch",
    group: objects,
    words: "objects",
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
    name: "create",
    group: objects,
    words: "type",
    usage: "-f FILE|FOLDER|- | TYPE NAME [flags]",
    summary: "create objects that there are not yet",
    doc: [
      "Creates the objects of manifests, in their order, or an object of which nothing but type and name has to be said. " +
        "What exists already is a failure; `orch apply` changes it.",
      "Everything that is wrong with an object is told at once; the others are created nevertheless.",
      codes("an object could not be created"),
    ],
    examples: [
      ["orch create -f shop.yaml", "what the manifest says"],
      ["orch create namespace shop", "a namespace"],
      ["orch create -f pod.yaml --dry-run=server -o yaml", "what would come of it, defaults included"],
      ["orch create namespace shop --dry-run=client -o yaml", "what would be sent, as a manifest"],
    ],
  },
  {
    name: "apply",
    group: objects,
    usage: "-f FILE|FOLDER|- [flags]",
    summary: "make objects what manifests say, beside others who write them",
    doc: [
      "Makes every field that a manifest names what it says there, and creates objects that there are not. Fields that it " +
        "does not name stay as they are; those that it named the last time and names no more are taken away. This is " +
        "server-side apply: the server remembers who has written which field.",
      "A field that somebody else owns and that would get another value is a conflict: nothing of that object is changed, " +
        "and each such field is told with its owner. --force-conflicts takes the fields over.",
      "With --applyset and --prune, the objects are members of a set, which knows where they lie; those that an earlier apply " +
        "has made members, and that the manifests name no more, are deleted. kubectl has the same sets, of " +
        "KUBECTL_APPLYSET=true: either goes on with what the other one has applied.",
      codes("an object could not be applied"),
    ],
    examples: [
      ["orch apply -f shop.yaml", "what the manifest says"],
      ["orch apply -R -f manifests/", "all manifests below a folder"],
      ["orch apply -f shop.yaml --field-manager=ci", "as another owner"],
      ["orch apply -f shop/ -n shop --applyset=shop --prune", "and delete what is in no file any more"],
    ],
  },
  {
    name: "diff",
    group: objects,
    usage: "-f FILE|FOLDER|- [flags]",
    summary: "show what `orch apply` would change",
    doc: [
      "Asks the server what would come of an apply, and shows in which lines the objects would differ from those that are " +
        "there: defaults, and what others own, are taken into account. Nothing is changed.",
      "What goes into a namespace that the manifests before it create is shown as it is written: until the namespace is " +
        "there, the server does not check and complete it.",
      "Ends with 0 when nothing would change, with 1 when something would, with 2 when that could not be found out, with 130 " +
        "when it is interrupted.",
    ],
    examples: [["orch diff -f shop.yaml", "what would change"]],
  },
  {
    name: "patch",
    group: objects,
    words: "objects",
    usage: "TYPE NAME | TYPE/NAME ... | -f FILE (-p PATCH | --patch-file=FILE) [flags]",
    summary: "change parts of an object",
    doc: [
      "Changes an object as a patch says, which is written in JSON or YAML. null takes a field away.",
      codes("an object could not be patched"),
    ],
    examples: [
      [`orch patch configmap settings -p '{"data": {"colour": "red"}}'`, "one field"],
      [`orch patch deploy web --type=json -p '[{"op": "remove", "path": "/spec/paused"}]'`, "by operations"],
      ["orch patch pod web --subresource=status --patch-file=status.yaml", "the status"],
    ],
  },
  {
    name: "label",
    group: objects,
    words: "objects",
    usage: "TYPE NAME | TYPE/NAME ... | TYPE (-l LABELS | --all) NAME=VALUE ... NAME- ... [flags]",
    summary: "set labels of objects, and take them away",
    doc: [
      "Sets labels, or takes those away whose names end in a dash. A label that has another value already is left, and told, " +
        "unless --overwrite is given.",
      codes("an object could not be labelled"),
    ],
    examples: [
      ["orch label pod web tier=front", "one label"],
      ["orch label pods -l app=web tier-", "no such label any more, on all Pods of an application"],
      ["orch label deploy web --list", "which labels there are"],
    ],
  },
  {
    name: "delete",
    group: objects,
    words: "objects",
    usage: "TYPE NAME ... | TYPE/NAME ... | -f FILE | TYPE (-l LABELS | --all) [flags]",
    summary: "delete objects, and wait until they are gone",
    doc: [
      "Deletes objects by name, by manifest or by selector, and waits until they are gone: what has finalizers, or something " +
        "that still runs, takes its time. --wait=false does not wait.",
      codes("an object could not be deleted, or is still there when --timeout is over"),
    ],
    examples: [
      ["orch delete pod web", "one Pod"],
      ["orch delete -f shop.yaml --ignore-not-found", "what the manifest made, as far as it is there"],
      ["orch delete deploy -l app=web --cascade=foreground", "and what they own before them"],
    ],
  },
  {
    name: "owners",
    group: objects,
    words: "objects",
    usage: "TYPE NAME | TYPE/NAME ... | -f FILE [flags]",
    summary: "show who owns which fields of an object",
    doc: [
      "Shows an object as YAML and, beside each field, who owns it, by which sort of write, and since when; fields with " +
        "several owners are shared: each of them keeps the others from changing the value unseen. What has no owner was " +
        "filled in by the server.",
      codes("an object does not exist"),
    ],
    examples: [["orch owners deploy web", "who owns what of a Deployment"]],
  },
  {
    name: "explain",
    group: objects,
    words: "type",
    usage: "TYPE[.FIELD...] [flags]",
    summary: "explain a type of objects and its fields",
    doc: [
      "Says what a type or a field means, which values it takes, and which fields it has, as the server describes them.",
    ],
    examples: [
      ["orch explain pods", "what a Pod is"],
      ["orch explain pods.spec.containers", "the fields of a container"],
      ["orch explain deploy.spec --recursive", "all fields at a glance"],
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
    name: "storage",
    group: servers,
    usage: "check|remove-damaged KEY [flags]",
    summary: "find and remove damaged objects in a store",
    doc: [
      "`check` reads the whole store of a data directory, and prints the key of every object that cannot be read. It changes " +
        "nothing, and works beside a running server.",
      "`remove-damaged` removes an object that cannot be read, with the key that `check` prints. Its finalizers and its " +
        "dependents are not looked at. Stop the server first. Objects that can be read are not removed.",
      "Ends with 0 when nothing is damaged or the object was removed, with 1 when something is damaged or the command " +
        "failed, with 2 when the command line cannot be followed.",
    ],
    examples: [
      ["orch storage check --data-dir=.orch", "what is damaged in this cluster"],
      ["orch storage remove-damaged /registry/configmaps/default/web", "remove one object"],
    ],
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
  {
    name: "completion",
    group: others,
    words: "shells",
    usage: "bash|zsh",
    summary: "print what a shell reads to complete command lines",
    doc: [
      "Prints a script for a shell, which then completes commands, flags and their values, and the names of types, " +
        "namespaces and objects, for which it asks the server.",
    ],
    examples: [
      ["source <(orch completion bash)", "completion in this shell"],
      ["orch completion zsh > ~/.zsh/functions/_orch", "in every zsh, when this folder is in fpath"],
    ],
  },
  {
    name: "__complete",
    group: others,
    hidden: true,
    usage: "bash|zsh -- WORD...",
    summary: "answer a shell what may stand where somebody is writing",
    doc: [
      "Answers the scripts of `orch completion`: words behind orch as the shell has them, the last one being written.",
    ],
  },
  { name: "version", group: others, usage: "", summary: "print the version", doc: ["Prints the version."] },
  {
    name: "help",
    group: others,
    words: "commands",
    usage: "[command]",
    summary: "explain a command and its flags",
    doc: ["Explains a command and its flags, or lists the commands."],
  },
] as const satisfies readonly CommandSpec[];

export type CommandName = (typeof commands)[number]["name"];

export const listedCommands: readonly CommandSpec[] = (commands as readonly CommandSpec[]).filter(
  ({ hidden }) => !hidden,
);

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

/** Those of the program that has everything in it: what serves, what controls, and what knows all kinds. */
export function isHeavyCommand(name: CommandName): boolean {
  return isServerCommand(name) || isFileCommand(name) || name === "controller-manager" || name === "storage";
}
