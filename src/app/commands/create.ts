import { type CreateCommand, type CreateTokenCommand, create, createToken } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createTokenFlags, createTokenOptions, misplacedTokenFlags } from "./create-token-options.ts";
import { documentFlags, formOf, manifestFlags, manifestsOf, writingFlags, writingOf } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch create`. */
export const createCommand = clientCommand({
  name: "create",
  words: "type",
  usage: "-f FILE|FOLDER|- | TYPE NAME | token ACCOUNT [flags]",
  summary: "create objects, and tokens of service accounts",
  doc: [
    "Creates the objects of manifests in their order, or an object that needs only a type and a name. An existing " +
      "object is an error; use `orch apply` to change it.",
    "All errors of an object are reported at once. The other objects are still created.",
    "`orch create token ACCOUNT` prints a new token of a service account. It stores no object.",
    exitCodesText("an object could not be created"),
  ],
  examples: [
    ["orch create -f shop.yaml", "the objects of a manifest"],
    ["orch create namespace shop", "a namespace"],
    ["orch create -f pod.yaml --dry-run=server -o yaml", "the object that the server would create, with defaults"],
    ["orch create namespace shop --dry-run=client -o yaml", "the manifest that would be sent"],
    ["orch create token deployer --duration=10m", "a token of the service account deployer"],
  ],
  flags: [...manifestFlags, ...writingFlags, ...createTokenFlags, ...documentFlags],
  options: (values, words, explicitValues): Creation => {
    if (words[0] === "token") {
      return { kind: "token", command: { ...createTokenOptions(values, words.slice(1)), ...formOf(values) } };
    }
    const problems = misplacedTokenFlags(explicitValues);
    if (problems.length > 0) throw new UsageError(problems);
    return { kind: "objects", command: { words, ...manifestsOf(values), ...writingOf(values), ...formOf(values) } };
  },
  execute: (creation, context) =>
    creation.kind === "token" ? createToken(creation.command, context) : create(creation.command, context),
});

/** The two kinds of command lines. */
type Creation =
  | { readonly kind: "objects"; readonly command: CreateCommand }
  | { readonly kind: "token"; readonly command: CreateTokenCommand };
