import { type KubeconfigCommand, kubeconfig } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";
import { exitCodesText } from "./shared-text.ts";

const flags = [
  {
    name: "as-service-account",
    type: "string",
    placeholder: "[NAMESPACE/]NAME",
    group: "User",
    doc: "Write a new token of this service account instead of your credentials.",
  },
  {
    name: "duration",
    type: "duration",
    default: "1h",
    minMs: 1000,
    group: "User",
    doc: "Requested lifetime of the token. The server may choose another one.",
  },
] as const satisfies readonly FlagSpec[];

/** `orch kubeconfig`. */
export const kubeconfigCommand = clientCommand({
  name: "kubeconfig",
  usage: "[flags]",
  summary: "print a client configuration file of the server",
  doc: [
    "Prints a file with the server and the credentials that this command uses. Certificates are embedded, so that the file can " +
      "be moved. It contains secrets: write it to a file that only its user can read.",
    "With --as-service-account, the file has a new token of a service account instead of your credentials. Its expiry is printed " +
      "on standard error.",
    exitCodesText("the command failed"),
  ],
  examples: [
    ["orch kubeconfig > copy.yaml", "the current server and user in one file"],
    ["orch kubeconfig --as-service-account=shop/deployer --duration=2h > deployer.yaml", "a file for a program"],
  ],
  flags,
  takesWords: false,
  options: kubeconfigOptions,
  execute: kubeconfig,
});

function kubeconfigOptions(
  values: FlagValues<(typeof flags)[number]>,
  _words: readonly string[],
  explicitValues: ExplicitValues<(typeof flags)[number]>,
): KubeconfigCommand {
  const { "as-service-account": account, duration } = values;
  if (duration % 1000 !== 0) throw new UsageError(["--duration must be a whole number of seconds"]);
  if (account === undefined) {
    if (explicitValues.duration !== undefined) throw new UsageError(["--duration needs --as-service-account"]);
    return { account, durationMs: duration };
  }
  const [first = "", second, ...others] = account.split("/");
  const isComplete = first !== "" && second !== "" && others.length === 0;
  if (!isComplete) throw new UsageError(["--as-service-account must be NAME or NAMESPACE/NAME"]);
  const [namespace, name] = second === undefined ? [undefined, first] : [first, second];
  return { account: { namespace, name }, durationMs: duration };
}
