import { type CreateCommand, type CreateTokenCommand, create, createToken } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { UsageError } from "../flags/usage-error.ts";
import { accessFlagNames, accessFlags, accessRequest } from "./create-access-options.ts";
import { createTokenFlags, createTokenOptions } from "./create-token-options.ts";
import { documentFlags, formOf, manifestFlags, manifestsOf, writingFlags, writingOf } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch create`. */
export const createCommand = clientCommand({
  name: "create",
  words: "type",
  usage: "-f FILE|FOLDER|- | TYPE NAME | token ACCOUNT | role|clusterrole|rolebinding|clusterrolebinding NAME [flags]",
  summary: "create objects, and tokens of service accounts",
  doc: [
    "Creates the objects of manifests in their order, or an object that needs only a type and a name. An existing " +
      "object is an error; use `orch apply` to change it.",
    "All errors of an object are reported at once. The other objects are still created.",
    "`orch create token ACCOUNT` prints a new token of a service account. It stores no object.",
    "`orch create role`, `clusterrole`, `rolebinding` and `clusterrolebinding` have the flags of kubectl. A role gets one rule for each " +
      "API group of its resources, with all verbs.",
    exitCodesText("an object could not be created"),
  ],
  examples: [
    ["orch create -f shop.yaml", "the objects of a manifest"],
    ["orch create namespace shop", "a namespace"],
    ["orch create -f pod.yaml --dry-run=server -o yaml", "the object that the server would create, with defaults"],
    ["orch create namespace shop --dry-run=client -o yaml", "the manifest that would be sent"],
    ["orch create role reader --verb=get,list --resource=pods,pods/log", "a role that may read Pods and their logs"],
    ["orch create rolebinding ann --role=reader --user=ann", "the role for the user ann"],
    ["orch create token deployer --duration=10m", "a token of the service account deployer"],
  ],
  flags: [...manifestFlags, ...writingFlags, ...createTokenFlags, ...accessFlags, ...documentFlags],
  options: (values, words, explicitValues): Creation => {
    const problems = misplacedFlags(words[0], explicitValues);
    if (problems.length > 0) throw new UsageError(problems);
    if (words[0] === "token") {
      return { kind: "token", command: { ...createTokenOptions(values, words.slice(1)), ...formOf(values) } };
    }
    const access = accessRequest(values, words);
    const command = { words, access, ...manifestsOf(values), ...writingOf(values), ...formOf(values) };
    return { kind: "objects", command };
  },
  execute: (creation, context) =>
    creation.kind === "token" ? createToken(creation.command, context) : create(creation.command, context),
});

/** The two kinds of command lines. */
type Creation =
  | { readonly kind: "objects"; readonly command: CreateCommand }
  | { readonly kind: "token"; readonly command: CreateTokenCommand };

/** Names of flags by the word after `orch create` that they belong to. */
const flagNamesByWord: Readonly<Record<string, readonly string[]>> = {
  token: createTokenFlags.map(({ name }) => name),
  ...accessFlagNames,
};

/** Names of the flags that do not concern tokens, because no manifest and no object belongs to them. */
const objectFlagNames: readonly string[] = [...manifestFlags, ...writingFlags].map(({ name }) => name);

/** Returns a problem for each flag that belongs to other words. */
function misplacedFlags(
  word: string | undefined,
  explicitValues: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(explicitValues).flatMap((name) => {
    if (word === "token" && objectFlagNames.includes(name)) return [`--${name} is not a flag of \`orch create token\``];
    const owners = Object.keys(flagNamesByWord).filter((owner) => flagNamesByWord[owner]?.includes(name));
    if (owners.length === 0 || owners.some((owner) => owner === word)) return [];
    return [`--${name} is only a flag of ${owners.map((owner) => `\`orch create ${owner}\``).join(", ")}`];
  });
}
