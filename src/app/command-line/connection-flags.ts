/** The flags with which a command chooses its server, and the choice that they describe. */
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { ConnectionChoice } from "../connection/client-context.ts";
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";

/** Heading of the flags that choose the server. `docs/commands.md` describes these flags once for all commands. */
export const connectionGroup = "Where";

/** `--color`, of every command that connects to a server. */
export const colorFlag = {
  name: "color",
  type: "enum",
  values: ["auto", "always", "never"],
  default: "auto",
  group: "Output",
  doc: "Colours; auto uses them on a terminal, unless NO_COLOR is set.",
} as const satisfies FlagSpec;

/** `--namespace`, of the commands that work on objects. */
export const namespaceFlag = {
  name: "namespace",
  short: "n",
  type: "string",
  placeholder: "NAMESPACE",
  group: connectionGroup,
  doc: "Namespace of the objects. Default: that of the manifest, of the context, or default.",
} as const satisfies FlagSpec;

/** Flags of every command that connects to a server. */
export const serverChoiceFlags = [
  {
    name: "kubeconfig",
    type: "path",
    group: connectionGroup,
    doc:
      "Client configuration. Default: the files in ORCHCONFIG, else ~/.orch/config, else the Pod's service account, " +
      "else ./.orch/admin.kubeconfig, which `orch up` writes.",
  },
  {
    name: "context",
    type: "string",
    placeholder: "NAME",
    group: connectionGroup,
    doc: "Context of the client configuration. Default: its current context.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: connectionGroup,
    doc: "Spelling of names that contain the product's name. With kubernetes, KUBECONFIG and ~/.kube/config are read.",
  },
] as const satisfies readonly FlagSpec[];

/** Flag that says which server a command connects to, and how it shows what it prints. */
export type ConnectionFlag = typeof colorFlag | typeof namespaceFlag | (typeof serverChoiceFlags)[number];

/** Returns the choice that the flags on a command line describe. */
export function connectionOf(explicitValues: ExplicitValues<ConnectionFlag>): ConnectionChoice {
  return {
    path: explicitValues.kubeconfig,
    context: explicitValues.context,
    namespace: explicitValues.namespace,
    vocabulary: explicitValues.vocabulary ?? "orch",
    colour: explicitValues.color ?? "auto",
  };
}
