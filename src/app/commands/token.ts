import {
  groupProblems,
  type TokenCommand,
  token,
  tokenIdProblem,
  tokenProblem,
  usageProblems,
} from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";
import { exitCodesText } from "./shared-text.ts";

const creationGroup = "Creation";

const flags = [
  {
    name: "ttl",
    type: "duration",
    default: "24h",
    minMs: 0,
    group: creationGroup,
    doc: "Time after which the token expires; 0 for never.",
  },
  {
    name: "usages",
    type: "list",
    default: ["signing", "authentication"],
    placeholder: "USAGE",
    group: creationGroup,
    doc: "Usages of the token: authentication of requests, and signing of the ConfigMap cluster-info.",
  },
  {
    name: "groups",
    type: "list",
    default: ["system:bootstrappers:kubeadm:default-node-token"],
    placeholder: "GROUP",
    group: creationGroup,
    doc: "Groups of the user that the token authenticates, besides system:bootstrappers.",
  },
  {
    name: "description",
    type: "string",
    placeholder: "TEXT",
    group: creationGroup,
    doc: "Purpose of the token, for people.",
  },
] as const satisfies readonly FlagSpec[];

/** `orch token`. */
export const tokenCommand = clientCommand({
  name: "token",
  usage: "create [TOKEN] | list | delete TOKEN ... [flags]",
  summary: "create, list and delete bootstrap tokens",
  doc: [
    "Bootstrap tokens let new nodes connect to a cluster. They are Secrets in the namespace of the system. The server accepts " +
      "them if it runs with --enable-bootstrap-token-auth.",
    "`create` prints a new token. A token consists of an id of 6 characters, a dot, and a secret of 16 characters. Without TOKEN " +
      "both are random.",
    "`list` shows all tokens, including their secrets. `delete` deletes tokens by id or by the whole token.",
    exitCodesText("the command failed"),
  ],
  examples: [
    ["orch token create", "a random token for a day"],
    ["orch token create --ttl=1h --usages=authentication --description='worker 7'", "a token for an hour"],
    ["orch token list", "all tokens"],
    ["orch token delete abcdef", "revoke a token"],
  ],
  flags,
  hasNamespace: false,
  options: tokenOptions,
  execute: token,
});

function tokenOptions(values: FlagValues<(typeof flags)[number]>, words: readonly string[]): TokenCommand {
  const [action, ...others] = words;
  switch (action) {
    case "create":
      reject([
        ...others.slice(0, 1).flatMap((word) => tokenProblem(word) ?? []),
        ...others.slice(1).map(unexpected),
        ...usageProblems(values.usages),
        ...groupProblems(values.groups),
      ]);
      return {
        action,
        token: others[0],
        ttlMs: values.ttl,
        usages: values.usages,
        groups: values.groups,
        description: values.description ?? "",
      };
    case "list":
      reject(others.map(unexpected));
      return { action };
    case "delete":
      reject(others.length === 0 ? ["name a token to delete"] : others.flatMap((word) => tokenIdProblem(word) ?? []));
      return { action, tokens: others };
    default:
      throw new UsageError(["name an action: create, list or delete"]);
  }
}

function reject(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageError(problems);
}

function unexpected(word: string): string {
  return `unexpected argument ${JSON.stringify(word)}`;
}
