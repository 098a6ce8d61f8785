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

const identityGroup = "As whom";

/** Flags that impersonate a user. The names and meanings are those of kubectl. */
const impersonationFlags = [
  {
    name: "as",
    type: "string",
    placeholder: "USER",
    group: identityGroup,
    doc: "Act as this user, such as system:serviceaccount:shop:web. You need the permission to impersonate it.",
  },
  {
    name: "as-group",
    type: "list",
    keepsCommas: true,
    default: [],
    placeholder: "GROUP",
    group: identityGroup,
    doc: "Group of this user. Repeat the flag for several groups.",
  },
  {
    name: "as-uid",
    type: "string",
    placeholder: "UID",
    group: identityGroup,
    doc: "UID of this user.",
  },
] as const satisfies readonly FlagSpec[];

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
  ...impersonationFlags,
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
    impersonation: {
      user: explicitValues.as,
      groups: explicitValues["as-group"],
      uid: explicitValues["as-uid"],
    },
  };
}
