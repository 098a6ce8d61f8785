/** Flags of the commands that ask a server. Names are those of the reference's client where it has them. */
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { ClientCommand, FlagSpec, OpenValue } from "../flags/flag-spec.ts";

const inNamespaces = [
  "get",
  "watch",
  "create",
  "apply",
  "diff",
  "patch",
  "label",
  "delete",
  "owners",
] as const satisfies readonly ClientCommand[];
const asking = [...inNamespaces, "explain", "api-resources"] as const satisfies readonly ClientCommand[];
const writing = ["create", "apply", "patch", "label"] as const satisfies readonly ClientCommand[];
const readingFiles = ["get", "create", "apply", "diff", "delete"] as const satisfies readonly ClientCommand[];
const selecting = ["get", "watch", "label", "delete"] as const satisfies readonly ClientCommand[];

const where = "Where";
const which = "Which objects";
const printing = "Output";
const behaviour = "Behaviour";

const ownForms = [
  { name: "jsonpath", placeholder: "TEMPLATE" },
  { name: "jsonpath-file", placeholder: "FILE" },
  { name: "custom-columns", placeholder: "HEADER:PATH,..." },
  { name: "custom-columns-file", placeholder: "FILE" },
] as const satisfies readonly OpenValue[];
const ownFormsDoc =
  "jsonpath=TEMPLATE: text with paths in braces, as in '{.metadata.name}'; custom-columns=HEADER:PATH,...: a table of your " +
  "own, as in NAME:.metadata.name; jsonpath-file=FILE and custom-columns-file=FILE read them from a file.";

/** Of a chunk of a list: much enough that asking again costs little, little enough that the server's memory does not mind. */
const chunkSizeDefault = 500;

export const clientFlags = [
  {
    name: "filename",
    short: "f",
    type: "list",
    default: [],
    placeholder: "FILE",
    group: which,
    commands: readingFiles,
    doc: "Files and folders with manifests; - is standard input.",
  },
  {
    name: "recursive",
    short: "R",
    type: "boolean",
    default: false,
    group: which,
    commands: readingFiles,
    doc: "Look into the folders of a folder as well.",
  },
  {
    name: "all-namespaces",
    short: "A",
    type: "boolean",
    default: false,
    group: which,
    commands: selecting,
    doc: "Objects of all namespaces.",
  },
  {
    name: "selector",
    short: "l",
    type: "string",
    placeholder: "LABELS",
    group: which,
    commands: selecting,
    doc: "Objects with these labels, as in app=web,tier!=back or 'app in (web,shop)'.",
  },
  {
    name: "field-selector",
    type: "string",
    placeholder: "FIELDS",
    group: which,
    commands: selecting,
    doc: "Objects with these values of fields, as in metadata.name=web. Which fields can be asked for depends on the type.",
  },
  {
    name: "all",
    type: "boolean",
    default: false,
    group: which,
    commands: ["delete", "label"],
    doc: "All objects of the types.",
  },
  {
    name: "ignore-not-found",
    type: "boolean",
    default: false,
    group: which,
    commands: ["get", "delete"],
    doc: "What does not exist is no failure.",
  },
  {
    name: "watch",
    short: "w",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["get"],
    doc: "Go on with every change, until it is interrupted.",
  },
  {
    name: "watch-only",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["get", "watch"],
    doc: "Changes from now on alone, without what there is.",
  },
  {
    name: "chunk-size",
    type: "integer",
    default: chunkSizeDefault,
    min: 0,
    max: 1_000_000,
    unit: "objects",
    group: behaviour,
    commands: ["get", "watch", "label", "delete"],
    doc: "Ask for so many objects at a time; 0: for all at once.",
  },
  {
    name: "patch",
    short: "p",
    type: "string",
    placeholder: "PATCH",
    group: behaviour,
    commands: ["patch"],
    doc: "The patch, in JSON or YAML.",
  },
  {
    name: "patch-file",
    type: "path",
    group: behaviour,
    commands: ["patch"],
    doc: "A file with the patch; - is standard input.",
  },
  {
    name: "type",
    type: "enum",
    values: ["strategic", "merge", "json"],
    default: "strategic",
    group: behaviour,
    commands: ["patch"],
    doc:
      "How the patch is meant: strategic merges lists by their keys, merge replaces them, json is a list of operations. " +
      "Custom types know merge and json.",
  },
  {
    name: "subresource",
    type: "string",
    placeholder: "NAME",
    group: behaviour,
    commands: ["patch"],
    doc: "A part that is served by itself: status, scale.",
  },
  {
    name: "overwrite",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["label"],
    doc: "Labels that are there may get another value.",
  },
  {
    name: "list",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["label"],
    doc: "Print the labels, after the change if one is asked for.",
  },
  {
    name: "force-conflicts",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["apply", "diff"],
    doc: "Take fields from whoever owns them.",
  },
  {
    name: "prune",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["apply"],
    doc: "Delete members of the set of --applyset that the manifests name no more, when all objects are applied.",
  },
  {
    name: "applyset",
    type: "string",
    placeholder: "[TYPE/]NAME",
    group: behaviour,
    commands: ["apply"],
    doc:
      "The set of objects that are applied together, for --prune: a Secret that keeps it, or configmap/NAME, in the namespace " +
      "of --namespace. It is made where there is none.",
  },
  {
    name: "validate",
    type: "enum",
    values: ["strict", "warn", "ignore"],
    default: "strict",
    group: behaviour,
    commands: ["create", "apply", "patch", "diff"],
    doc: "What becomes of fields that there are not, and of repeated ones: refused, told, or dropped.",
  },
  {
    name: "cascade",
    type: "enum",
    values: ["background", "foreground", "orphan"],
    default: "background",
    group: behaviour,
    commands: ["delete"],
    doc: "What becomes of the objects that it owns: deleted after it, deleted before it, or left alone.",
  },
  {
    name: "grace-period",
    type: "integer",
    min: 0,
    max: 2 ** 31 - 1,
    unit: "seconds",
    group: behaviour,
    commands: ["delete"],
    doc: "How long it may take to end; 0 removes it at once, whatever of it still runs. Default: the object's own.",
  },
  {
    name: "now",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["delete"],
    doc: "The same as --grace-period=1.",
  },
  {
    name: "wait",
    type: "boolean",
    default: true,
    group: behaviour,
    commands: ["delete"],
    doc: "Wait until the objects are gone.",
  },
  {
    name: "timeout",
    type: "duration",
    minMs: 0,
    default: "0s",
    group: behaviour,
    commands: ["delete"],
    doc: "How long to wait at most; 0s: as long as it takes.",
  },
  {
    name: "dry-run",
    type: "enum",
    values: ["none", "client", "server"],
    default: "none",
    group: behaviour,
    commands: [...writing, "delete"],
    doc:
      "server: go the whole way but for the store, and answer what would come of it; client: send nothing that writes, and " +
      "print what would be sent.",
  },
  {
    name: "field-manager",
    type: "string",
    placeholder: "NAME",
    default: "orch",
    group: behaviour,
    commands: [...writing, "diff"],
    doc: "As whom fields are owned.",
  },
  {
    name: "recursive",
    type: "boolean",
    default: false,
    group: behaviour,
    commands: ["explain"],
    doc: "The fields of the fields as well, by their names and types.",
  },
  {
    name: "api-version",
    type: "string",
    placeholder: "VERSION",
    group: behaviour,
    commands: ["explain"],
    doc: "Explain the type in this version, as in apps/v1.",
  },
  {
    name: "api-group",
    type: "string",
    placeholder: "GROUP",
    group: which,
    commands: ["api-resources"],
    doc: "Types of this group alone; core is the one of Pods.",
  },
  {
    name: "namespaced",
    type: "boolean",
    default: false,
    group: which,
    commands: ["api-resources"],
    doc: "Types whose objects lie in namespaces; with =false, those whose objects do not. Default: all types.",
  },
  {
    name: "verbs",
    type: "list",
    default: [],
    placeholder: "VERB",
    group: which,
    commands: ["api-resources"],
    doc: "Types with which all of this can be done: list, patch, watch.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["yaml", "json", "name", "wide"],
    openValues: ownForms,
    group: printing,
    commands: ["get", "watch"],
    doc:
      "yaml or json: objects as such; name: their names alone; wide: all columns of the table; " +
      `${ownFormsDoc} Default: the columns that matter most.`,
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["yaml", "json", "name"],
    openValues: ownForms,
    group: printing,
    commands: [...writing, "delete"],
    doc:
      `yaml or json: the objects; name: their names alone; ${ownFormsDoc} Default: a line for each object that says what ` +
      "has happened.",
  },
  {
    name: "allow-missing-template-keys",
    type: "boolean",
    default: true,
    group: printing,
    commands: ["get", "watch", ...writing, "delete"],
    doc: "With jsonpath, nothing is printed in the place of fields that an object has not; with =false they are an error.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["name", "wide"],
    group: printing,
    commands: ["api-resources"],
    doc: "Names alone, or verbs and categories as well.",
  },
  {
    name: "show-labels",
    type: "boolean",
    default: false,
    group: printing,
    commands: ["get", "watch"],
    doc: "A column with all labels.",
  },
  {
    name: "label-columns",
    short: "L",
    type: "list",
    default: [],
    placeholder: "LABEL",
    group: printing,
    commands: ["get", "watch"],
    doc: "A column for each of these labels.",
  },
  {
    name: "sort-by",
    type: "string",
    placeholder: "FIELD",
    group: printing,
    commands: ["get"],
    doc: "Order by a field, as in .metadata.creationTimestamp or .status.containerStatuses[0].restartCount.",
  },
  {
    name: "no-headers",
    type: "boolean",
    default: false,
    group: printing,
    commands: ["get", "watch", "api-resources"],
    doc: "Leave out the names of the columns.",
  },
  {
    name: "show-managed-fields",
    type: "boolean",
    default: false,
    group: printing,
    commands: ["get", "watch"],
    doc: "With YAML and JSON, metadata.managedFields as well; `orch owners` shows them to people.",
  },
  {
    name: "color",
    type: "enum",
    values: ["auto", "always", "never"],
    default: "auto",
    group: printing,
    commands: asking,
    doc: "Colours; auto: on a terminal, unless NO_COLOR is set.",
  },
  {
    name: "namespace",
    short: "n",
    type: "string",
    placeholder: "NAMESPACE",
    group: where,
    commands: inNamespaces,
    doc: "Where the objects lie. Default: what the manifest says, or the context, or default.",
  },
  {
    name: "kubeconfig",
    type: "path",
    group: where,
    commands: asking,
    doc:
      "Client configuration. Default: the files that ORCHCONFIG lists, else ~/.orch/config, else what a Pod has, else " +
      "./.orch/admin.kubeconfig, which `orch up` writes.",
  },
  {
    name: "context",
    type: "string",
    placeholder: "NAME",
    group: where,
    commands: asking,
    doc: "Context of the client configuration. Default: its current one.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: where,
    commands: asking,
    doc: "Spelling of names that carry the product's name: with kubernetes, KUBECONFIG and ~/.kube/config are read.",
  },
] as const satisfies readonly FlagSpec[];

export type ClientFlag = (typeof clientFlags)[number];

export function flagsOfClient(command: ClientCommand): readonly ClientFlag[] {
  return clientFlags.filter(({ commands }) => (commands as readonly ClientCommand[]).includes(command));
}
