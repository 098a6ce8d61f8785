/** From the arguments of a command that asks a server to what the command takes. */
import type {
  ApiResourcesCommand,
  ApplyCommand,
  CreateCommand,
  DeleteCommand,
  DiffCommand,
  ExplainCommand,
  GetCommand,
  LabelCommand,
  OwnForm,
  PatchCommand,
  WatchCommand,
} from "../../cli/index.ts";
import type { ConnectionChoice } from "../connection/client-context.ts";
import type { ClientCommand, FlagValues, GivenValues } from "../flags/flag-spec.ts";
import { defaultOf } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { type ClientFlag, clientFlags, flagsOfClient } from "./client-flags.ts";

type Shared = GetCommand &
  WatchCommand &
  CreateCommand &
  ApplyCommand &
  PatchCommand &
  LabelCommand &
  DeleteCommand &
  DiffCommand &
  ExplainCommand &
  ApiResourcesCommand;

/** What any of the commands takes; each looks at its own. */
export interface ClientOptions extends Omit<Shared, "output"> {
  readonly output: "yaml" | "json" | "name" | "wide" | OwnForm | undefined;
}

export interface ClientInvocation {
  readonly command: ClientCommand;
  readonly connection: ConnectionChoice;
  readonly options: ClientOptions;
}

export type ParsedInvocation =
  | { readonly help: true }
  /** One sentence each. */
  | { readonly problems: readonly string[] }
  | { readonly invocation: ClientInvocation };

/** @param args behind the name of the command */
export function parseInvocation(command: ClientCommand, args: readonly string[]): ParsedInvocation {
  const { given, problems, words, help } = parseArguments(flagsOfClient(command), args);
  if (help) return { help };
  if (problems.length > 0) return { problems };
  const defaults = Object.fromEntries(clientFlags.map((spec) => [spec.name, defaultOf(spec)]));
  const values = { ...defaults, ...given } as FlagValues<ClientFlag>;
  const namespaced = given.namespaced;
  const options = { ...optionsOf(values, words), namespaced };
  return { invocation: { command, connection: connectionOf(given), options } };
}

type Values = FlagValues<ClientFlag>;

export function connectionOf(given: GivenValues<ClientFlag>): ConnectionChoice {
  return {
    path: given.kubeconfig,
    context: given.context,
    namespace: given.namespace,
    vocabulary: given.vocabulary ?? "orch",
    colour: given.color ?? "auto",
  };
}

function outputOf(value: Values["output"]): ClientOptions["output"] {
  switch (value) {
    case undefined:
    case "yaml":
    case "json":
    case "name":
    case "wide":
      return value;
    default: {
      const equals = value.indexOf("=");
      return { name: value.slice(0, equals) as OwnForm["name"], value: value.slice(equals + 1) };
    }
  }
}

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

function optionsOf(values: Values, words: readonly string[]): Omit<ClientOptions, "namespaced"> {
  return {
    words,
    files: values.filename,
    recursive: values.recursive,
    allNamespaces: values["all-namespaces"],
    labelSelector: values.selector,
    fieldSelector: values["field-selector"],
    ignoreNotFound: values["ignore-not-found"],
    chunkSize: values["chunk-size"],
    watch: values.watch,
    watchOnly: values["watch-only"],
    output: outputOf(values.output),
    isWide: values.output === "wide",
    missingKeys: values["allow-missing-template-keys"] ? "nothing" : "error",
    hasHeaders: !values["no-headers"],
    showLabels: values["show-labels"],
    labelColumns: values["label-columns"],
    sortBy: values["sort-by"],
    showManagedFields: values["show-managed-fields"],
    apiGroup: values["api-group"],
    verbs: values.verbs,
    apiVersion: values["api-version"],
    all: values.all,
    patch: values.patch,
    patchFile: values["patch-file"],
    type: values.type,
    subresource: values.subresource,
    overwrite: values.overwrite,
    list: values.list,
    applySet: values.applyset,
    prune: values.prune,
    forceConflicts: values["force-conflicts"],
    dryRun: values["dry-run"],
    fieldManager: values["field-manager"],
    fieldValidation: validations[values.validate],
    cascade: values.cascade,
    gracePeriod: values["grace-period"],
    now: values.now,
    wait: values.wait,
    timeoutMs: values.timeout,
  };
}
